import { Badge } from "#app/ui/badge.tsx";
import { type FullBlueprintStage, stageWords } from "../full-blueprint.ts";

/** The stage in a word, and how late it is in words. */
export function StageBadge({ stage, targetAt, now }: { stage: FullBlueprintStage; targetAt: Date | null; now: Date }) {
  const late = stage !== "published" && targetAt ? Math.floor((now.getTime() - targetAt.getTime()) / 86_400_000) : -1;
  return (
    <>
      {stage === "published" ? (
        <Badge kind="positive" icon="check">
          {stageWords[stage]}
        </Badge>
      ) : (
        <Badge kind={stage === "requested" ? "caution" : "plain"} icon="clock">
          {stageWords[stage]}
        </Badge>
      )}{" "}
      {late >= 0 && (
        <Badge kind="critical" icon="warning">
          Late {late || "less than a"} {late > 1 ? "days" : "day"}
        </Badge>
      )}
    </>
  );
}

import { counted } from "#app/lib/numbers.ts";
import { Badge } from "#app/ui/feedback/badge.tsx";
import { daysLate } from "../drawing/days-late.ts";
import { type FullBlueprintStage, stageLabels } from "../full-blueprint.ts";

export function StageBadge({
  stage,
  dueAt,
  now,
  timezone,
}: {
  stage: FullBlueprintStage;
  dueAt: Date;
  now: Date;
  /** The firm's time zone, for calendar days. */
  timezone: string;
}) {
  const late = stage === "published" ? null : daysLate(dueAt, now, timezone);
  return (
    <>
      {stage === "published" ? (
        <Badge kind="positive" icon="check">
          {stageLabels[stage]}
        </Badge>
      ) : (
        <Badge kind={stage === "requested" ? "caution" : "plain"} icon="clock">
          {stageLabels[stage]}
        </Badge>
      )}{" "}
      {late !== null && (
        <Badge kind="critical" icon="warning">
          {late === 0 ? "Less than a day" : counted(late, "day")} late
        </Badge>
      )}
    </>
  );
}

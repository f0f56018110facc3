import { draftDifferences } from "#app/features/full-blueprint/drawing/draft-differences.ts";
import type { FullBlueprintContent } from "#app/features/full-blueprint/full-blueprint.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { DifferenceTable } from "#app/ui/lists/difference-table.tsx";

type Theirs = { version: number; savedBy: string | null; content: FullBlueprintContent };

export function DraftConflict({
  mine,
  theirs,
  onTake,
  onKeep,
}: {
  mine: FullBlueprintContent;
  theirs: Theirs;
  onTake: (theirs: Theirs) => void;
  onKeep: () => void;
}) {
  const author = theirs.savedBy ?? "A colleague";
  const differences = draftDifferences(mine, theirs.content);
  return (
    <Notice kind="caution" title={`${author} saved this blueprint while you were editing`} live>
      <p>
        {differences.length === 0
          ? "Both versions have the same text."
          : "Your version is not saved. Compare the two, then choose one. The other version is discarded."}
      </p>
      <DifferenceTable differences={differences} here="Yours" there={author} />
      <div className="row top-75">
        <Button size={32} onClick={() => onTake(theirs)}>
          Use the version of {theirs.savedBy ?? "the colleague"}
        </Button>
        <Button size={32} onClick={onKeep}>
          Keep your version
        </Button>
      </div>
    </Notice>
  );
}

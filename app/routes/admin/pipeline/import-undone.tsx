import type { ImportUndone, KeptBecause } from "#app/features/pipeline/tables.server.ts";
import { counted } from "#app/lib/numbers.ts";
import { ImportResult } from "#app/shell/admin/file-import.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";

/** The notice of an import that was undone. */
export function Undone({ undone }: { undone: ImportUndone }) {
  return (
    <ImportResult label="Result">
      <Notice kind="info" live title="This import was undone.">
        <p>{undoText(undone, { removed: "were deleted", restored: "lost the values that it had filled in" })}</p>
        <KeptProspects kept={undone.kept} />
      </Notice>
    </ImportResult>
  );
}

/** "3 prospects will be deleted, 1 prospect will lose the values that it filled in." */
export function undoText({ removed, restored }: ImportUndone, verbs: { removed: string; restored: string }): string {
  const verb = removed === 1 ? verbs.removed.replace("were", "was") : verbs.removed;
  const parts = [
    removed > 0 && `${counted(removed, "prospect")} ${verb}`,
    restored > 0 && `${counted(restored, "prospect")} ${verbs.restored}`,
  ];
  return parts.some(Boolean) ? `${parts.filter(Boolean).join(", ")}.` : "No prospect changed.";
}

function haveChanged(prospects: number): string {
  if (prospects === 1) return "the prospect has";
  return `${prospects === 2 ? "both prospects" : `all ${counted(prospects, "prospect")}`} have`;
}

const keptTexts: Record<KeptBecause, string> = {
  changed: "changed since the import",
  worked_on: "with notes or tasks",
  active: "who did something themselves, such as a booking",
  merged: "merged with another prospect",
  in_use: "who are or were in a sequence",
};

/** Why prospects stay when an import is undone; nothing if none does. */
export function KeptProspects({ kept }: Pick<ImportUndone, "kept">) {
  const reasons = Object.entries(kept) as [KeptBecause, number][];
  if (reasons.length === 0) return null;
  return (
    <p>{`Kept: ${reasons.map(([because, number]) => `${counted(number, "prospect")} ${keptTexts[because]}`).join(", ")}.`}</p>
  );
}

/** Why an import can no longer be undone: "Nothing to undo: all 5 prospects have changed since." `undo`: null if none is left. */
export function NothingToUndo({ undo, stored }: { undo: ImportUndone | null; stored: number }) {
  if (!undo) return <p>{`Nothing to undo: the ${stored === 1 ? "prospect was" : "prospects were"} deleted.`}</p>;
  const { kept } = undo;
  const { changed = 0, ...others } = kept;
  if (Object.keys(others).length === 0) return <p>{`Nothing to undo: ${haveChanged(changed)} changed since.`}</p>;
  return (
    <>
      <p>Nothing to undo.</p>
      <KeptProspects kept={kept} />
    </>
  );
}

import { processTextsIn, savedRowKeys } from "../answers/process-text.ts";
import type { StepTexts } from "../blueprint.ts";
import type { DraftBackup } from "./draft-backup.ts";
import { type DraftPatch, isStored, type StoredDraft } from "./draft-saver.ts";

/** What an earlier visit left on this device, against what the server has now. */
export interface RestoredDraft {
  /** The version that `pending` was made from, or the latest one that this device knows. */
  version: number;
  pending: DraftPatch | null;
  doubtful: readonly DraftPatch[];
  texts: StepTexts;
}

/** Null when nothing of the backup still counts: the draft was changed elsewhere and only text that cannot be saved is left. */
export function restoreDraft(
  loaded: Pick<StoredDraft, "version" | "inputs" | "about">,
  backup: DraftBackup,
): RestoredDraft | null {
  // A save that arrived while the page closed, without its response, is our own.
  const isOwn = backup.version + 1 === loaded.version && backup.doubtful?.some((patch) => isStored(loaded, patch));
  // A save that was confirmed after this page was read and before the last one closed.
  const isLater = backup.version > loaded.version;
  const isCurrent = backup.version === loaded.version || isOwn || isLater;
  if (!isCurrent && !backup.pending) return null;
  return {
    version: backup.pending || isLater ? backup.version : loaded.version,
    pending: backup.pending,
    doubtful: backup.doubtful ?? [],
    texts: isCurrent ? withSavedKeys(backup.texts) : {},
  };
}

/** Rows are identified as in the page that the server renders, so that restoring replaces no row that is being edited. */
function withSavedKeys(texts: StepTexts): StepTexts {
  const rows = processTextsIn(texts.processes);
  return rows ? { ...texts, processes: savedRowKeys(rows) } : texts;
}

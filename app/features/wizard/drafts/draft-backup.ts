import { dayMs } from "#app/lib/durations.ts";
import type { StepTexts } from "../blueprint.ts";
import type { DraftPatch, StoredDraft } from "./draft-saver.ts";

/** This device's backup of a draft: unsaved changes and invalid text. Removed once all is saved; expires after a week. */
export interface DraftBackup {
  version: number;
  /** Milliseconds since 1970. */
  keptAt: number;
  pending: DraftPatch | null;
  /** Pending patches that may have been saved without a response. */
  doubtful: readonly DraftPatch[];
  /** What was stored at `version`: the merge base if another device saved. */
  base?: Pick<StoredDraft, "inputs" | "about">;
  texts: StepTexts;
}

const lifeMs = 7 * dayMs;
const keyOf = (blueprintId: string) => `gtmarc.blueprint.${blueprintId}`;

export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Stores the backup, or removes it if there is nothing to keep. Ignores a full or forbidden storage. */
export function keepBackup(shelf: Shelf, blueprintId: string, backup: DraftBackup): void {
  try {
    if (!backup.pending && Object.keys(backup.texts).length === 0) shelf.removeItem(keyOf(blueprintId));
    else shelf.setItem(keyOf(blueprintId), JSON.stringify(backup));
  } catch {
    // Saving on the server continues; only the backup is missing.
  }
}

/** Returns this blueprint's backup of the last week; null if there is none or it is unreadable. */
export function findBackup(shelf: Shelf, blueprintId: string, nowMs: number): DraftBackup | null {
  try {
    const kept = JSON.parse(shelf.getItem(keyOf(blueprintId)) ?? "null") as DraftBackup | null;
    const isWhole = kept && typeof kept.version === "number" && typeof kept.keptAt === "number" && kept.texts;
    return isWhole && nowMs - kept.keptAt < lifeMs ? kept : null;
  } catch {
    return null;
  }
}

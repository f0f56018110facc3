import type { StepTexts } from "../blueprint.ts";
import type { DraftPatch, StoredDraft } from "./draft-saver.ts";

/**
 * What this device keeps of a draft while the server lacks it: changes that could not be sent yet, and text that is no
 * valid value and so never is sent. Removed as soon as everything is saved; forgotten after a week.
 */
export interface DraftBackup {
  /** The version that the changes were made from. */
  version: number;
  /** Milliseconds since 1970. */
  keptAt: number;
  pending: DraftPatch | null;
  /** Parts of it that were on their way. */
  doubtful: readonly DraftPatch[];
  /** What was stored at `version`: what the changes are merged against if another device saved. */
  base?: Pick<StoredDraft, "inputs" | "about">;
  /** The steps that hold text which cannot be saved. */
  texts: StepTexts;
}

const lifeMs = 7 * 24 * 3600 * 1000;
const keyOf = (blueprintId: string) => `gtmarc.blueprint.${blueprintId}`;

export type Shelf = Pick<Storage, "getItem" | "setItem" | "removeItem">;

/** Keeps it, or removes what was kept when there is nothing to keep. A full or forbidden storage is no reason to fail. */
export function keepBackup(shelf: Shelf, blueprintId: string, backup: DraftBackup): void {
  try {
    if (!backup.pending && Object.keys(backup.texts).length === 0) shelf.removeItem(keyOf(blueprintId));
    else shelf.setItem(keyOf(blueprintId), JSON.stringify(backup));
  } catch {
    // Saving on the server goes on; only the second net is missing.
  }
}

/** What was kept for this blueprint within the last week; null when nothing readable is. */
export function findBackup(shelf: Shelf, blueprintId: string, nowMs: number): DraftBackup | null {
  try {
    const kept = JSON.parse(shelf.getItem(keyOf(blueprintId)) ?? "null") as DraftBackup | null;
    const isWhole = kept && typeof kept.version === "number" && typeof kept.keptAt === "number" && kept.texts;
    return isWhole && nowMs - kept.keptAt < lifeMs ? kept : null;
  } catch {
    return null;
  }
}

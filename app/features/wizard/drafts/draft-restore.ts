import { freeKey } from "../answers/merged-texts.ts";
import {
  isBlank,
  type ProcessText,
  processTexts,
  processTextsIn,
  readProcesses,
  savedRowKeys,
} from "../answers/process-text.ts";
import type { StepTexts, WizardStep } from "../blueprint.ts";
import type { DraftBackup } from "./draft-backup.ts";
import { processName } from "./draft-conflict.ts";
import { type DraftPatch, isStored, type StoredDraft } from "./draft-saver.ts";
import { placesOf } from "./row-merge.ts";

/** The backup of an earlier visit, reconciled with the server's draft. */
export interface RestoredDraft {
  version: number;
  pending: DraftPatch | null;
  doubtful: readonly DraftPatch[];
  texts: StepTexts;
  unsavable: readonly WizardStep[];
}

/** Reconciles a backup with the loaded draft. Null if only unsavable text is left and the draft was changed elsewhere. */
export function restoreDraft(
  loaded: Pick<StoredDraft, "version" | "inputs" | "about">,
  backup: DraftBackup,
): RestoredDraft | null {
  // A save that succeeded while the page closed, without its response, is this device's own.
  const isOwn = backup.version + 1 === loaded.version && backup.doubtful?.some((patch) => isStored(loaded, patch));
  // A save that was confirmed after this page was rendered and before the last one closed.
  const isLater = backup.version > loaded.version;
  const isCurrent = backup.version === loaded.version || isOwn || isLater;
  if (!isCurrent && !backup.pending) return null;
  return {
    version: backup.pending || isLater ? backup.version : loaded.version,
    pending: backup.pending,
    doubtful: backup.doubtful ?? [],
    texts: withRenderedKeys(isCurrent ? backup.texts : {}, backup.pending, loaded),
    unsavable: isCurrent ? (Object.keys(backup.texts) as WizardStep[]) : [],
  };
}

/**
 * Gives this device's rows the keys of the server-rendered page, so that restoring replaces no row that is being edited, and
 * an edit from before hydration finds its row. An unrecognized row is matched by position if no row was added or removed.
 */
function withRenderedKeys(texts: StepTexts, pending: DraftPatch | null, { inputs }: Pick<StoredDraft, "inputs">) {
  const typed = processTextsIn(texts.processes);
  const rows = typed ? savedRowKeys(typed) : processTexts(pending?.inputs.processes);
  const own = rows.filter((row) => !isBlank(row));
  const rendered = processTexts(inputs.processes);
  const places = placesOf(inputs.processes ?? [], readProcesses(own).processes, processName);
  const keys = new Map<ProcessText, string>();
  for (const [index, { key }] of rendered.entries()) {
    const place = places[index] ?? (own.length === rendered.length && !places.includes(index) ? index : null);
    if (place !== null) keys.set(own[place]!, key);
  }
  const taken = new Set(rendered.map(({ key }) => key));
  const keyed = rows.map((row) => ({ ...row, key: keys.get(row) ?? freeKey(row.key, taken) }));
  const isChanged = keyed.some(({ key }, index) => key !== rows[index]!.key);
  return typed || isChanged ? { ...texts, processes: keyed } : texts;
}

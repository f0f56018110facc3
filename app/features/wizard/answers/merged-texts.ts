import type { StepTexts } from "../blueprint.ts";
import type { Draft, MergedDraft } from "../drafts/draft-conflict.ts";
import { isBlank, type ProcessText, processFields, processTexts, processTextsIn } from "./process-text.ts";
import { type ProfileField, profileLabels, profileTextOf } from "./profile-text.ts";
import { chosenTools, toolTextsIn } from "./stack-text.ts";

/**
 * Updates the typed steps after `ours` became `merged`: shows changed values and keeps everything else as typed,
 * including invalid text. Rows keep their keys, so that no field loses the focus. Null if a text has an unknown shape.
 */
export function mergedTexts(texts: StepTexts, ours: Draft, merged: MergedDraft): StepTexts | null {
  const next: StepTexts = {};
  for (const [step, kept] of Object.entries(texts)) {
    const text =
      step === "profile"
        ? profile(kept, ours, merged)
        : step === "tech-stack"
          ? stack(kept, ours, merged)
          : processes(kept, ours, merged);
    if (text === null) return null;
    next[step as keyof StepTexts] = text;
  }
  return next;
}

function profile(kept: unknown, ours: Draft, merged: MergedDraft): unknown {
  if (typeof kept !== "object" || kept === null) return null;
  if (Object.entries(kept).some(([field, text]) => !(field in profileLabels) || typeof text !== "string")) return null;
  const before = profileTextOf(ours.about, ours.inputs.company);
  const after = profileTextOf(merged.about, merged.inputs.company);
  const changed = (Object.keys(after) as ProfileField[]).filter((field) => before[field] !== after[field]);
  return { ...kept, ...Object.fromEntries(changed.map((field) => [field, after[field]])) };
}

function stack(kept: unknown, ours: Draft, merged: MergedDraft): unknown {
  const typed = toolTextsIn(kept);
  if (!typed) return null;
  const before = ours.inputs.stack ?? [];
  return chosenTools(merged.inputs.stack).map((tool) => {
    const own = typed.find(({ id }) => id === tool.id);
    const was = before.find(({ id }) => id === tool.id);
    const is = merged.inputs.stack?.find(({ id }) => id === tool.id);
    return own && was && is && was.monthlyUsd === is.monthlyUsd ? { ...tool, cost: own.cost } : tool;
  });
}

function processes(kept: unknown, ours: Draft, { processes: rows }: MergedDraft): unknown {
  const typed = processTextsIn(kept);
  if (!typed) return null;
  const own = typed.filter((row) => !isBlank(row));
  const before = processTexts(ours.inputs.processes);
  const taken = new Set(typed.map(({ key }) => key));
  const merged = processTexts(rows.map(({ row }) => row)).map((row, index): ProcessText => {
    const { ourIndex } = rows[index]!;
    const [typedRow, saved] = ourIndex === null ? [] : [own[ourIndex], before[ourIndex]];
    return typedRow && saved ? shown(typedRow, saved, row) : { ...row, key: freeKey(row.key, taken) };
  });
  return [...merged, ...typed.filter(isBlank)];
}

function shown(typed: ProcessText, saved: ProcessText, merged: ProcessText): ProcessText {
  const changed = processFields.filter((field) => saved[field] !== merged[field]);
  const { assumed: _, ...row } = typed;
  return {
    ...row,
    ...Object.fromEntries(changed.map((field) => [field, merged[field]])),
    ...(merged.assumed && { assumed: true }),
  };
}

/** Returns `wanted`, with a numeric suffix if it is taken, and adds it to `taken`. */
export function freeKey(wanted: string, taken: Set<string>): string {
  let key = wanted;
  for (let again = 2; taken.has(key); again += 1) key = `${wanted}-${again}`;
  taken.add(key);
  return key;
}

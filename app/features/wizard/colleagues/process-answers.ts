import type { DraftInput } from "#app/features/roi/inputs/model-input.ts";
import { numberText, parseNumber } from "#app/lib/forms/typed-number.ts";
import {
  type ProcessField,
  type ProcessText,
  processFields,
  processTexts,
  readProcesses,
} from "../answers/process-text.ts";
import type { HeldAnswers } from "../colleagues.ts";
import { sameValue } from "../draft-merge.ts";
import { mergeFields, type RowDispute } from "../drafts/row-merge.ts";

type DraftProcess = NonNullable<DraftInput["processes"]>[number];
export type ProcessTexts = Record<ProcessField, string>;

export type ProcessAnswers = { shown: ProcessTexts; typed: ProcessTexts; confirmsHours: boolean };

export const textsOf = (process: DraftProcess): ProcessTexts => {
  const [row] = processTexts([process]);
  return Object.fromEntries(processFields.map((field) => [field, row![field]])) as ProcessTexts;
};

/**
 * Merges a colleague's answers into the process. Fields that only the colleague changed are theirs. An answer is held
 * and the draft keeps its value if the answer is invalid or the owner changed the field differently meanwhile.
 */
export function mergeAnswers(
  current: DraftProcess,
  { shown, typed, confirmsHours }: ProcessAnswers,
): { process: DraftProcess; held: HeldAnswers } {
  const stored = textsOf(current);
  const sent = Object.fromEntries(
    processFields.map((field) => [field, canonical(field, typed[field])]),
  ) as ProcessTexts;
  const invalid = faultsOf(sent);
  const held: HeldAnswers = {};
  for (const field of processFields) {
    if (sent[field] === shown[field] || !invalid[field]) continue;
    held[field] = sent[field];
    sent[field] = shown[field];
  }
  const disputes: RowDispute[] = [];
  const merged = mergeFields(shown, sent, stored, "theirs", disputes) as ProcessTexts;
  for (const { field } of disputes) held[field!] = sent[field as ProcessField];
  const hoursAreTyped = (["hours", "people"] as const).some((field) => merged[field] !== stored[field]);
  return { process: processOf(current, merged, confirmsHours || hoursAreTyped), held };
}

/** Returns the errors of held answers by field; valid held answers are disputes. */
export function faultsOf(texts: ProcessTexts): Partial<Record<ProcessField, string>> {
  return readProcesses([{ key: "one", ...texts }]).errors["one"] ?? {};
}

/** Applies held answers that the colleague insists on, unless the owner changed the value again. */
export function settleAnswers(
  current: DraftProcess,
  held: HeldAnswers,
  seen: Partial<ProcessTexts>,
): { process: DraftProcess; held: HeldAnswers } {
  const stored = textsOf(current);
  const insisted = disputedFields(current, held).filter((field) => seen[field] === stored[field]);
  const texts = { ...stored, ...Object.fromEntries(insisted.map((field) => [field, held[field]])) };
  const hoursAreTyped = insisted.some((field) => field === "hours" || field === "people");
  const rest = Object.entries(held).filter(([field]) => !insisted.includes(field as ProcessField));
  return { process: processOf(current, texts, hoursAreTyped), held: Object.fromEntries(rest) };
}

/** Returns held answers that are valid and differ from the draft: the colleague is asked about these. */
export function disputedFields(current: DraftProcess, held: HeldAnswers): ProcessField[] {
  const stored = textsOf(current);
  return processFields.filter((field) => {
    const text = held[field];
    if (typeof text !== "string" || text === stored[field]) return false;
    return faultsOf({ ...stored, [field]: text })[field] === undefined;
  });
}

export function shownAnswers(current: DraftProcess, held: HeldAnswers) {
  const shown = textsOf(current);
  const typed: ProcessTexts = { ...shown };
  const errors: Partial<Record<ProcessField, string>> = {};
  for (const field of processFields) {
    const text = held[field];
    if (typeof text !== "string") continue;
    const fault = faultsOf({ ...shown, [field]: text })[field];
    if (fault === undefined) continue;
    typed[field] = text;
    errors[field] = fault;
  }
  return { shown, typed, errors };
}

const numbers: ReadonlySet<ProcessField> = new Set(["hours", "people", "pain"]);

/** `"4.0"` becomes `"4"`, so that equal values compare as equal. */
function canonical(field: ProcessField, text: string): string {
  if (!numbers.has(field)) return text.trim();
  const value = parseNumber(text);
  return value === null || Number.isNaN(value) ? text.trim() : numberText(value);
}

function processOf(current: DraftProcess, texts: ProcessTexts, isConfirmed: boolean): DraftProcess {
  if (!isConfirmed && sameValue(texts, textsOf(current))) return current;
  const row: ProcessText = { key: "one", ...texts, ...(current.assumed && !isConfirmed && { assumed: true }) };
  return readProcesses([row]).processes[0] ?? current;
}

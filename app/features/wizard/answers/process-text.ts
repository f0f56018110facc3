import type { ProcessSuggestion } from "#app/features/content/automations/process-suggestion-schema.ts";
import { processSuggestions, typicalPeople } from "#app/features/content/automations/process-suggestions.ts";
import { type DraftInput, Process } from "#app/features/roi/inputs/model-input.ts";
import { askedNumber, numberText, parseNumber } from "#app/lib/forms/typed-number.ts";
import { isInvisible } from "#app/lib/words/invisible.ts";

export const processFields = ["name", "area", "activity", "hours", "people", "frequency", "pain"] as const;
export type ProcessField = (typeof processFields)[number];

/** One process as typed. `key`: of the row on the page, not saved. `assumed`: its hours are unconfirmed. */
export type ProcessText = Record<ProcessField, string> & { key: string; assumed?: boolean };

export type ProcessErrors = Record<string, Partial<Record<ProcessField, string>>>;

export const processLabels: Readonly<Record<ProcessField, string>> = {
  name: "Process Name",
  area: "Area",
  activity: "Activity",
  hours: "Hours per Person per Week",
  people: "People",
  frequency: "Frequency",
  pain: "Pain",
};

const chosenFields: ReadonlySet<ProcessField> = new Set(["area", "activity", "frequency", "pain"]);
const chooseOne = (field: ProcessField) => ({
  issues: [{ message: `${processLabels[field]}: choose one from the list.` }],
});

type DraftProcesses = NonNullable<DraftInput["processes"]>;

export const processTexts = (processes: DraftInput["processes"]): ProcessText[] =>
  (processes ?? []).map((process, index) => ({
    key: savedKey(index, process.name),
    name: process.name ?? "",
    area: process.area ?? "",
    activity: process.activity ?? "",
    hours: numberText(process.hours),
    people: numberText(process.people),
    frequency: process.frequency ?? "",
    pain: numberText(process.pain),
    ...(process.assumed && { assumed: true }),
  }));

/** The key contains the name: after rows are removed, the same index is another row. */
const savedKey = (index: number, name = "") => `saved-${index}-${encodeURIComponent(name)}`;

/** Gives rows the keys that `processTexts` will give them once they are saved. */
export function savedRowKeys(rows: readonly ProcessText[]): ProcessText[] {
  let saved = 0;
  let blank = 0;
  return rows.map((row) => ({ ...row, key: isBlank(row) ? `blank-${blank++}` : savedKey(saved++, row.name) }));
}

/** Returns the rows of this device's backup; undefined if it has none. */
export const processTextsIn = (kept: unknown): ProcessText[] | undefined =>
  Array.isArray(kept) &&
  kept.every((row) => typeof row?.key === "string" && processFields.every((field) => typeof row[field] === "string"))
    ? (kept as ProcessText[])
    : undefined;

export const emptyProcess = (key: string, area = ""): ProcessText => ({
  key,
  name: "",
  area,
  activity: "",
  hours: "",
  people: "",
  frequency: "",
  pain: "",
});

export const withOneRow = (rows: ProcessText[], area: string | undefined): ProcessText[] =>
  rows.length > 0 ? rows : [emptyProcess("first", area)];

/** Returns the rows with one field edited, adding the row if it is missing. Typing hours or people confirms them. */
export const editRow = (
  rows: readonly ProcessText[],
  edited: ProcessText,
  field: ProcessField,
  text: string,
): ProcessText[] =>
  withRow(rows, edited).map((row) => {
    if (row.key !== edited.key) return row;
    const next = { ...row, [field]: text };
    return field === "hours" || field === "people" ? confirmed(next) : next;
  });

/** Returns the rows with the hours of one confirmed unchanged. */
export const confirmHours = (rows: readonly ProcessText[], wanted: ProcessText): ProcessText[] =>
  withRow(rows, wanted).map((row) => (row.key === wanted.key ? confirmed(row) : row));

const confirmed = ({ assumed: _, ...row }: ProcessText): ProcessText => row;

export const withRow = (rows: readonly ProcessText[], wanted: ProcessText): readonly ProcessText[] =>
  rows.some(({ key }) => key === wanted.key) ? rows : [...rows, wanted];

/** Converts a suggestion into a row, with typical values for a company of `employees`. */
export const suggestedProcess = (key: string, suggestion: ProcessSuggestion, employees?: number): ProcessText => ({
  key,
  name: suggestion.name,
  area: suggestion.area,
  activity: suggestion.activity,
  hours: String(suggestion.hours),
  people: String(typicalPeople(suggestion, employees)),
  frequency: suggestion.frequency,
  pain: String(suggestion.pain),
});

export function isTypical(row: ProcessText, employees?: number): boolean {
  const suggestion = processSuggestions.find(({ name }) => name === row.name);
  if (!suggestion) return false;
  const typical = suggestedProcess(row.key, suggestion, employees);
  return processFields.every((field) => typical[field] === row[field]);
}

/** Whether nothing is typed yet; such a row is neither saved nor reported as incomplete. */
export const isBlank = (row: ProcessText): boolean =>
  [row.name, row.activity, row.hours, row.people, row.frequency, row.pain].every(isInvisible);

/** Returns the processes to save, without out-of-bounds values, and the errors of those by row and field. */
export function readProcesses(rows: readonly ProcessText[]): { processes: DraftProcesses; errors: ProcessErrors } {
  const errors: ProcessErrors = {};
  const processes = rows
    .filter((row) => !isBlank(row))
    .map((row) => {
      const process: Record<string, unknown> = {};
      for (const field of processFields) {
        const value = typedValue(row, field);
        if (value === undefined) continue;
        const read = Process.shape[field].safeParse(value);
        if (read.success) process[field] = read.data;
        else note(errors, row, field, read.error);
      }
      if (row.assumed) process["assumed"] = true;
      return process as DraftProcesses[number];
    });
  return { processes, errors };
}

export function processErrors(rows: readonly ProcessText[]): ProcessErrors {
  const errors: ProcessErrors = {};
  for (const row of rows.filter((candidate) => !isBlank(candidate)))
    for (const field of processFields) {
      const value = typedValue(row, field);
      const read = Process.shape[field].safeParse(value);
      if (read.success) continue;
      const isUnchosen = value === undefined && chosenFields.has(field);
      note(errors, row, field, isUnchosen ? chooseOne(field) : read.error);
    }
  return errors;
}

export function completeProcess(row: ProcessText): Process | undefined {
  const values = Object.fromEntries(processFields.map((field) => [field, typedValue(row, field)]));
  const read = Process.safeParse(row.assumed ? { ...values, assumed: true } : values);
  return read.success ? read.data : undefined;
}

const isNumber = (field: ProcessField) => field === "hours" || field === "people" || field === "pain";

function typedValue(row: ProcessText, field: ProcessField): string | number | undefined {
  if (isNumber(field)) return parseNumber(row[field]) ?? undefined;
  const text = row[field];
  return isInvisible(text) ? undefined : text;
}

function note(
  errors: ProcessErrors,
  row: ProcessText,
  field: ProcessField,
  error: { issues: readonly { message: string }[] },
) {
  const message = (isNumber(field) && askedNumber(row[field])) || error.issues[0]?.message || "Check this value.";
  errors[row.key] = { ...errors[row.key], [field]: message };
}

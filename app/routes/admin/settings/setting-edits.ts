import type { SettingField } from "#app/features/settings/setting-pages.server.ts";
import { parseNumber } from "#app/lib/forms/typed-number.ts";

/** Edits of one setting: the text of its input, or a secret to remove. */
export type SettingEdit = { text?: string; isRemoved?: boolean };

/** Values with several lines are separated by `|` or commas. */
export const separatorOf = ({ kind }: Pick<SettingField, "kind">): "|" | "," | null =>
  kind === "lines" || kind === "people" ? "|" : kind === "list" ? "," : null;

/** `6,200` as `6200`. What is not a number, or could be two, is sent as it was typed and refused with a sentence. */
function plainNumber(typed: string): string {
  const number = parseNumber(typed);
  return number === null || Number.isNaN(number) ? typed : String(number);
}

/** What to send for an edited setting: nothing if its value is the same. */
export function changeOf(
  field: SettingField,
  { text, isRemoved }: SettingEdit = {},
): { name: string; value: string | null }[] {
  const { name } = field;
  if (isRemoved) return [{ name, value: null }];
  if (text === undefined || (field.secret && text === "")) return [];
  const separator = separatorOf(field);
  const value = separator
    ? text
        .split("\n")
        .map((line) => line.trim())
        .filter(Boolean)
        .join(separator)
    : field.kind === "number" || field.kind === "price"
      ? plainNumber(text.trim())
      : text.trim();
  return value === (field.value ?? "") ? [] : [{ name, value: value || null }];
}

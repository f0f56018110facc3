import { isInvisible } from "#app/lib/words/invisible.ts";

/* Cells without a value in tables that other programs write. */

/**
 * Errors of spreadsheet programs. In every language they have an end mark (#REF!, #¿NOMBRE?, #スピル!), a slash or an underscore
 * (#N/A, #GETTING_DATA, #NENÍ_K_DISPOZICI), except for three; other words in capitals, such as #B2B, are tags.
 */
const spreadsheetError =
  /^(?:#+|#[\p{Lu}\p{Lo}\p{Lm}\d/_¿¡]{2,20}[!?]|#\p{Lu}+(?:[/_]\p{Lu}+)+|#(?:NV|YOK|HIÁNYZIK)|Err:\d{3})$/u;

/** What programs write for no value. "Nan" and "Null" are names. */
const noValue = /^(?:#?[Nn]\/[Aa]|n\.a\.|null|NULL|nan|NaN|undefined|none|\((?:blank|none|null)\))$/u;

const maxMark = 100;

/** Whether every word of a cell marks a missing value: "#N/A", "null null". "None", as pandas writes it, does so except in a name. */
export function marksMissing(cell: string, { isName = false } = {}): boolean {
  const written = cell.trim();
  if (written.length > maxMark) return false;
  const isMark = (word: string) => spreadsheetError.test(word) || noValue.test(word) || (word === "None" && !isName);
  const words = written.split(/[\s,;]+/);
  return words.some(isMark) && words.every((word) => isMark(word) || isEmptyCell(word));
}

/** Whether a cell has only punctuation, separators and invisible text: "-", "?". Emoji, also those of punctuation (‼️), are values. */
export const isEmptyCell = (cell: string): boolean => isInvisible(cell.replace(/[\p{P}\p{Z}](?!\ufe0f)/gu, ""));

/** Whether a cell that is no name has no value. */
export const isMissing = (cell: string): boolean => isEmptyCell(cell) || marksMissing(cell);

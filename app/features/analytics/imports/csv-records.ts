import { delimiterOf, fromCsv } from "#app/lib/formats/csv.ts";
import { isInvisible } from "#app/lib/words/invisible.ts";
import type { ArchiveFile } from "./archive.ts";

/** A row with access by column name. `row`: its line number in the file; the header is 1. */
export type CsvRecord = { row: number; cells: readonly string[]; value: (column: string) => string };

export type MissingColumn = { file: string; column: string };

/** Returns the non-blank rows of a file, or a required column that it lacks. */
export function readRecords(file: ArchiveFile, required: readonly string[]): CsvRecord[] | MissingColumn {
  const [header = [], ...rows] = fromCsv(file.text, delimiterOf(file.text));
  const columns = new Map(header.map((name, at) => [name.trim().toLowerCase(), at]));
  const column = required.find((name) => !columns.has(name));
  if (column !== undefined) return { file: file.name, column };
  return rows.flatMap((cells, at) =>
    cells.every(isInvisible)
      ? []
      : { row: at + 2, cells, value: (name) => (cells[columns.get(name) ?? -1] ?? "").trim() },
  );
}

/** The first of these columns that the header of a file lacks; null if it has all. */
export function missingColumn({ text }: ArchiveFile, required: readonly string[]): string | null {
  const end = text.search(/[\r\n]/);
  const [header = []] = fromCsv(end === -1 ? text : text.slice(0, end), delimiterOf(text));
  const columns = header.map((name) => name.trim().toLowerCase());
  return required.find((name) => !columns.includes(name)) ?? null;
}

/** Parses an ISO date between 2000 and 2099, also with the time of its start; null if invalid. */
export function readDay(written: string): string | null {
  const text = written.replace(/[ T]00:00(?::00(?:\.0+)?)?(?:Z|\+00(?::?00)?)?$/, "");
  if (!/^20\d\d-\d\d-\d\d$/.test(text)) return null;
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && new Date(at).toISOString().startsWith(text) ? text : null;
}

/** Parses a non-negative whole number that fits an integer column; 0 for an empty cell, null if invalid. */
export function readCount(text: string): number | null {
  if (text === "") return 0;
  const count = Number(text);
  return /^\d+(?:\.0+)?$/.test(text) && count <= 2_000_000_000 ? count : null;
}

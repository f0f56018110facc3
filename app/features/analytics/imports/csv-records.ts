import { delimiterOf, fromCsv } from "#app/lib/csv.ts";
import type { ArchiveFile } from "./archive.ts";

/** A row with access by column name. `row`: its line number in the file; the header is 1. */
export type CsvRecord = { row: number; cells: readonly string[]; value: (column: string) => string };

/** Returns the non-blank rows of a file; undefined if a required column is missing. */
export function readRecords({ text }: ArchiveFile, required: readonly string[]): CsvRecord[] | undefined {
  const [header = [], ...rows] = fromCsv(text, delimiterOf(text));
  const columns = new Map(header.map((name, at) => [name.trim().toLowerCase(), at]));
  if (!required.every((name) => columns.has(name))) return undefined;
  return rows.flatMap((cells, at) =>
    cells.every((cell) => cell.trim() === "")
      ? []
      : { row: at + 2, cells, value: (column) => (cells[columns.get(column) ?? -1] ?? "").trim() },
  );
}

/** Parses an ISO date between 2000 and 2099; null if invalid. */
export function readDay(text: string): string | null {
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

import { brokenRow, delimiterOf, fromCsv, markBroken } from "#app/lib/formats/csv.ts";
import { isMissing } from "#app/lib/formats/missing-value.ts";
import { isInvisible } from "#app/lib/words/invisible.ts";
import {
  type Alternatives,
  alternativesOf,
  guessColumns,
  type ImportChoices,
  type ImportField,
} from "./import-file.ts";
import { readWebsite } from "./import-values.ts";

/*
 * Finds the table in a CSV file: exports begin with notes or titles above the headings, and some have no headings at all. Pure.
 */

/** `row`: its number in a spreadsheet program; the first row of the file is 1. `isBroken`: a quotation mark is not closed. */
export type TableRow = { row: number; cells: readonly string[]; isBroken: boolean };

export type ImportTable = {
  header: string[];
  /** Every row below the headings that is not blank. */
  rows: TableRow[];
  /** Rows above the headings, also blank ones. */
  titleRows: number;
  hasHeader: boolean;
  guess: ImportChoices["columns"];
  alternatives: Alternatives;
};

/** Rows above the headings. */
const maxTitleRows = 20;
const sampleRows = 50;
/** Rows above the headings of a later table. */
const maxTableStart = 500;
/** How many rows below possible headings are searched for an email address. */
const nextRows = 5;

export function readTable(text: string, delimiter: string): ImportTable {
  const all = fromCsv(markBroken(text, delimiter), delimiter).map((cells, at): TableRow => {
    const isBroken = cells[0]?.startsWith(brokenRow) ?? false;
    return { row: at + 1, cells: isBroken ? [cells[0]!.slice(brokenRow.length)] : cells, isBroken };
  });
  const rows = splitRows(
    all.filter(({ cells }) => !isBlank(cells)),
    delimiter,
  );
  const at = headerAt(rows);
  const found = rows[at]?.cells ?? [];
  const hasHeader = !found.some(isAddress);
  const below = rows.slice(hasHeader ? at + 1 : at);
  const header = hasHeader ? [...found] : found.map((_, column) => `Column ${column + 1}`);
  return {
    ...{ header, rows: below, titleRows: (rows[at]?.row ?? 1) - 1, hasHeader },
    ...{ guess: guessTable(header, below), alternatives: alternativesOf(header) },
  };
}

/** Excel of a country with another delimiter writes a row, or only rows with quotation marks, as one quoted cell. */
function splitRows(rows: readonly TableRow[], delimiter: string): readonly TableRow[] {
  const isOneCell = ({ cells, isBroken }: TableRow) => !isBroken && cells.length === 1 && cells[0]!.includes(delimiter);
  const split = (row: TableRow): TableRow =>
    isOneCell(row) ? { ...row, cells: fromCsv(row.cells[0]!, delimiter)[0] ?? [] } : row;
  const isHeading = (row: TableRow) => Object.keys(guessColumns(split(row).cells)).length > 1;
  return rows.some(isOneCell) && rows.slice(0, maxTitleRows).some(isHeading) ? rows.map(split) : rows;
}

/** Returns the row of the headings: the one with an address column, if several the one above the most people, otherwise the first row that is as wide as most. */
function headerAt(rows: readonly TableRow[]): number {
  const first = rows.slice(0, maxTitleRows);
  const named = first.findIndex(({ cells }) => guessColumns(cells).email !== undefined && !cells.some(isAddress));
  if (named >= 0) return largestTable(rows, named);
  const widths = rows
    .slice(0, sampleRows)
    .map(({ cells }) => cells.length)
    .toSorted((one, other) => one - other);
  const usual = widths[Math.floor(widths.length / 2)] ?? 0;
  return Math.max(
    0,
    first.findIndex(({ cells, isBroken }) => !isBroken && cells.length >= usual),
  );
}

/** Zoom lists hosts, panelists and attendees below headings of their own. A later row counts as headings if it differs from the first ones and has a name column and an address column. */
function largestTable(rows: readonly TableRow[], first: number): number {
  const isOther = ({ cells }: TableRow, at: number) => {
    if (at <= first || cells.some(isAddress) || cells.join() === rows[first]!.cells.join()) return false;
    const { email, name, firstName } = guessColumns(cells);
    if (email === undefined || (name ?? firstName) === undefined) return false;
    return rows.slice(at + 1, at + 1 + nextRows).some((below) => isAddress(below.cells[email] ?? ""));
  };
  const others = rows.slice(0, maxTableStart).flatMap((row, at) => (isOther(row, at) ? [at] : []));
  if (others.length === 0) return first;
  const starts = [first, ...others];
  const people = starts.map((start, place) => {
    const cells = rows.slice(start, starts[place + 1]).flatMap((row) => row.cells);
    return new Set(cells.filter(isAddress)).size;
  });
  return starts[people.indexOf(Math.max(...people))]!;
}

/** How many fields the headings in the beginning of a file name: in the wrong encoding those in other languages are unknown. */
export const knownHeadings = (start: string): number =>
  Math.max(
    ...fromCsv(start, delimiterOf(start))
      .slice(0, maxTitleRows)
      .map((cells) => Object.keys(guessColumns(cells)).length),
  );

/** Guesses the columns by their headings; an address column without a known heading by its values. */
function guessTable(header: readonly string[], rows: readonly TableRow[]): ImportChoices["columns"] {
  const guess = guessColumns(header, (column, field) => hasValues(rows, column, field));
  if (guess.email !== undefined) return guess;
  const sample = rows.slice(0, sampleRows);
  const counts = header.map((_, column) => sample.filter(({ cells }) => isAddress(cells[column] ?? "")).length);
  const most = Math.max(0, ...counts);
  return most * 2 > sample.length ? { ...guess, email: counts.indexOf(most) } : guess;
}

/** "3.2.2026", "3. März", "28", "Mo.", "Montag". */
const day =
  /^(?:\d{1,4}[./-]\s*\d|\d{1,2}\.?(?:$|\s+\p{L}+\s+\d{4})|\d{1,2}\.\s+\p{L}|(?:mo|di|mi|do|fr|sa|so)(?:$|[.,])|(?:mon|diens|donners|frei|sams|sonn)tag|mittwoch|sonnabend)/iu;

/** Whether a column has values of a field in any row. Days are no tags, and profiles of social networks no websites. */
function hasValues(rows: readonly TableRow[], column: number, field: ImportField): boolean {
  const cellOf = ({ cells }: TableRow) => (cells[column] ?? "").slice(0, maxAddressCell).trim();
  if (field === "website") return rows.some((row) => isWebsite(cellOf(row)));
  if (field !== "tags") return rows.some((row) => !isMissing(cellOf(row)));
  const sample = rows
    .map(cellOf)
    .filter((cell) => !isMissing(cell))
    .slice(0, sampleRows);
  return sample.filter((cell) => day.test(cell)).length * 2 < sample.length;
}

const isWebsite = (cell: string): boolean => !isMissing(cell) && readWebsite(cell).value !== null;

export const isBlank = (cells: readonly string[]): boolean => cells.every(isInvisible);

/** Longer cells are texts. */
const maxAddressCell = 500;

function isAddress(cell: string): boolean {
  const typed = cell.trim();
  return typed.length <= maxAddressCell && /(?:^|<)[^\s<>@]+@[^\s<>@]+\.[^\s<>@]+>?$/.test(typed);
}

import {
  csvSize,
  decodeText,
  delimiterOf,
  type Encoding,
  fromCsv,
  toCsv,
  unusedColumns,
} from "#app/lib/formats/csv.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { shortened } from "#app/lib/words/cut.ts";
import { defineThreadTask, runInThread, ThreadEnded } from "#app/platform/threads.server.ts";
import {
  type Alternatives,
  type ImportChoices,
  maxImportColumns,
  maxImportRows,
  type RejectedRow,
  readChoices,
} from "./import-file.ts";
import { type CheckedRows, checkRows, filledFrom, type ImportRow } from "./import-rows.server.ts";
import { knownHeadings, readTable, type TableRow } from "./import-table.ts";

/*
 * Reads files of prospects in a process of its own (decision 0133): one of 5 MB takes two seconds. Large results come back as JSON
 * in parts, so that no step of the serving process takes long.
 */

export type FileRefusal = Refusal<
  "not_text" | "not_a_table" | "no_rows" | "too_many_rows" | "too_many_cells" | "reader_ended"
>;

type StoredFile = {
  content: string;
  encoding: Encoding;
  delimiter: string;
  rowCount: number;
};

const lane = "imports";
const bytesOf = (content: string) => new TextEncoder().encode(content);
const textOf = (file: Uint8Array) => new TextDecoder("utf-8", { ignoreBOM: true }).decode(file);

/** A vCard, web page, XML, JSON or RTF file: as a table, its lines would be rows. `<anna@firm.example>` and `[[Contacts]]` are cells. */
const otherFormat =
  /^\uFEFF?\s*(?:BEGIN:VCARD|<!--|<(?:!doctype|html|head|meta|body|style|table|div|(?:\w+:)?workbook|\?xml)[\s/>]|\{\\rtf|\{\s*"|\[[\s[]*(?:["{]|[\w.-]+\s*,\s*"))/i;

const maxLines = maxImportRows * 10;
const maxCells = maxImportRows * 100;

function isTooDense(text: string, delimiter: string): boolean {
  const { lines, cells, columns } = csvSize(text, delimiter);
  return lines > maxLines || cells > maxCells || columns > maxImportColumns;
}

export const readImportTask = defineThreadTask({
  name: "pipeline.read-import",
  lane,
  run: async ({ file }: { file: Uint8Array }): Promise<Result<StoredFile, FileRefusal>> => {
    const decoded = decodeText(file, knownHeadings);
    if (!decoded) return refuse("not_text");
    const { text, encoding } = decoded;
    if (otherFormat.test(text)) return refuse("not_a_table");
    const delimiter = delimiterOf(text);
    if (isTooDense(text, delimiter)) return refuse("too_many_cells");
    const rowCount = readTable(text, delimiter).rows.length;
    if (rowCount === 0) return refuse("no_rows");
    if (rowCount > maxImportRows) return refuse("too_many_rows");
    return ok({ content: text, encoding, delimiter, rowCount });
  },
});

/** Reads an uploaded file. Refusal reader_ended: it took too much time or memory. Throws GateCrowded and ThreadsClosed. */
export const readImportFile = (file: Uint8Array): Promise<Result<StoredFile, FileRefusal>> =>
  runInThread(readImportTask, { file }).catch((error: unknown) => {
    if (error instanceof ThreadEnded) return refuse("reader_ended");
    throw error;
  });

/** Cells of more than 200 characters are cut, because a cell can be as large as the file. */
export type FilePreview = {
  choices: ImportChoices;
  header: string[];
  /** Rows above the headings, which are ignored. */
  titleRows: number;
  hasHeader: boolean;
  /** What will be stored of the first valid rows. */
  rows: ImportRow[];
  valid: number;
  rejected: number;
  problems: RejectedRow[];
  /** The number of rows that are imported without a value. */
  partial: number;
  partialRows: RejectedRow[];
  /** Headings of columns with values that are not imported. */
  unusedColumns: string[];
};

const previewRows = 5;
const previewCharacters = 200;

export const previewImportTask = defineThreadTask({
  name: "pipeline.preview-import",
  lane,
  run: async ({ file, delimiter, query }: { file: Uint8Array; delimiter: string; query: string }) => {
    const { header, rows, guess, alternatives, titleRows, hasHeader } = readTable(textOf(file), delimiter);
    const choices = readChoices(new URLSearchParams(query), guess);
    const { valid, rejected, partial } = await checkRows(rows, choices.columns, alternatives);
    const shown = (problems: readonly RejectedRow[]) =>
      problems
        .slice(0, previewRows)
        .map((row) => ({ ...row, cells: shortCells(row.cells.slice(0, maxImportColumns)) }));
    const preview: FilePreview = {
      ...{ choices, titleRows, hasHeader, header: shortCells(header), rows: valid.slice(0, previewRows) },
      valid: valid.length,
      ...{ rejected: rejected.length, problems: shown(rejected) },
      ...{ partial: partial.length, partialRows: shown(partial) },
      unusedColumns: unusedIn(header, rows, choices.columns, alternatives),
    };
    return { preview, emails: valid.map(({ email }) => email) };
  },
});

function unusedIn(
  header: readonly string[],
  rows: readonly TableRow[],
  columns: ImportChoices["columns"],
  alternatives: Alternatives,
): string[] {
  const filled = filledFrom(columns, alternatives);
  return shortCells(
    unusedColumns(
      header,
      rows.map(({ cells }) => filled(cells)),
      new Set(Object.values(columns)),
    ),
  );
}

const shortCells = (cells: readonly string[]): string[] => cells.map((cell) => shortened(cell, previewCharacters + 1));

/** What the choices in `params` would import of a stored file, with the address of every valid row. Throws like `runInThread`. */
export const previewFile = (
  { content, delimiter }: Pick<StoredFile, "content" | "delimiter">,
  params: URLSearchParams,
): Promise<{ preview: FilePreview; emails: string[] }> =>
  runInThread(previewImportTask, { file: bytesOf(content), delimiter, query: params.toString() });

const batchSize = 500;

export const checkImportTask = defineThreadTask({
  name: "pipeline.check-import",
  lane,
  run: async ({
    file,
    delimiter,
    columns,
  }: {
    file: Uint8Array;
    delimiter: string;
    columns: ImportChoices["columns"];
  }) => {
    const { header, rows, alternatives } = readTable(textOf(file), delimiter);
    const checked = await checkRows(rows, columns, alternatives);
    const { valid, rejected } = checked;
    // Sorted, so that two imports of the same addresses cannot deadlock.
    const sorted = valid.toSorted((one, other) => (one.email < other.email ? -1 : 1));
    const batches = Array.from({ length: Math.ceil(sorted.length / batchSize) }, (_, at) =>
      JSON.stringify(sorted.slice(at * batchSize, (at + 1) * batchSize)),
    );
    return {
      ...{ batches, emails: sorted.map(({ email }) => email), rejected: rejected.length },
      ...{ rejectedFile: problemFile(header, checked), unusedColumns: unusedIn(header, rows, columns, alternatives) },
    };
  },
});

export const leftRowsTask = defineThreadTask({
  name: "pipeline.left-rows",
  lane,
  run: async ({
    file,
    delimiter,
    columns,
    ...left
  }: { file: Uint8Array; delimiter: string; columns: ImportChoices["columns"] } & LeftRows) => {
    const { header, rows, alternatives } = readTable(textOf(file), delimiter);
    const checked = await checkRows(rows, columns, alternatives);
    const numbers = new Set(left.emails.flatMap((email) => checked.rowOf.get(email) ?? []));
    const kept = rows.filter(({ row }) => numbers.has(row));
    return problemFile(header, {
      rejected: [...checked.rejected, ...kept.map(({ row, cells }) => ({ row, cells, problem: left.because }))],
      partial: checked.partial.filter(({ row }) => !numbers.has(row)),
    });
  },
});

/** Addresses of the file that stay as they are in the pipeline, and why. */
type LeftRows = { emails: readonly string[]; because: string };

/** The file of problems that `checkFile` returns, with the rows that were left as well. Throws like `runInThread`. */
export const fileWithLeft = (
  { content, delimiter }: Pick<StoredFile, "content" | "delimiter">,
  columns: ImportChoices["columns"],
  left: LeftRows,
): Promise<string | null> => runInThread(leftRowsTask, { file: bytesOf(content), delimiter, columns, ...left });

function problemFile(
  header: readonly string[],
  { rejected, partial }: Pick<CheckedRows, "rejected" | "partial">,
): string | null {
  const problems = [
    ...rejected,
    ...partial.map((each) => ({ ...each, problem: `Imported without a value. ${each.problem}` })),
  ].toSorted((one, other) => one.row - other.row);
  return problems.length === 0
    ? null
    : toCsv([
        ["Row", "Problem", ...header],
        ...problems.map(({ row, problem, cells }) => [String(row), problem, ...cells]),
      ]);
}

const shownCharacters = 50_000;
const shownRows = 20;

/** The first rows of a file of problems. Reads only its beginning, because it can be as large as the upload. */
export const firstProblems = (file: string): RejectedRow[] =>
  fromCsv(file.slice(0, shownCharacters), ",")
    .slice(1, file.length > shownCharacters ? -1 : undefined)
    .filter(([row, problem]) => row && problem)
    .slice(0, shownRows)
    .map(([row, problem, ...cells]) => ({ row: Number(row), problem: problem!, cells: shortCells(cells) }));

/** The valid rows of a stored file, in batches ordered by address, and the file of its problems. Throws like `runInThread`. */
export async function checkFile(
  { content, delimiter }: Pick<StoredFile, "content" | "delimiter">,
  columns: ImportChoices["columns"],
): Promise<{
  batches: Iterable<ImportRow[]>;
  emails: string[];
  rejected: number;
  rejectedFile: string | null;
  unusedColumns: string[];
}> {
  const checked = await runInThread(checkImportTask, { file: bytesOf(content), delimiter, columns });
  return { ...checked, batches: parsed(checked.batches) };
}

function* parsed(batches: readonly string[]): Iterable<ImportRow[]> {
  for (const batch of batches) yield JSON.parse(batch) as ImportRow[];
}

import { parseCsv } from "hucre/csv";
import { isInvisible } from "#app/lib/words/invisible.ts";

/** Byte order mark that lets spreadsheet programs read a file as UTF-8; the start of every CSV file. */
export const csvStart = "\uFEFF";

/** Characters that start a formula, with the full-width forms that some programs treat alike. */
const formulaSigns = "=+\\-@\uFF1D\uFF0B\uFF0D\uFF20";
/** Also after spaces and zero-width characters, such as U+200B, which programs drop. */
const startsFormula = new RegExp(`^'*[\\s\\p{Cf}]*[${formulaSigns}\\t\\r\\n]`, "u");
const splitBeforeFormula = new RegExp(`([;\\t])(?='*[ \\p{Cf}]*[${formulaSigns}])`, "gu");
const escapedSplit = new RegExp(`([;\\t])'(?='*[ \\p{Cf}]*[${formulaSigns}])`, "gu");

/**
 * Returns one line of a CSV file (RFC 4180), with its line end. A value that a spreadsheet program would run as a
 * formula gets a leading apostrophe, and so does a part of it after a semicolon or tab, where some programs split
 * cells. Values with leading apostrophes get one more, so that `fromCsv` removes exactly what was added.
 */
export const csvLine = (values: readonly (string | number | null)[]): string =>
  `${values.map((value) => (value === null ? "" : cell(String(value)))).join(",")}\r\n`;

function cell(value: string): string {
  const isFormula = startsFormula.test(value) && !/^-?\d+(\.\d+)?$/.test(value);
  const safe = (isFormula ? `'${value}` : value).replace(splitBeforeFormula, "$1'");
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

export const toCsv = (rows: readonly (readonly (string | number | null)[])[]): string =>
  csvStart + rows.map(csvLine).join("");

/** The first line with which Excel names the delimiter of a file: `sep=;`. */
const separatorLine = /^\uFEFF?"?sep=([,;|\t])"?(?:\r\n|\r|\n|$)/i;

const textFormula = /^="([^"]*(?:""[^"]*)*)"$/;

/**
 * Parses a CSV text, removing the apostrophes that `toCsv` adds, formulas of a text (`="0049"`) and a first line `sep=;`. A blank line is a row of one empty cell.
 */
export const fromCsv = (text: string, delimiter: string): string[][] =>
  parseCsv(text.replace(separatorLine, ""), { delimiter, skipBom: true }).map((row) =>
    row.map((value) => {
      const written = String(value ?? "").replace(escapedSplit, "$1");
      if (written.startsWith("'") && startsFormula.test(written)) return written.slice(1);
      return textFormula.exec(written)?.[1]?.replaceAll('""', '"') ?? written;
    }),
  );

/**
 * Returns the headings of the columns with values that are not in `used`. Values beyond the last heading are one entry, because a row can
 * have as many as the file: `Column 5`, `Columns 5 to 900`.
 */
export function unusedColumns(
  header: readonly string[],
  rows: Iterable<readonly string[]>,
  used: ReadonlySet<number>,
): string[] {
  const filled = new Set<number>();
  let [first, last] = [Number.POSITIVE_INFINITY, -1];
  for (const cells of rows)
    for (const [at, cell] of cells.entries()) {
      if (isInvisible(cell)) continue;
      if (at < header.length) filled.add(at);
      else [first, last] = [Math.min(first, at), Math.max(last, at)];
    }
  const unused = [...filled].filter((at) => !used.has(at)).sort((one, other) => one - other);
  const beyond = first === last ? `Column ${first + 1}` : `Columns ${first + 1} to ${last + 1}`;
  return [...unused.map((at) => header[at]!.trim() || `Column ${at + 1}`), ...(last < 0 ? [] : [beyond])];
}

/**
 * Returns upper bounds of the lines and cells of a CSV text, and the cells of its first line, counted without parsing,
 * because parsing a file of only line ends or delimiters takes gigabytes. Line ends are LF, CR and CRLF, as in `fromCsv`.
 */
export function csvSize(text: string, delimiter: string): { lines: number; cells: number; columns: number } {
  const separator = delimiter.charCodeAt(0);
  let lines = 1;
  let separators = 0;
  let columns = 0;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code === separator) separators += 1;
    else if (code === 10 || (code === 13 && text.charCodeAt(at + 1) !== 10)) {
      if (lines === 1) columns = separators + 1;
      lines += 1;
    }
  }
  return { lines, cells: lines + separators, columns: lines === 1 ? separators + 1 : columns };
}

const delimiters = [",", ";", "\t", "|"];

/**
 * Returns the delimiter of a CSV text: a comma, semicolon, tab or bar. It is named in a first line `sep=;`, or else the one that most
 * of the first lines contain equally often outside quotes. Title lines above the table do not matter.
 */
export function delimiterOf(text: string): string {
  const named = separatorLine.exec(text)?.[1];
  if (named) return named;
  const lines = countsOfLines(text.slice(0, 20_000));
  let best = { delimiter: ",", lines: 0, count: 0 };
  for (const [at, delimiter] of delimiters.entries()) {
    const numbers = lines.map((counts) => counts[at]!).filter((count) => count > 0);
    for (const count of new Set(numbers)) {
      const same = numbers.filter((number) => number === count).length;
      if (same > best.lines || (same === best.lines && count > best.count)) best = { delimiter, lines: same, count };
    }
  }
  return best.delimiter;
}

const maxDelimiterLines = 50;

/** Counts each delimiter in the first lines, outside quotes. */
function countsOfLines(text: string): number[][] {
  const lines: number[][] = [delimiters.map(() => 0)];
  let isQuoted = false;
  for (const sign of text) {
    const at = delimiters.indexOf(sign);
    if (sign === '"') isQuoted = !isQuoted;
    else if (at >= 0 && !isQuoted) lines.at(-1)![at]! += 1;
    else if ((sign === "\n" || sign === "\r") && !isQuoted && lines.push(delimiters.map(() => 0)) > maxDelimiterLines)
      break;
  }
  return lines;
}

/** Begins the only cell of a row that `markBroken` found; no other text contains it. */
export const brokenRow = "\0";

/**
 * Finds lines with a quotation mark that is never closed, or closed too late, and turns each into one cell that begins with
 * `brokenRow`, so that the lines below it stay rows of their own. Programs read such a file as one long cell. A quoted cell is closed
 * too late if text follows its end, or if one of its lines looks like a row with an address: as many cells as most rows, and an "@".
 */
export function markBroken(text: string, delimiter: string): string {
  if (!text.includes('"')) return text;
  const usual = usualDelimiters(text, delimiter);
  const parts: string[] = [];
  let kept = 0;
  for (let at = 0; at < text.length; ) {
    const end = rowEnd(text, at, delimiter, usual);
    if (end !== null) {
      at = end;
      continue;
    }
    const stop = lineEnd(text, at);
    parts.push(text.slice(kept, at), `"${brokenRow}${text.slice(at, stop).replaceAll('"', '""')}"`);
    kept = stop;
    at = afterLineEnd(text, stop);
  }
  return parts.join("") + text.slice(kept);
}

function usualDelimiters(text: string, delimiter: string): number {
  const lines = countsOfLines(text.slice(0, 20_000)).map((counts) => counts[delimiters.indexOf(delimiter)]!);
  return lines.toSorted((one, other) => one - other)[Math.floor(lines.length / 2)] ?? 0;
}

const isLineEnd = (sign: string | undefined) => sign === "\n" || sign === "\r";

function lineEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && !isLineEnd(text[at])) at += 1;
  return at;
}

const afterLineEnd = (text: string, at: number): number => at + (text[at] === "\r" && text[at + 1] === "\n" ? 2 : 1);

/** Returns the position after the row that begins at `start`; null if it has a broken quotation mark. */
function rowEnd(text: string, start: number, delimiter: string, usual: number): number | null {
  for (let at = start; ; at += 1) {
    if (text[at] === '"') {
      const close = closingQuote(text, at);
      if (close === null || hidesRows(text, at, close, delimiter, usual)) return null;
      at = close + 1;
      while (text[at] === " ") at += 1;
      if (at < text.length && text[at] !== delimiter && !isLineEnd(text[at])) return null;
    } else while (at < text.length && text[at] !== delimiter && !isLineEnd(text[at])) at += 1;
    if (at >= text.length) return text.length;
    if (isLineEnd(text[at])) return afterLineEnd(text, at);
  }
}

function closingQuote(text: string, open: number): number | null {
  for (let at = open + 1; ; at += 2) {
    at = text.indexOf('"', at);
    if (at < 0) return null;
    if (text[at + 1] !== '"') return at;
  }
}

function hidesRows(text: string, open: number, close: number, delimiter: string, usual: number): boolean {
  // Without a line end it hides none; reading the rest of the line for each of its cells would cost quadratic time.
  if (usual === 0 || !/[\r\n]/.test(text.slice(open, close))) return false;
  const [, ...lines] = text.slice(open, lineEnd(text, close)).split(/\r\n|\r|\n/);
  return lines.some((line) => line.includes("@") && line.split(delimiter).length - 1 === usual);
}

/** Encodings in which older programs write CSV files, and Excel where the country has no other. They cannot be told apart by bytes alone. */
const olderEncodings = [
  ...(["Windows-1252", "Windows-1250", "Windows-1251", "Windows-1253", "Windows-1254", "Windows-1257"] as const),
  ...(["Shift_JIS", "GB18030", "Big5", "EUC-KR", "Macintosh"] as const),
];
export type Encoding = "UTF-8" | "UTF-16" | (typeof olderEncodings)[number];

/**
 * A file's bytes as text, with the encoding that fits: UTF-8, UTF-16, otherwise the older one for which `score` of the first characters is
 * highest. Among equals that is Windows-1252, or Macintosh if lines end with CR alone. Null for a binary file.
 */
export function decodeText(
  bytes: Uint8Array,
  score: (start: string) => number = () => 0,
): { text: string; encoding: Encoding } | null {
  const utf16 = utf16Of(bytes);
  const encoding = utf16 ? "UTF-16" : isUtf8(bytes) ? "UTF-8" : olderEncodingOf(bytes.subarray(0, 4000), score);
  const label = utf16 ?? encoding;
  const text = new TextDecoder(label).decode(bytes);
  return /[\0\p{Cs}]/u.test(text) ? null : { text, encoding };
}

function olderEncodingOf(start: Uint8Array, score: (start: string) => number): Encoding {
  const usual = start.includes(13) && !start.includes(10) ? "Macintosh" : "Windows-1252";
  const encodings = [usual, ...olderEncodings] as const;
  const scores = encodings.map((encoding) => score(new TextDecoder(encoding).decode(start)));
  return encodings[scores.indexOf(Math.max(...scores))]!;
}

/** By the byte order mark, or without one by the zero bytes of a text whose delimiters and line ends are ASCII. */
export function utf16Of(bytes: Uint8Array): "utf-16le" | "utf-16be" | null {
  if (bytes[0] === 0xff && bytes[1] === 0xfe) return "utf-16le";
  if (bytes[0] === 0xfe && bytes[1] === 0xff) return "utf-16be";
  const zeros = [0, 0];
  const start = bytes.subarray(0, 1000);
  for (const [at, byte] of start.entries()) if (byte === 0) zeros[at % 2]! += 1;
  const [even, odd] = zeros as [number, number];
  if (bytes.length % 2 === 1 || start.length < 8 || Math.max(even, odd) < start.length / 5) return null;
  return even === 0 ? "utf-16le" : odd === 0 ? "utf-16be" : null;
}

/** Also with some invalid bytes: programs cut texts within a letter. In another encoding hardly any letter beyond ASCII is valid. */
function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    const text = new TextDecoder().decode(bytes);
    const count = (signs: RegExp) => text.match(signs)?.length ?? 0;
    return count(/[^\0-\x7f\ufffd]/g) > count(/\ufffd/g) * 5;
  }
}

import { parseCsv } from "hucre/csv";

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

/** Parses a CSV text, removing the apostrophes that `toCsv` adds. A blank line is a row of one empty cell. */
export const fromCsv = (text: string, delimiter: string): string[][] =>
  parseCsv(text, { delimiter, skipBom: true }).map((row) =>
    row.map((value) => {
      const written = String(value ?? "").replace(escapedSplit, "$1");
      return written.startsWith("'") && startsFormula.test(written) ? written.slice(1) : written;
    }),
  );

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

/** The delimiter of a CSV text, by its first lines outside quotes: a comma, semicolon or tab. */
export function delimiterOf(text: string): string {
  let isQuoted = false;
  let best = { delimiter: ",", count: 0 };
  const counts = new Map([",", ";", "\t"].map((delimiter) => [delimiter, 0]));
  for (const sign of text.slice(0, 20_000)) {
    if (sign === '"') isQuoted = !isQuoted;
    else if (sign === "\n" && !isQuoted) break;
    else if (!isQuoted && counts.has(sign)) counts.set(sign, counts.get(sign)! + 1);
  }
  for (const [delimiter, count] of counts) if (count > best.count) best = { delimiter, count };
  return best.delimiter;
}

/** A file's bytes as text, with the encoding that fits: UTF-8, UTF-16 with its mark, or Windows-1252. Null for a binary file. */
export function decodeText(bytes: Uint8Array): { text: string; encoding: "UTF-8" | "UTF-16" | "Windows-1252" } | null {
  const isUtf16 = (bytes[0] === 0xff && bytes[1] === 0xfe) || (bytes[0] === 0xfe && bytes[1] === 0xff);
  const [label, encoding] = isUtf16
    ? ([bytes[0] === 0xff ? "utf-16le" : "utf-16be", "UTF-16"] as const)
    : isUtf8(bytes)
      ? (["utf-8", "UTF-8"] as const)
      : (["windows-1252", "Windows-1252"] as const);
  const text = new TextDecoder(label).decode(bytes);
  return /[\0\p{Cs}]/u.test(text) ? null : { text, encoding };
}

function isUtf8(bytes: Uint8Array): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}

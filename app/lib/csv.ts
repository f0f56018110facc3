/** Lets spreadsheet programs read a file as UTF-8; the first characters of every CSV file. */
export const csvStart = "\uFEFF";

/**
 * One line of a CSV file (RFC 4180), with its line end. A value that a spreadsheet program would run as a formula gets an
 * apostrophe in front.
 */
export const csvLine = (values: readonly (string | number | null)[]): string =>
  `${values.map((value) => (value === null ? "" : cell(String(value)))).join(",")}\r\n`;

function cell(value: string): string {
  const safe = /^[\s]*[=+\-@\t\r]/.test(value) && !/^-?\d+(\.\d+)?$/.test(value) ? `'${value}` : value;
  return /[",\r\n]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

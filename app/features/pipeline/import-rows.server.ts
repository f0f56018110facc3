import { setImmediate } from "node:timers/promises";
import { completeName, type PersonName } from "#app/lib/person-name.ts";
import { oneLine } from "#app/lib/text.ts";
import { type ImportChoices, type ImportField, importFields, type RejectedRow } from "./import-file.ts";
import type { TableRow } from "./import-table.ts";
import { type Read, readAddress, readEmployees, readLine, readTags, readWebsite } from "./import-values.ts";

/** What is stored of a row. */
export type ImportRow = PersonName & {
  email: string;
  company: string | null;
  website: string | null;
  role: string | null;
  industry: string | null;
  employees: number | null;
  tags: string[];
};

export type CheckedRows = {
  valid: ImportRow[];
  rejected: RejectedRow[];
  /** Rows that are imported without a value, with the reason. */
  partial: RejectedRow[];
  /** The number of the row of each valid address. */
  rowOf: Map<string, number>;
};

const rowsAtOnce = 250;

/**
 * Reads every row. Rejects rows without a valid address, with a broken quotation mark, and with an address of an earlier row; another
 * value that cannot be read is left out. Yields to other work every few hundred rows, because a large file takes about a second.
 */
export async function checkRows(rows: readonly TableRow[], columns: ImportChoices["columns"]): Promise<CheckedRows> {
  const rowOf = new Map<string, number>();
  const checked: CheckedRows = { valid: [], rejected: [], partial: [], rowOf };
  for (const [at, { row, cells, isBroken }] of rows.entries()) {
    if (at % rowsAtOnce === 0) await setImmediate();
    const { read, problems } = readRow(cells, columns);
    const first = read ? rowOf.get(read.email) : undefined;
    const reject = (problem: string) => void checked.rejected.push({ row, problem, cells });
    if (isBroken)
      reject("A quotation mark is not closed, so the row cannot be read. The rows below it are not affected.");
    else if (!read) reject("Email: Enter a valid email address.");
    else if (first !== undefined) reject(`Email: the same address is in row ${first}.`);
    else {
      rowOf.set(read.email, row);
      checked.valid.push(read);
      if (problems.length > 0) checked.partial.push({ row, problem: problems.join(" "), cells });
    }
  }
  return checked;
}

const lineLengths = { name: 100, firstName: 100, lastName: 100, company: 200, role: 100, industry: 100 } as const;

function readRow(
  cells: readonly string[],
  columns: ImportChoices["columns"],
): { read: ImportRow | null; problems: string[] } {
  // Runs of spaces would cost the patterns below quadratic time.
  const cell = (field: ImportField) => (columns[field] === undefined ? "" : oneLine(cells[columns[field]] ?? ""));
  const problems: string[] = [];
  const take = <Value>(field: ImportField, { value, problem }: Read<Value>): Value | null => {
    if (problem) problems.push(`${importFields[field].label}: ${problem}`);
    return value;
  };
  const line = (field: keyof typeof lineLengths) => take(field, readLine(cell(field), lineLengths[field]));
  const address = readAddress(cell("email"));
  const email = take("email", address);
  if (email === null) return { read: null, problems };
  const given = { name: line("name"), firstName: line("firstName"), lastName: line("lastName") };
  const isNamed = Object.values(given).some((part) => part !== null);
  const read = {
    ...{ email, ...completeName(isNamed ? given : { name: address.name?.slice(0, lineLengths.name) ?? null }) },
    ...{ company: line("company"), role: line("role"), industry: line("industry") },
    website: take("website", readWebsite(cell("website"))),
    employees: take("employees", readEmployees(cell("employees"))),
    tags: take("tags", readTags(cell("tags"))) ?? [],
  };
  return { read, problems };
}

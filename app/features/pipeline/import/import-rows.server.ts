import { setImmediate } from "node:timers/promises";
import { isMissing } from "#app/lib/formats/missing-value.ts";
import { completeName, type PersonName, splitName } from "#app/lib/people/person-name.ts";
import { recordOf } from "#app/lib/program/record-of.ts";
import { oneLine } from "#app/lib/text.ts";
import { cut } from "#app/lib/words/cut.ts";
import {
  prospectFields,
  type StatedField,
  type StatedNumber,
  type StatedValues,
  statedFields,
} from "../prospect-fields.ts";
import { nameFields } from "../prospects/prospect-names.ts";
import {
  type Alternatives,
  type ImportChoices,
  type ImportField,
  importFields,
  type RejectedRow,
} from "./import-file.ts";
import type { TableRow } from "./import-table.ts";
import {
  beginsWithMark,
  type Read,
  readAddress,
  readEmployees,
  readFullName,
  readLine,
  readPhone,
  readTags,
  readWebsite,
  unlessMissing,
} from "./import-values.ts";

/** What is stored of a row. */
export type ImportRow = StatedValues & { email: string; tags: string[] };

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
 * value that cannot be read is left out. `alternatives`: see `filledFrom`. Yields to other work every few hundred rows, because a large
 * file takes about a second.
 */
export async function checkRows(
  rows: readonly TableRow[],
  columns: ImportChoices["columns"],
  alternatives: Partial<Alternatives> = {},
): Promise<CheckedRows> {
  const rowOf = new Map<string, number>();
  const checked: CheckedRows = { valid: [], rejected: [], partial: [], rowOf };
  const filled = filledFrom(columns, alternatives);
  for (const [at, { row, cells, isBroken }] of rows.entries()) {
    if (at % rowsAtOnce === 0) await setImmediate();
    const { read, problems, isMissing } = readRow(filled(cells), columns);
    const first = read ? rowOf.get(read.email) : undefined;
    const reject = (problem: string) => void checked.rejected.push({ row, problem, cells });
    if (isBroken)
      reject("A quotation mark is not closed, so the row cannot be read. The rows below it are not affected.");
    else if (!read) reject(isMissing ? "The email is missing." : "Email: Enter a valid email address.");
    else if (first !== undefined) reject(`Email: the same address is in row ${first}.`);
    else {
      rowOf.set(read.email, row);
      checked.valid.push(read);
      if (problems.length > 0) checked.partial.push({ row, problem: problems.join(" "), cells });
    }
  }
  return checked;
}

/**
 * Returns what a row is read as: where the chosen column of addresses or phones is empty, the value of the first of `alternatives` that
 * has one and that no field is read from is moved there.
 */
export function filledFrom(columns: ImportChoices["columns"], alternatives: Partial<Alternatives>) {
  const isFree = (at: number) => !Object.values(columns).includes(at);
  const moves = (["email", "phone"] as const).map((field) => ({
    to: columns[field],
    from: alternatives[field]?.filter(isFree) ?? [],
  }));
  return (cells: readonly string[]): readonly string[] =>
    moves.reduce((filled, { to, from }) => {
      const isMissingAt = (at: number) => isMissing(filled[at] ?? "");
      const place = to !== undefined && isMissingAt(to) ? from.find((at) => !isMissingAt(at)) : undefined;
      if (place === undefined) return filled;
      const length = Math.max(filled.length, to! + 1);
      return Array.from({ length }, (_, at) => (at === place ? "" : (filled[at === to ? place : at] ?? "")));
    }, cells);
}

type Reader = (cell: string) => Read<string | number>;
/** Fields that are more than a line of text; numbers must be here. */
const readers: { [Field in StatedField]?: Reader } & Record<StatedNumber, Reader> = {
  name: readFullName,
  phone: readPhone,
  website: readWebsite,
  employees: readEmployees,
};
const readField = (field: StatedField, cell: string): Read<string | number> =>
  unlessMissing(
    cell,
    readers[field] ?? ((line: string) => readLine(line, (prospectFields[field] as { max: number }).max)),
    { isName: nameFields.some((name) => name === field) },
  );

function readRow(
  cells: readonly string[],
  columns: ImportChoices["columns"],
): { read: ImportRow | null; problems: string[]; isMissing?: boolean } {
  // Runs of spaces would cost the patterns below quadratic time.
  const cell = (field: ImportField) => (columns[field] === undefined ? "" : oneLine(cells[columns[field]] ?? ""));
  const problems: string[] = [];
  const take = <Value>(field: ImportField, { value, problem }: Read<Value>): Value | null => {
    if (problem) problems.push(`${importFields[field].label}: ${problem}`);
    return value;
  };
  const address = readAddress(cell("email"));
  const email = take("email", address);
  if (email === null) return { read: null, problems, isMissing: isMissing(cell("email")) };
  const stated = recordOf(statedFields, (field) => take(field, readField(field, cell(field)))) as StatedValues;
  const isNamed = nameFields.some((field) => stated[field] !== null);
  const full = isNamed ? cell("name") : cut(address.name ?? "", prospectFields.name.max);
  const named = columns.firstName === undefined ? withFirstName(stated) : stated;
  const given = isNamed ? named : { ...stated, name: take("name", readField("name", full)) as string | null };
  const isLast = !stated.firstName && !stated.lastName && beginsWithMark(full);
  const name = completeName(isLast ? { name: given.name, lastName: given.name } : given);
  return {
    read: { email, ...stated, ...name, tags: take("tags", unlessMissing(cell("tags"), readTags)) ?? [] },
    problems,
  };
}

/** For files without a first-name column: a "Name" that does not contain the last name is the first name, as in MailerLite's exports. */
function withFirstName({ name, lastName, firstName }: PersonName): PersonName {
  if (!name || !lastName) return { name, lastName, firstName };
  const isFull = wordsIn(name).includes(wordsIn(lastName));
  return isFull ? { name, lastName, firstName: splitName(name).firstName } : { name: null, lastName, firstName: name };
}
const wordsIn = (name: string) => ` ${name.toLowerCase().replaceAll(",", "")} `;

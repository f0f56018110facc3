import { type Activity, type Area, activities, areas } from "#app/features/content/automations/automation-terms.ts";
import { toolCategoryLabels } from "#app/features/content/tools/tool-labels.ts";
import { tools } from "#app/features/content/tools/tools.ts";
import { bounds, type Frequency, frequencies } from "#app/features/roi/inputs/bounds.ts";
import { activityLabels, focusLabels, frequencyLabels } from "#app/features/roi/inputs/input-labels.ts";
import { Tool } from "#app/features/roi/inputs/model-input.ts";
import {
  brokenRow,
  csvSize,
  decodeText,
  delimiterOf,
  fromCsv,
  markBroken,
  unusedColumns,
} from "#app/lib/formats/csv.ts";
import { isMissing } from "#app/lib/formats/missing-value.ts";
import { askedNumber, parseNumber } from "#app/lib/forms/typed-number.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { shortened } from "#app/lib/words/cut.ts";
import { isInvisible } from "#app/lib/words/invisible.ts";
import {
  isBlank,
  type ProcessErrors,
  type ProcessField,
  type ProcessText,
  processFields,
  readProcesses,
} from "./process-text.ts";
import { type ChosenTool, chooseFromCatalogue } from "./stack-text.ts";

/*
 * Reads tools and processes from a CSV file, in the browser. The first line names the columns. An invalid line is
 * skipped with a reason; existing rows of the draft are never changed. Cells are text: no formula is evaluated. "#N/A", "-" and the
 * like are empty cells.
 */

export const csvLimits = { bytes: 200_000, lines: 500, cells: 10_000 } as const;

export type CsvFault = { line: number; message: string };
export type CsvReading<Item> =
  | { kind: "refused"; message: string }
  /** `unused`: headings of columns with values that are not read. */
  | { kind: "read"; items: { line: number; item: Item }[]; faults: CsvFault[]; unused: string[] };

type Columns = Readonly<Record<string, readonly string[]>>;

const toolColumns = {
  name: ["tool", "name", "software", "vendor", "product", "application", "app"],
  cost: [
    "monthly cost",
    "cost",
    "price",
    "monthly",
    "monthly usd",
    "cost per month",
    "usd a month",
    "monthly cost in usd",
  ],
  category: ["category", "type", "what it is for"],
} as const satisfies Columns;

const processColumns = {
  name: ["process", "name", "process name", "task"],
  area: ["area", "team", "department"],
  activity: ["activity", "kind"],
  hours: ["hours", "hours per week", "hours per person per week", "h/wk"],
  people: ["people", "persons", "headcount"],
  frequency: ["frequency", "how often"],
  pain: ["pain"],
} as const satisfies Record<ProcessField, readonly string[]>;

export function readToolsCsv(
  bytes: Uint8Array,
  { chosen, employees }: { chosen: readonly ChosenTool[]; employees: number | undefined },
): CsvReading<ChosenTool> {
  const taken = new Set(chosen.map(({ id }) => id.toLowerCase()));
  return readLines(bytes, toolColumns, "tool, monthly cost, category", bounds.tools.max - chosen.length, (cells) => {
    const id = Tool.shape.id.safeParse(cells.name);
    if (!id.success) return `${quoted(cells.name)}: ${id.error.issues[0]?.message}`;
    const name = id.data;
    const known = tools.find((tool) => [tool.id, tool.name.toLowerCase()].includes(name.toLowerCase()));
    const own: ChosenTool = { id: name, name, category: undefined, cost: "" };
    const tool = (known && chooseFromCatalogue(known.id, employees)) ?? own;
    if (taken.has(tool.id.toLowerCase())) return `${tool.name} is in your list already. Its cost there is kept.`;
    const cost = parseNumber(cells.cost);
    const { low, high } = bounds.monthlyUsd;
    const asked = askedNumber(cells.cost);
    if (asked) return `${tool.name}: ${asked}`;
    if (Number.isNaN(cost) || (cost !== null && (cost < low || cost > high)))
      return `${tool.name}: "${quoted(cells.cost)}" is not a monthly cost in USD, such as 1600.`;
    const category = known ? tool.category : keyOf(toolCategoryLabels, cells.category);
    if (cells.category !== "" && category === undefined && !known)
      return `${tool.name}: the category "${quoted(cells.category)}" is not known. Use one of ${Object.values(toolCategoryLabels).join(", ")}, or leave it empty.`;
    taken.add(tool.id.toLowerCase());
    return { ...tool, category, cost: cost === null ? tool.cost : String(cost) };
  });
}

/** Returns the processes of a file, except names that are already in the list. Missing values are filled in later. */
export function readProcessesCsv(
  bytes: Uint8Array,
  { rows, area }: { rows: readonly ProcessText[]; area: Area | undefined },
): CsvReading<ProcessText> {
  const present = rows.filter((row) => !isBlank(row));
  const taken = new Set(present.map(({ name }) => name.trim().toLowerCase()));
  const columns = "process, area, activity, hours, people, frequency, pain";
  return readLines(bytes, processColumns, columns, bounds.processes.max - present.length, (cells, line) => {
    const title = quoted(cells.name);
    if (taken.has(cells.name.toLowerCase())) return `${title} is in your list already and is kept as it is.`;
    const row: ProcessText = {
      ...cells,
      key: `csv-${line}`,
      area: cells.area === "" ? (area ?? "") : (keyOf<Area>(focusLabels, cells.area, areas) ?? cells.area),
      activity: keyOf<Activity>(activityLabels, cells.activity, activities) ?? cells.activity,
      frequency: keyOf<Frequency>(frequencyLabels, cells.frequency, frequencies) ?? cells.frequency,
    };
    const faults: ProcessErrors[string] = readProcesses([row]).errors[row.key] ?? {};
    const [field] = processFields.filter((name) => faults[name]);
    if (field) return `${title}: ${faults[field]} The file says "${quoted(cells[field])}".`;
    taken.add(cells.name.toLowerCase());
    return row;
  });
}

type Cells<Names extends Columns> = Record<keyof Names & string, string> & { name: string };

function readLines<Names extends Columns & { name: readonly string[] }, Item extends object>(
  bytes: Uint8Array,
  columns: Names,
  example: string,
  room: number,
  take: (cells: Cells<Names>, line: number) => Item | string,
): CsvReading<Item> {
  const refused = (message: string) => ({ kind: "refused" as const, message });
  if (bytes.length > csvLimits.bytes) return refused(`The file has more than ${csvLimits.bytes / 1000} kB.`);
  const decoded = decodeText(bytes);
  if (!decoded) return refused("This is not a text file. Save the table as CSV and choose that file.");
  const delimiter = delimiterOf(decoded.text);
  const size = csvSize(decoded.text, delimiter);
  if (size.lines > csvLimits.lines || size.cells > csvLimits.cells)
    return refused(`The file has more than ${csvLimits.lines} lines or ${formatNumber(csvLimits.cells)} cells.`);
  const [header = [], ...lines] = fromCsv(markBroken(decoded.text, delimiter), delimiter);
  const heads = header.map((cell) => cell.trim().toLowerCase().replace(/[_-]+/g, " "));
  const places = Object.entries(columns).map(
    ([name, heading]) => [name, heads.findIndex((head) => heading.includes(head))] as const,
  );
  if (places.find(([name]) => name === "name")![1] < 0)
    return refused(`The first line must name the columns, such as: ${example}.`);
  const whole = lines.filter(([first = ""]) => !first.startsWith(brokenRow));
  const items: { line: number; item: Item }[] = [];
  const faults: CsvFault[] = [];
  lines.forEach((cells, index) => {
    const line = index + 2;
    const read = Object.fromEntries(places.map(([name, place]) => [name, typed(cells[place])])) as Cells<Names>;
    if (cells.every(isInvisible)) return;
    const isBroken = cells[0]!.startsWith(brokenRow);
    const taken = isBroken
      ? "A quotation mark is not closed in this line."
      : read.name === ""
        ? "The name is missing."
        : take(read, line);
    if (typeof taken === "string") faults.push({ line, message: taken });
    else if (items.length >= room) faults.push({ line, message: `${quoted(read.name)}: the list is full.` });
    else items.push({ line, item: taken });
  });
  if (items.length + faults.length === 0) return refused("The file has no lines below the header.");
  const unused = unusedColumns(header, whole, new Set(places.map(([, place]) => place)));
  return { kind: "read", items, faults, unused: unused.map(quoted) };
}

const typed = (cell = ""): string => (isMissing(cell) ? "" : cell.replace(/\s+/g, " ").trim());

function keyOf<Key extends string>(
  words: Readonly<Record<Key, string>>,
  typed: string,
  keys = Object.keys(words) as unknown as readonly Key[],
) {
  const wanted = typed.toLowerCase();
  return keys.find((key) => key.toLowerCase() === wanted || words[key].toLowerCase() === wanted);
}

const quoted = (text: string) => shortened(text, 40);

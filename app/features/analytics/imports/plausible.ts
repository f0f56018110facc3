import { isReadable } from "#app/lib/text.ts";
import { cutText } from "../cut-text.ts";
import { sourceName } from "../source-name.ts";
import type { ArchiveFile } from "./archive.ts";
import { type CsvRecord, readCount, readDay, readRecords } from "./csv-records.ts";
import type { HistoryContents, RejectedLine } from "./import-limits.ts";

/*
 * Plausible's CSV export: one file per report, `imported_<report>_<from>_<to>.csv`, with one row per day and value. Newer versions have
 * more columns, so columns are found by name and only the used ones are required.
 */

/** The stored numbers of the reports of imported days; they never change. `total`: all visits of the day. */
export const importedDimensions = {
  total: 0,
  page: 1,
  entry: 2,
  exit: 3,
  source: 4,
  medium: 5,
  campaign: 6,
  device: 7,
  browser: 8,
  os: 9,
  event: 10,
} as const;
export type ImportedDimension = keyof typeof importedDimensions;

export type DayFigures = { visitors: number; visits: number; views: number; bounces: number; seconds: number };
/** One day and one value of a dimension; `name` is empty for `total` and for visits without the fact. */
export type ImportedDay = DayFigures & { day: string; dimension: ImportedDimension; name: string };

type Columns = Partial<Record<keyof DayFigures, string>>;
type Report = { dimensions: Partial<Record<ImportedDimension, string>>; columns: Columns };

const visitColumns: Columns = { visitors: "visitors", visits: "visits", bounces: "bounces", seconds: "visit_duration" };
const reports: Readonly<Record<string, Report>> = {
  imported_visitors: { dimensions: { total: "" }, columns: { ...visitColumns, views: "pageviews" } },
  imported_pages: {
    dimensions: { page: "page" },
    columns: { visitors: "visitors", visits: "visits", views: "pageviews" },
  },
  imported_entry_pages: {
    dimensions: { entry: "entry_page" },
    columns: { visitors: "visitors", visits: "entrances", bounces: "bounces", seconds: "visit_duration" },
  },
  imported_exit_pages: { dimensions: { exit: "exit_page" }, columns: { visitors: "visitors", visits: "exits" } },
  imported_sources: {
    dimensions: { source: "source", medium: "utm_medium", campaign: "utm_campaign" },
    columns: visitColumns,
  },
  imported_devices: { dimensions: { device: "device" }, columns: visitColumns },
  imported_browsers: { dimensions: { browser: "browser" }, columns: visitColumns },
  imported_operating_systems: { dimensions: { os: "operating_system" }, columns: visitColumns },
  imported_custom_events: { dimensions: { event: "name" }, columns: { visitors: "visitors", visits: "visitors" } },
};

const devices: Readonly<Record<string, string>> = {
  desktop: "desktop",
  laptop: "desktop",
  mobile: "phone",
  tablet: "tablet",
};
const systems: Readonly<Record<string, string>> = { mac: "macOS", "gnu/linux": "Linux" };
const maxName = 300;

const reportNameOf = (fileName: string): string => fileName.replace(/\.csv$/i, "").replace(/_\d{8}_\d{8}$/, "");

export const isPlausible = (files: readonly ArchiveFile[]): boolean =>
  files.some(({ name }) => reportNameOf(name) in reports);

export type PlausibleHistory = {
  kind: "plausible";
  days: ImportedDay[];
  rejected: RejectedLine[];
  contents: HistoryContents;
};

/** Reads an export. Rows with an unreadable day or number are rejected; unknown files are skipped. */
export function readPlausible(files: readonly ArchiveFile[]): PlausibleHistory {
  const days = new Map<string, ImportedDay>();
  const rejected: RejectedLine[] = [];
  const skippedFiles: string[] = [];
  let rows = 0;
  for (const file of files) {
    const report = reports[reportNameOf(file.name)];
    const [first = ""] = Object.values(report?.dimensions ?? {});
    const records = report && readRecords(file, ["date", first || "visitors"]);
    if (!report || !records) {
      skippedFiles.push(file.name);
      continue;
    }
    for (const record of records) {
      const problem = addRecord(days, report, record);
      if (problem === null) rows += 1;
      else rejected.push({ file: file.name, row: record.row, problem, cells: record.cells });
    }
  }
  const all = [...days.values()];
  const dates = all.map(({ day }) => day).sort();
  const totals = all.filter(({ dimension }) => dimension === "total");
  return {
    kind: "plausible",
    days: all,
    rejected,
    contents: {
      kind: "plausible",
      firstDay: dates[0] ?? null,
      lastDay: dates.at(-1) ?? null,
      rows,
      visits: totals.reduce((sum, { visits }) => sum + visits, 0),
      views: totals.reduce((sum, { views }) => sum + views, 0),
      skippedFiles,
    },
  };
}

/** Adds a row to the figures of its day; rows of several campaigns or hosts add up. Returns the problem, or null. */
function addRecord(days: Map<string, ImportedDay>, { dimensions, columns }: Report, record: CsvRecord): string | null {
  const day = readDay(record.value("date"));
  if (!day) return "The date is not YYYY-MM-DD.";
  const figures: DayFigures = { visitors: 0, visits: 0, views: 0, bounces: 0, seconds: 0 };
  for (const [figure, column] of Object.entries(columns) as [keyof DayFigures, string][]) {
    const count = readCount(record.value(column));
    if (count === null) return `${column} is not a whole number.`;
    figures[figure] = count;
  }
  for (const [dimension, column] of Object.entries(dimensions) as [ImportedDimension, string][]) {
    const written = column === "" ? "" : record.value(column);
    if (!isReadable(written)) return `${column} has characters that cannot be read.`;
    // Visits without a campaign are in the other reports.
    if (written === "" && (dimension === "medium" || dimension === "campaign")) continue;
    const name = nameOf(dimension, written);
    const key = `${dimension} ${day} ${name}`;
    const known = days.get(key);
    if (!known) days.set(key, { day, dimension, name, ...figures });
    else for (const figure of Object.keys(figures) as (keyof DayFigures)[]) known[figure] += figures[figure];
  }
  return null;
}

function nameOf(dimension: ImportedDimension, written: string): string {
  const name = cutText(written, maxName);
  if (dimension === "device") return devices[name.toLowerCase()] ?? "unknown";
  if (dimension === "os") return systems[name.toLowerCase()] ?? name;
  if (dimension === "source") return /^direct(?: \/ none)?$/i.test(name) ? "" : sourceName(name);
  return name;
}

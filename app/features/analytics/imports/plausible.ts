import { ownValue } from "#app/lib/program/own-value.ts";
import { isReadable } from "#app/lib/text.ts";
import { cutText } from "../collecting/cut-text.ts";
import { channelOf } from "../collecting/sources/channels.ts";
import { sourceChannel, sourceName } from "../collecting/sources/source-name.ts";
import type { ArchiveFile } from "./archive.ts";
import { type CsvRecord, readCount, readDay, readRecords } from "./csv-records.ts";
import { browserNamed, deviceNamed, systemNamed } from "./fact-names.ts";
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
  /** Conversions of Plausible are its events. */
  goal: 10,
  channel: 11,
  /** Seconds on a page, and its scrolled percentages; in `seconds`, with their number in `visits`. */
  page_time: 12,
  page_scroll: 13,
} as const;
export type ImportedDimension = keyof typeof importedDimensions;

export type DayFigures = { visitors: number; visits: number; views: number; bounces: number; seconds: number };
/** One day and one value of a dimension; `name` is empty for `total` and for visits without the fact. */
export type ImportedDay = DayFigures & { day: string; dimension: ImportedDimension; name: string };

type Columns = Partial<Record<keyof DayFigures, string>>;
type Report = {
  dimensions: Partial<Record<ImportedDimension, string>>;
  columns: Columns;
  /** Dimensions with figures of their own. */
  others?: Partial<Record<ImportedDimension, Columns>>;
};

const visitColumns: Columns = { visitors: "visitors", visits: "visits", bounces: "bounces", seconds: "visit_duration" };
const reports: Readonly<Record<string, Report>> = {
  imported_visitors: { dimensions: { total: "" }, columns: { ...visitColumns, views: "pageviews" } },
  imported_pages: {
    dimensions: { page: "page", page_time: "page", page_scroll: "page" },
    columns: { visitors: "visitors", visits: "visits", views: "pageviews" },
    others: {
      page_time: { visits: "total_time_on_page_visits", seconds: "total_time_on_page" },
      page_scroll: { visits: "total_scroll_depth_visits", seconds: "total_scroll_depth" },
    },
  },
  imported_entry_pages: {
    dimensions: { entry: "entry_page" },
    columns: { visitors: "visitors", visits: "entrances", bounces: "bounces", seconds: "visit_duration" },
  },
  imported_exit_pages: { dimensions: { exit: "exit_page" }, columns: { visitors: "visitors", visits: "exits" } },
  imported_sources: {
    dimensions: { source: "source", channel: "source", medium: "utm_medium", campaign: "utm_campaign" },
    columns: visitColumns,
  },
  imported_devices: { dimensions: { device: "device" }, columns: visitColumns },
  imported_browsers: { dimensions: { browser: "browser" }, columns: visitColumns },
  imported_operating_systems: { dimensions: { os: "operating_system" }, columns: visitColumns },
  imported_custom_events: {
    dimensions: { event: "name" },
    columns: { visitors: "visitors", visits: "visitors", views: "events" },
  },
};

const maxName = 300;

/** The dates of the file, and the number of a repeated download, are no part of the report's name. */
const reportNameOf = (fileName: string): string =>
  fileName
    .toLowerCase()
    .replace(/\.csv$/, "")
    .replace(/ ?\(\d+\)$/, "")
    .replace(/(?:[_ -]\d{4}-?\d{2}-?\d{2})+$/, "");

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
    const report = ownValue(reports, reportNameOf(file.name));
    const [first = ""] = Object.values(report?.dimensions ?? {});
    const records = report && readRecords(file, ["date", first || "visitors"]);
    if (!report || !Array.isArray(records)) {
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
function addRecord(
  days: Map<string, ImportedDay>,
  { dimensions, columns, others = {} }: Report,
  record: CsvRecord,
): string | null {
  const day = readDay(record.value("date"));
  if (!day) return "The date is not YYYY-MM-DD.";
  const figures = figuresOf(record, columns);
  if (typeof figures === "string") return figures;
  const found: ImportedDay[] = [];
  for (const [dimension, column] of Object.entries(dimensions) as [ImportedDimension, string][]) {
    const written = column === "" ? "" : record.value(column);
    if (!isReadable(written)) return `${column} has characters that cannot be read.`;
    // Visits without a campaign are in the other reports.
    if (written === "" && (dimension === "medium" || dimension === "campaign")) continue;
    const own = others[dimension] ? figuresOf(record, others[dimension]) : figures;
    if (typeof own === "string") return own;
    if (others[dimension] && own.seconds === 0 && own.visits === 0) continue;
    const name = dimension === "channel" ? channelOfRecord(record) : nameOf(dimension, written);
    found.push({ day, dimension, name, ...own });
  }
  for (const one of found) {
    const key = `${one.dimension} ${day} ${one.name}`;
    const known = days.get(key);
    if (!known) days.set(key, one);
    else for (const figure of Object.keys(figures) as (keyof DayFigures)[]) known[figure] += one[figure];
  }
  return null;
}

/** The figures in these columns, or the problem. */
function figuresOf(record: CsvRecord, columns: Columns): DayFigures | string {
  const figures: DayFigures = { visitors: 0, visits: 0, views: 0, bounces: 0, seconds: 0 };
  for (const [figure, column] of Object.entries(columns) as [keyof DayFigures, string][]) {
    const count = readCount(record.value(column));
    if (count === null) return `${column} is not a whole number.`;
    figures[figure] = count;
  }
  return figures;
}

const isDirect = (source: string) => source === "" || /^direct(?: \/ none)?$/i.test(source);

/** `source` is a campaign's word, a host, or a name such as "Hacker News". */
function channelOfRecord(record: CsvRecord): string {
  const source = record.value("source");
  const isCampaign = record.value("utm_source") !== "";
  const isSite = !isDirect(source) && (source.includes(".") || sourceChannel(source) !== null);
  const words = isCampaign ? record.value("utm_source") : isDirect(source) || isSite ? null : source;
  return channelOf({
    ...{ referrer: isSite && !isCampaign ? source : null, source: words },
    ...{ medium: record.value("utm_medium") || null, campaign: record.value("utm_campaign") || null },
  });
}

function nameOf(dimension: ImportedDimension, written: string): string {
  const name = cutText(written, maxName);
  if (dimension === "device") return deviceNamed(name);
  if (dimension === "os") return systemNamed(name);
  if (dimension === "browser") return browserNamed(name);
  if (dimension === "source") return isDirect(name) ? "" : sourceName(name);
  return name;
}

/** Largest upload, and largest sum of the files in an archive, in bytes. */
export const maxHistoryBytes = 10 * 1024 * 1024;
export const maxUnpackedBytes = 60 * 1024 * 1024;
export const maxHistoryRows = 500_000;
/** Cells of all files together, twenty per row; limits the memory that reading them needs. */
export const maxHistoryCells = maxHistoryRows * 20;
/** Uploads that are not imported, and files of rejected rows, are deleted after this. */
export const historyFileHours = 24;

export type HistoryKind = "plausible" | "umami";
export const historyKindLabels: Record<HistoryKind, string> = { plausible: "Plausible", umami: "Umami" };

export type HistoryStatus = "uploaded" | "queued" | "running" | "done" | "failed";

/** A row that was left out. `row`: its number in the file, the heading being 1. */
export type RejectedLine = { file: string; row: number; problem: string; cells: readonly string[] };

export type HistoryContents = {
  kind: HistoryKind;
  firstDay: string | null;
  lastDay: string | null;
  /** Usable rows. */
  rows: number;
  visits: number;
  views: number;
  /** Names of files that are not imported, such as locations. */
  skippedFiles: string[];
  /** Rows of single visits that retention would delete, and those from our own first visit on: both are left out. */
  tooOld?: number;
  afterOwn?: number;
};

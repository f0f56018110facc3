/** Maximum size of an upload, and of all files in an archive together, in bytes. */
export const maxHistoryBytes = 10 * 1024 * 1024;
export const maxUnpackedBytes = 60 * 1024 * 1024;
export const maxHistoryRows = 500_000;
/** Cells of all files together, twenty per row; bounds the memory for reading them. */
export const maxHistoryCells = maxHistoryRows * 20;
/** Unused uploads and files of rejected rows are deleted after this time. */
export const historyFileHours = 24;

export type HistoryKind = "plausible" | "umami";
export const historyKindLabels: Record<HistoryKind, string> = { plausible: "Plausible", umami: "Umami" };

export type HistoryStatus = "uploaded" | "queued" | "running" | "done" | "failed";

/** A rejected row. `row`: its line number in the file; the header is 1. */
export type RejectedLine = { file: string; row: number; problem: string; cells: readonly string[] };

export type HistoryContents = {
  kind: HistoryKind;
  firstDay: string | null;
  lastDay: string | null;
  rows: number;
  visits: number;
  views: number;
  skippedFiles: string[];
  /** Skipped rows of single visits: those beyond retention, and those from our own first visit on. */
  tooOld?: number;
  afterOwn?: number;
};

import { csvSize, delimiterOf } from "#app/lib/formats/csv.ts";
import { type ArchiveFile, readArchive } from "./archive.ts";
import type { MissingColumn } from "./csv-records.ts";
import { maxHistoryCells, maxHistoryRows } from "./import-limits.ts";
import { isPlausible, type PlausibleHistory, readPlausible } from "./plausible.ts";
import { isUmami, readUmami, type UmamiHistory, type UmamiLimits } from "./umami.server.ts";

/**
 * Reads an upload. MissingColumn: one that every export has. `unknown_format`: none of its files belongs to a known export. `too_many_rows`: more lines than can be imported, or
 * too many cells.
 */
export function readHistory(
  { id, fileName, bytes }: { id: string; fileName: string; bytes: Uint8Array },
  limits: UmamiLimits,
): PlausibleHistory | UmamiHistory | MissingColumn | "too_large" | "unreadable" | "unknown_format" | "too_many_rows" {
  const files = readArchive(fileName, bytes);
  if (typeof files === "string") return files;
  if (isTooDense(files)) return "too_many_rows";
  if (isPlausible(files)) return readPlausible(files);
  return isUmami(files) ? readUmami(files, id, limits) : "unknown_format";
}

function isTooDense(files: readonly ArchiveFile[]): boolean {
  const sizes = files.map(({ text }) => csvSize(text, delimiterOf(text)));
  const sum = (of: "lines" | "cells") => sizes.reduce((total, size) => total + size[of], 0);
  // Each file has a header and ends with a newline.
  return sum("lines") - 2 * files.length > maxHistoryRows || sum("cells") > maxHistoryCells;
}

import { readArchive } from "./archive.ts";
import { isPlausible, type PlausibleHistory, readPlausible } from "./plausible.ts";

/** Reads an upload. `unknown_format`: no file of it is one of an export that is known here. */
export function readHistory(
  fileName: string,
  bytes: Uint8Array,
): PlausibleHistory | "too_large" | "unreadable" | "unknown_format" {
  const files = readArchive(fileName, bytes);
  if (typeof files === "string") return files;
  return isPlausible(files) ? readPlausible(files) : "unknown_format";
}

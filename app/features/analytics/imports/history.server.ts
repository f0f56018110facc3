import { readArchive } from "./archive.ts";
import { isPlausible, type PlausibleHistory, readPlausible } from "./plausible.ts";
import { isUmami, readUmami, type UmamiHistory, type UmamiLimits } from "./umami.server.ts";

/** Reads an upload. `unknown_format`: no file of it is one of an export that is known here. */
export function readHistory(
  { id, fileName, bytes }: { id: string; fileName: string; bytes: Uint8Array },
  limits: UmamiLimits,
): PlausibleHistory | UmamiHistory | "too_large" | "unreadable" | "unknown_format" {
  const files = readArchive(fileName, bytes);
  if (typeof files === "string") return files;
  if (isPlausible(files)) return readPlausible(files);
  return (isUmami(files) && readUmami(files, id, limits)) || "unknown_format";
}

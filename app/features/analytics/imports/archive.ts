import { unzipSync } from "fflate";
import { decodeText } from "#app/lib/formats/csv.ts";
import { maxUnpackedBytes } from "./import-limits.ts";

export type ArchiveFile = { name: string; text: string };

const zipSignature = [0x50, 0x4b, 0x03, 0x04];

/**
 * Returns the CSV files of an upload: those in a ZIP archive, or the file itself. Names omit folders. `too_large`: more than
 * `maxBytes` in total; `unreadable`: a broken archive or a binary file.
 */
export function readArchive(
  fileName: string,
  bytes: Uint8Array,
  maxBytes = maxUnpackedBytes,
): ArchiveFile[] | "too_large" | "unreadable" {
  const isZip = zipSignature.every((byte, at) => bytes[at] === byte);
  const files = isZip ? unpack(bytes, maxBytes) : [{ name: fileName, bytes }];
  if (typeof files === "string") return files;
  const texts: ArchiveFile[] = [];
  for (const file of files) {
    const decoded = decodeText(file.bytes);
    if (!decoded) return "unreadable";
    texts.push({ name: file.name, text: decoded.text });
  }
  return texts;
}

/** Limits sizes by those that the archive states; nothing is unpacked beyond them. */
function unpack(
  bytes: Uint8Array,
  maxBytes: number,
): { name: string; bytes: Uint8Array }[] | "too_large" | "unreadable" {
  let total = 0;
  try {
    const files = unzipSync(bytes, {
      filter: ({ name, size, originalSize }) => {
        if (!/\.csv$/i.test(name) || /(?:^|\/)(?:\.|__MACOSX\/)/.test(name)) return false;
        // Stored files are copied whole, whatever size they state for themselves.
        total += Math.max(size, originalSize);
        return total <= maxBytes;
      },
    });
    if (total > maxBytes) return "too_large";
    return Object.entries(files).map(([path, content]) => ({ name: path.split("/").at(-1) ?? path, bytes: content }));
  } catch {
    return "unreadable";
  }
}

import { crc32 } from "node:zlib";
import { deflateAsync } from "@gfx/zopfli";

/** From this size on, splitting into blocks saves bytes; trying it takes most of the time. */
const blockSplittingBytes = 20_000;

/**
 * Writes a small zip, with the same bytes for the same files. The container is written here, because libraries that accept compressed
 * data add a descriptor of 16 bytes to each file (decision 0080).
 *
 * @param files contents by their names, which are ASCII
 * @param day a local date, for every file
 */
export async function zipFile(files: Readonly<Record<string, Uint8Array>>, day: Date): Promise<Uint8Array> {
  const entries: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let size = 0;
  for (const [name, content] of Object.entries(files)) {
    const options = { numiterations: 5, blocksplitting: content.length >= blockSplittingBytes };
    const deflated = await deflateAsync(content, options);
    // The part that the entry and the directory have in common.
    const description = fields(
      [2, 20], // version of the format
      [2, 0], // flags
      [2, 8], // method: deflate
      [2, 0], // time
      [2, ((day.getFullYear() - 1980) << 9) | ((day.getMonth() + 1) << 5) | day.getDate()],
      [4, crc32(content)],
      [4, deflated.length],
      [4, content.length],
      [2, name.length],
      [2, 0], // extra field
    );
    const path = Buffer.from(name, "ascii");
    // Comment, disk and attributes are empty; the last field is the position of the entry.
    directory.push(fields([4, 0x02014b50], [2, 20]), description, fields([4, 0], [4, 0], [2, 0], [4, size]), path);
    const entry = [fields([4, 0x04034b50]), description, path, deflated];
    entries.push(...entry);
    size += entry.reduce((sum, { length }) => sum + length, 0);
  }
  const listed = Buffer.concat(directory);
  const count = Object.keys(files).length;
  const end = fields([4, 0x06054b50], [4, 0], [2, count], [2, count], [4, listed.length], [4, size], [2, 0]);
  return Buffer.concat([...entries, listed, end]);
}

/** Numbers in little-endian order, each with its size in bytes. */
function fields(...numbers: readonly [bytes: 2 | 4, value: number][]): Buffer {
  const buffer = Buffer.alloc(numbers.reduce((sum, [bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [bytes, value] of numbers) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}

import { smallDeflate } from "./small-deflate.ts";

/** A zip (PKWARE APPNOTE 6.3) of the smallest size and always the same bytes: every file has the same day and no owner. */
export function zipFile(files: Readonly<Record<string, Uint8Array>>, day: Date): Uint8Array {
  const date = ((day.getUTCFullYear() - 1980) << 9) | ((day.getUTCMonth() + 1) << 5) | day.getUTCDate();
  const bodies: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [name, content] of Object.entries(files)) {
    const path = new TextEncoder().encode(name);
    const small = smallDeflate(content);
    const isSmaller = small.length < content.length;
    const data = isSmaller ? small : content;
    // Version 2.0, no flags, stored or deflated, midnight of the day, checksum, sizes, length of the path, no extras.
    const facts = fields(
      [20, 2],
      [0, 2],
      [isSmaller ? 8 : 0, 2],
      [0, 2],
      [date, 2],
      [crc32(content), 4],
      [data.length, 4],
      [content.length, 4],
      [path.length, 2],
      [0, 2],
    );
    const head = joined(fields([0x04034b50, 4]), facts, path);
    directory.push(
      joined(fields([0x02014b50, 4], [20, 2]), facts, fields([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]), path),
    );
    bodies.push(head, data);
    offset += head.length + data.length;
  }
  const list = joined(...directory);
  const count = directory.length;
  return joined(
    ...bodies,
    list,
    fields([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [list.length, 4], [offset, 4], [0, 2]),
  );
}

/** Numbers as little-endian fields of so many bytes. */
function fields(...values: [value: number, bytes: 2 | 4][]): Uint8Array {
  const bytes: number[] = [];
  for (const [value, count] of values)
    for (let byte = 0; byte < count; byte += 1) bytes.push((value >>> (8 * byte)) & 255);
  return Uint8Array.from(bytes);
}

function joined(...parts: Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

function crc32(data: Uint8Array): number {
  let crc = -1;
  for (const byte of data) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return (crc ^ -1) >>> 0;
}

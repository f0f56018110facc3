import { crc32, deflateSync } from "node:zlib";

/**
 * Encodes an image with few flat colors as PNG with a palette: a third of the bytes of true color. If edges mix more than 256
 * colors, the rarest are replaced by the nearest ones. `pixels` is RGBA, opaque, row by row.
 */
export function indexedPng(pixels: Uint8Array, width: number, height: number): Buffer {
  const counts = new Map<number, number>();
  const colorAt = (at: number) => (pixels[at]! << 16) | (pixels[at + 1]! << 8) | pixels[at + 2]!;
  for (let at = 0; at < pixels.length; at += 4) counts.set(colorAt(at), (counts.get(colorAt(at)) ?? 0) + 1);
  const palette = [...counts]
    .sort((a, b) => b[1] - a[1])
    .slice(0, 256)
    .map(([color]) => color);
  const indexOf = new Map(palette.map((color, index) => [color, index]));
  for (const color of counts.keys()) if (!indexOf.has(color)) indexOf.set(color, nearest(palette, color));

  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1)
    for (let x = 0; x < width; x += 1) rows[y * (width + 1) + 1 + x] = indexOf.get(colorAt((y * width + x) * 4))!;

  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 3, 0, 0, 0], 8);
  const colors = Buffer.from(palette.flatMap((color) => [color >> 16, (color >> 8) & 255, color & 255]));
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk("IHDR", header),
    chunk("PLTE", colors),
    chunk("IDAT", deflateSync(rows, { level: 9, memLevel: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function nearest(palette: readonly number[], color: number): number {
  const distance = (other: number) =>
    ((other >> 16) - (color >> 16)) ** 2 +
    (((other >> 8) & 255) - ((color >> 8) & 255)) ** 2 +
    ((other & 255) - (color & 255)) ** 2;
  return palette.reduce((best, other, index) => (distance(other) < distance(palette[best]!) ? index : best), 0);
}

function chunk(name: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(name, "latin1"), content]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(content.length, 0);
  framed.set(body, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

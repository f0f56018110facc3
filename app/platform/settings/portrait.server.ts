import { createHash } from "node:crypto";

/*
 * Portraits in the value of `people.architects`: the settings page crops a photo to a square and encodes it again, so that no metadata
 * of the camera is published. Outside the database a portrait is named by its content.
 */

export const portraitSide = 480;
const maxBytes = 20 * 1024;

export type Portrait = { file: string; bytes: Uint8Array<ArrayBuffer> };

/** Reads a data: URL; null if it is not a square JPEG of `portraitSide` px without metadata. */
export function readPortrait(url: string): Portrait | null {
  const [, encoded] = /^data:image\/jpeg;base64,([\w+/]+=*)$/.exec(url) ?? [];
  if (!encoded) return null;
  const bytes = new Uint8Array(Buffer.from(encoded, "base64"));
  if (bytes.length > maxBytes || !isPlainJpeg(Buffer.from(bytes))) return null;
  return { file: `${createHash("sha256").update(bytes).digest("hex").slice(0, 12)}.jpg`, bytes };
}

/** JPEG markers (ITU T.81, B.1): start of image, application segments, start of frame, start of scan. */
function isPlainJpeg(file: Buffer): boolean {
  if (file.length < 4 || file.readUInt16BE(0) !== 0xffd8) return false;
  let hasSize = false;
  for (let at = 2; at + 9 < file.length && file[at] === 0xff; at += 2 + file.readUInt16BE(at + 2)) {
    const marker = file[at + 1]!;
    if (marker === 0xda) return hasSize;
    if (marker === 0xe1 || marker === 0xed || marker === 0xfe) return false;
    if (marker >= 0xc0 && marker <= 0xcf && marker !== 0xc4 && marker !== 0xc8 && marker !== 0xcc)
      hasSize = file.readUInt16BE(at + 5) === portraitSide && file.readUInt16BE(at + 7) === portraitSide;
  }
  return false;
}

const portraits = /data:image\/jpeg;base64,[\w+/]+=*/g;

/** The value with the names of its portraits, as pages and the command line show it. */
export const withPortraitNames = (value: string): string =>
  value.replaceAll(portraits, (url) => readPortrait(url)?.file ?? "unreadable");

/** The opposite: names of portraits that `former` contains become these portraits again. */
export function withPortraits(value: string, former: string): string {
  const known = new Map([...former.matchAll(portraits)].map(([url]) => [readPortrait(url)?.file, url]));
  return value.replaceAll(/[a-f\d]{12}\.jpg/g, (file) => known.get(file) ?? file);
}

/**
 * Encodes text as quoted-printable (RFC 2045, 6.7): UTF-8, lines of at most 76 characters, all line breaks as CRLF. In
 * one pass over the bytes, because a mail server's connection waits for it.
 *
 * @example quotedPrintable("Grüße = greetings").toString() // "Gr=C3=BC=C3=9Fe =3D greetings"
 */
export function quotedPrintable(text: string): Buffer {
  const bytes = Buffer.from(text, "utf8");
  // Three bytes for each byte, and a soft line break after every 73 of those.
  const out = Buffer.allocUnsafe(Math.ceil(bytes.length * 3 * (1 + 3 / 73)) + 8);
  let at = 0;
  let column = 0;
  for (let place = 0; place < bytes.length; place += 1) {
    const byte = bytes[place]!;
    if (plain[byte] === 1 && column < maxLineLength) {
      out[at++] = byte;
      column += 1;
      continue;
    }
    if (byte === lf || byte === cr) {
      if (byte === cr && bytes[place + 1] === lf) place += 1;
      out[at++] = cr;
      out[at++] = lf;
      column = 0;
      continue;
    }
    const width = plain[byte] === 1 || isInnerBlank(byte, bytes[place + 1]) ? 1 : 3;
    if (column + width > maxLineLength) {
      out[at++] = equals;
      out[at++] = cr;
      out[at++] = lf;
      column = 0;
    }
    if (width === 1) out[at++] = byte;
    else {
      out[at++] = equals;
      out[at++] = hex[byte >> 4]!;
      out[at++] = hex[byte & 15]!;
    }
    column += width;
  }
  return out.subarray(0, at);
}

const [tab, lf, cr, space, equals] = [9, 10, 13, 32, 61] as const;
/** One of the 76 characters is reserved for the soft line break. */
const maxLineLength = 75;
const hex = Buffer.from("0123456789ABCDEF");

/** 1 for bytes that are always literal. */
const plain = Uint8Array.from({ length: 256 }, (_, byte) => (byte > space && byte < 127 && byte !== equals ? 1 : 0));

/** Blanks at the end of a line would be lost in transit. */
const isInnerBlank = (byte: number, next: number | undefined): boolean =>
  (byte === space || byte === tab) && next !== undefined && next !== lf && next !== cr;

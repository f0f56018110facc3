import fc from "fast-check";
import { expect, test } from "vitest";
import { quotedPrintable } from "./quoted-printable.ts";

/** Decodes according to RFC 2045: removes soft line breaks, `=XX` is a byte, all else is literal. */
const decoded = (encoded: Buffer) =>
  Buffer.from(
    encoded
      .toString("latin1")
      .replaceAll("=\r\n", "")
      .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16))),
    "latin1",
  ).toString("utf8");

test("any text is preserved, with line breaks as CRLF, in plain lines of at most 76 characters without trailing blanks", () => {
  const piece = fc.oneof(
    fc.string({ unit: "grapheme", maxLength: 120 }),
    fc.constantFrom("\n", "\r\n", "\r", " ", "\t", "=", ".", "é".repeat(40), "a".repeat(200)),
  );
  fc.assert(
    fc.property(fc.array(piece, { maxLength: 12 }), (pieces) => {
      const text = pieces.join("");
      const encoded = quotedPrintable(text);
      expect(decoded(encoded)).toBe(text.toWellFormed().replace(/\r\n|\r|\n/g, "\r\n"));
      for (const line of encoded.toString("latin1").split("\r\n")) {
        expect(line.length).toBeLessThanOrEqual(76);
        expect(line).toMatch(/^[\t -~]*$/);
        expect(line).not.toMatch(/[ \t]$/);
      }
    }),
    { numRuns: 500 },
  );
});

test("text that needs no encoding is unchanged", () => {
  expect(quotedPrintable("Grüße = greetings\nSee you. ").toString()).toBe(
    "Gr=C3=BC=C3=9Fe =3D greetings\r\nSee you.=20",
  );
});

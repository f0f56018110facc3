import { expect, test } from "vitest";
import { readCode } from "#app/features/access/codes/code.ts";
import { headingOf } from "#app/features/pipeline/import/import-file.ts";
import { contentDisposition, pdfFileName } from "#app/lib/formats/file-names.ts";
import { asciiDigits } from "#app/lib/forms/typed-code.ts";
import { canonicalAddress } from "#app/lib/people/canonical-address.ts";
import { emailAddress } from "#app/lib/people/email-address.ts";
import { searchFold, searchForms } from "#app/lib/search/search-fold.ts";
import { searchWords } from "#app/lib/search/search-words.ts";
import { text } from "#app/lib/text.ts";
import { withinCpu } from "#tests/fixtures/cpu-time.ts";
import { normalized } from "./normalized.ts";

const marks = (count: number) => "\u0301\u0327".repeat(count / 2);

test("up to thirty marks on a letter are kept, in every form", () => {
  for (const form of ["NFC", "NFKC", "NFKD"] as const)
    for (const typed of ["Zoe\u0308 Müller", "นี้", "한국어", "ｶﾞ", `a${marks(30)}`])
      expect(normalized(typed, form)).toBe(typed.normalize(form));
  expect(normalized(`a${marks(500)}b`)).toBe(`a${marks(30)}b`.normalize("NFC"));
});

test("no other character starts with a mark once it is decomposed", () => {
  const starts = Array.from({ length: 0x110000 }, (_, point) => String.fromCodePoint(point)).filter(
    (sign) => !/[\p{M}\p{Cs}\uff9e\uff9f]/u.test(sign) && /^\p{M}/u.test(sign.normalize("NFKD")),
  );
  // Thai and Lao AM: their first mark is a base of its own, so it is not sorted.
  expect(starts).toEqual(["\u0e33", "\u0eb3"]);
});

/** Each took more than a second. */
test.each([
  ["an address", canonicalAddress],
  ["the schema of an address", (typed: string) => emailAddress("").safeParse(typed)],
  ["a line of text", (typed: string) => text({ max: 10_000 }).safeParse(typed)],
  ["a search", (typed: string) => searchWords(typed)],
  ["a folded text", searchFold],
  ["the forms of a search", searchForms],
  ["a code of digits", asciiDigits],
  ["an access code", readCode],
  ["a file name", (typed: string) => contentDisposition("attachment", typed)],
  ["a PDF's name", (typed: string) => pdfFileName("Analysis", typed, "rev-1")],
  ["a heading of an import", headingOf],
])(
  "tens of thousands of marks in %s take no time",
  withinCpu(1000, (_what, read) => {
    for (const typed of [`a${marks(32_000)}@b.example`, `a${"\uff9e\u0301".repeat(16_000)}`]) read(typed);
  }),
);

import { expect, test } from "vitest";
import { canonicalAddress } from "#app/lib/people/canonical-address.ts";
import { readableAddress } from "./readable-address.ts";

test.each([
  "anna@bücher.example",
  "jan@łódź.example",
  "ivan@почта.рф",
  "maria@παράδειγμα.example",
  "li@例え.テスト",
  "kim@한국.example",
  "dana@northfield.example",
  "ayse@işil.example",
  "linh@việt.example",
  "info@großmann.example",
  "avi@דוגמה.example",
])("%s is stored in ASCII and read as it was typed", (address) => {
  const stored = canonicalAddress(address);
  expect(stored).toMatch(/^[ -~]+$/);
  expect(readableAddress(stored)).toBe(address);
});

test.each([
  // Latin and Cyrillic letters mixed, and Cyrillic letters that all look like Latin ones.
  "anna@раypal.example",
  "anna@аррӏе.example",
  "anna@gοοgle.example",
  // Latin letters that look like others, and Armenian ones that look like Latin ones.
  ...["ɡooɡle", "ɑpple", "gıthub", "mıcrosoft", "hᴏme", "ꜱtripe", "paypaǀ", "սոօ"].map(
    (label) => `anna@${label}.example`,
  ),
])("%s stays in ASCII, because it looks like another domain", (address) => {
  const stored = canonicalAddress(address);
  expect(readableAddress(stored)).toBe(stored);
  expect(stored).toContain("@xn--");
});

test.each(["anna@xn--", "anna@xn--a.example", "anna@xn--999999999.example", "no address", ""])(
  "%j is unchanged",
  (text) => {
    expect(readableAddress(text)).toBe(text);
  },
);

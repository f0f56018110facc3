import { expect, test } from "vitest";
import { slugOf } from "./slug.ts";

test.each([
  ["Łódź drawn", "lodz-drawn"],
  ["Größe", "grosse"],
  ["STRAẞE in Ærø", "strasse-in-aero"],
  ["Müller & Söhne", "muller-sohne"],
  ["İstanbul Ilgın", "istanbul-ilgin"],
  ["Đặng, Þór", "dang-thor"],
  ["Don’t drop AT&T", "don-t-drop-at-t"],
  ["¼ of a Ｄａｙ", "1-4-of-a-day"],
  ["Plan 2026: Ирина", "plan-2026"],
  ["株式会社", ""],
  ["— 🚀 —", ""],
])("the slug of %s is %s", (text, slug) => {
  expect(slugOf(text)).toBe(slug);
  expect(slugOf(slug)).toBe(slug);
});

test("a slug is at most as long as asked, and ends with a letter or digit", () => {
  expect(slugOf(`${"ß".repeat(30)} end`)).toBe("ss".repeat(30));
  expect(slugOf("cold leads", 5)).toBe("cold");
});

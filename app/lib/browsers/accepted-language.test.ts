import { expect, test } from "vitest";
import { usStyle } from "#app/lib/dates/date-text.ts";
import { dateStyleOf } from "./accepted-language.ts";

test.each([null, "", "*", "en", "en-US,en;q=0.9", "xx-notalanguage!", "tlh;q=0.9", ";;;,,,", "en-US;q=0"])(
  "American for %j",
  (header) => {
    expect(dateStyleOf(header)).toEqual(usStyle);
  },
);

test.each([
  ["de-AT,de;q=0.9,en;q=0.8", { isMonthFirst: false, isTwelveHour: false, weekStart: 1 }],
  ["en-GB", { isMonthFirst: false, isTwelveHour: false, weekStart: 1 }],
  ["fr", { isMonthFirst: false, isTwelveHour: false, weekStart: 1 }],
  ["en-AU", { isMonthFirst: false, isTwelveHour: true, weekStart: 1 }],
  ["ja", { isMonthFirst: true, isTwelveHour: false, weekStart: 0 }],
  ["ar-EG", { isMonthFirst: false, isTwelveHour: true, weekStart: 6 }],
])("by the language for %j", (header, style) => {
  expect(dateStyleOf(header)).toEqual(style);
});

test("the language with the highest quality decides", () => {
  expect(dateStyleOf("en-US;q=0.5, en-GB;q=0.9")).toEqual(dateStyleOf("en-GB"));
  expect(dateStyleOf("xx, en-GB;q=0.4")).toEqual(dateStyleOf("en-GB"));
});

test("the styles of 500 languages are kept", () => {
  const first = dateStyleOf("de-AT");
  expect(dateStyleOf("de-AT")).toBe(first);
  for (let other = 0; other < 500; other += 1) dateStyleOf(`de-x-${other}`);
  expect(dateStyleOf("de-AT")).not.toBe(first);
  expect(dateStyleOf("de-AT")).toEqual(first);
});

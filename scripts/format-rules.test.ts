import { expect, test } from "vitest";
import { formatProblems } from "./format-rules.ts";

test("own lengths of time, formats and arithmetic with dates are reported", () => {
  for (const text of ["const day = 86_400_000;", "days * 86_400", "7 * 24 * 3600 * 1000", "at + 5 * 60_000"])
    expect(formatProblems("app/features/x.ts", text)).toEqual(["lengths of time are in app/lib/durations.ts"]);
  for (const text of ['count.toLocaleString("en-US")', 'new Intl.DateTimeFormat("en")'])
    expect(formatProblems("app/features/x.ts", text)[0]).toContain("numbers.ts");
  for (const text of ["at.toISOString().slice(0, 10)", "day.getUTCDay()"])
    expect(formatProblems("app/features/x.ts", text)[0]).toContain("calendar-dates.ts");
});

test("timeouts, other text of Intl, tests and scripts of content pages are left alone", () => {
  expect(formatProblems("app/features/x.ts", 'timeoutMs: 60_000, new Intl.ListFormat("en")')).toEqual([]);
  expect(formatProblems("app/features/x.test.ts", "new Intl.DateTimeFormat(tag)")).toEqual([]);
  expect(formatProblems("app/behaviors/x.ts", 'count.toLocaleString("en-US")')).toEqual([]);
});

import { expect, test } from "vitest";
import { firmDates } from "#app/lib/dates/firm-dates.ts";
import { ageText, agoText, dollars, dueText, initials } from "./figures.ts";

test("money is rounded to dollars", () => {
  expect([dollars(186_400_49), dollars(0), dollars(null)]).toEqual(["$186,400", "$0", "No value yet"]);
});

test("due dates are described relative to today", () => {
  expect(
    ["2026-11-18", "2026-11-19", "2026-11-20", "2026-11-21", "2026-11-24", null].map((on) => dueText(on, "2026-11-20")),
  ).toEqual([
    { text: "2 days late", isLate: true },
    { text: "1 day late", isLate: true },
    { text: "Today", isLate: false },
    { text: "Tomorrow", isLate: false },
    { text: "Nov 24", isLate: false },
    { text: "No date", isLate: false },
  ]);
});

test("ages count calendar days in the firm's time zone, like due dates", () => {
  const dates = firmDates("America/New_York");
  const justAfterMidnight = new Date("2026-11-20T05:30:00Z");
  const age = (since: string) => ageText(new Date(since), justAfterMidnight, dates);
  expect(age("2026-11-20T05:00:00Z")).toBe("Today");
  expect(age("2026-11-20T04:59:00Z")).toBe("1 day");
  expect(age("2026-11-08T21:00:00Z")).toBe("12 days");
  expect(agoText(new Date("2026-11-20T04:59:00Z"), justAfterMidnight, dates)).toBe("1 day ago");
  expect(agoText(justAfterMidnight, justAfterMidnight, dates)).toBe("Today");
});

test("initials have at most two letters", () => {
  expect(["Jonas Reyes", "dana", "Ana Maria de Luca"].map(initials)).toEqual(["JR", "D", "AL"]);
  expect(
    ["𠮷野 太郎", "山田太郎", "Đặng Thị", "ßen", "İpek Işık", "’t Hooft", "Anna Li (Sales)", "🙂", "Ö"].map(initials),
  ).toEqual(["𠮷太", "山", "ĐT", "ß", "İI", "TH", "AL", "🙂", "Ö"]);
  expect(initials("न\u093eगेश")).toBe("न\u093e");
});

import { expect, test } from "vitest";
import { clockOfZone, wallClock } from "./wall-clock.ts";

test("the date and time of a zone, asked in turn for several zones and minutes", () => {
  const asked: [instant: string, zone: string, date: string, time: string][] = [
    ["2026-12-31T23:59:59Z", "UTC", "2026-12-31", "23:59"],
    ["2026-12-31T23:59:59Z", "Asia/Kolkata", "2027-01-01", "05:29"],
    ["2027-01-01T00:00:00Z", "Asia/Kolkata", "2027-01-01", "05:30"],
    ["2027-01-01T00:00:30Z", "UTC", "2027-01-01", "00:00"],
    ["2026-12-31T23:59:00Z", "UTC", "2026-12-31", "23:59"],
    ["2026-03-08T06:59:00Z", "America/New_York", "2026-03-08", "01:59"],
    ["2026-03-08T07:00:00Z", "America/New_York", "2026-03-08", "03:00"],
  ];
  for (const [instant, zone, date, time] of asked) expect(wallClock(new Date(instant), zone)).toEqual({ date, time });
  expect(() => wallClock(new Date("2026-12-31T23:59:59Z"), "Europe/Nowhere")).toThrow(RangeError);
});

test("the formats of 1,000 names of zones are kept, and there are more names than zones", () => {
  const first = clockOfZone("UTC");
  expect(clockOfZone("UTC")).toBe(first);
  const inCase = (bits: number) =>
    [..."america/new_york"].map((letter, at) => ((bits >> at) & 1 ? letter.toUpperCase() : letter)).join("");
  const names = new Set(Array.from({ length: 5000 }, (_, bits) => inCase(bits)));
  for (const name of [...names].slice(0, 1000)) clockOfZone(name);
  expect(clockOfZone("UTC")).not.toBe(first);
});

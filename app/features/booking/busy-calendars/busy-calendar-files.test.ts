import { expect, test } from "vitest";
import { busyTimes, calendarFile, question, skippedParts } from "#tests/fixtures/calendars.ts";

/* Files that real servers and programs write, with the values that RFC 5545 gives them. The host is in New York. */

const files: Record<string, string[]> = {
  "windows-zone-without-vtimezone": ["2026-04-06T15:00/18:00"],
  "rdate-without-rrule": ["2026-04-06T15:00/16:00", "2026-04-13T15:00/16:00"],
  "rdate-period": ["2026-04-06T13:00/14:00", "2026-04-07T09:30/10:30", "2026-04-14T09:30/11:30"],
  "until-over-clock-change": ["2026-03-23T08:30/09:00", "2026-03-30T07:30/08:00", "2026-04-06T07:30/08:00"],
  "exdate-in-utc": ["2026-04-06T08:15/09:15", "2026-04-20T08:15/09:15"],
  "cancelled-instance-recurrence-id-utc": ["2026-04-06T08:15/09:15", "2026-04-20T08:15/09:15"],
  "all-day-end-equals-start": ["2026-04-06T04:00/2026-04-07T04:00"],
  "until-is-a-date-start-has-a-time": ["2026-03-30T07:30/08:00", "2026-04-06T07:30/08:00"],
  "one-bad-event-rrule-empty": ["2026-04-06T13:00/14:00", "2026-05-01T13:00/14:00"],
  "utf8-bom": ["2026-04-06T13:00/14:00"],
  "elapsed-duration-over-clock-change": ["2026-03-08T04:00/12:00"],
  "expanded-by-the-server": ["2026-07-06T13:00/14:00", "2026-07-07T13:00/14:00", "2026-07-08T13:00/14:00"],
  "changed-occurrence-also-excluded": ["2026-07-06T13:00/14:00", "2026-07-07T15:00/16:00", "2026-07-08T13:00/14:00"],
  "changed-occurrence-not-in-the-rule": ["2026-07-06T13:00/14:00", "2026-07-08T15:00/16:00", "2026-07-13T13:00/14:00"],
  "day-30-of-three-months": ["2026-03-30T13:00/14:00"],
  "twentieth-monday-of-the-year": ["2026-05-18T13:00/14:00"],
  "skipped-time": [
    ...["2026-03-06T07:30/08:00", "2026-03-07T07:30/08:00", "2026-03-09T06:30/07:00"],
    ...["2026-03-10T06:30/07:00", "2026-03-11T06:30/07:00", "2026-03-12T06:30/07:00"],
  ],
};

test.each(Object.entries(files))("%s", (name, busy) => {
  expect(busyTimes(calendarFile(name))).toEqual(busy);
});

test("an invitation that the host declined leaves the time free", () => {
  const text = calendarFile("declined-by-the-host");
  const declined = "2026-04-07T13:00/14:00";
  expect(busyTimes(text, { emails: ["host@case.example"] })).toEqual(["2026-04-06T13:00/14:00"]);
  expect(busyTimes(text, { emails: ["another@case.example"] })).toContain(declined);
  expect(busyTimes(text, { emails: [] })).toContain(declined);
});

test("six series of every working day since 2015 are all read", () => {
  const busy = busyTimes(calendarFile("six-weekday-series-since-2015"));
  const workingDays = 131;
  expect(busy).toHaveLength(6 * workingDays);
  expect(busy.slice(0, 2)).toEqual(["2026-03-02T15:00/15:30", "2026-03-02T16:00/16:30"]);
});

test("a yearly event of 29 February does not exist in other years", () => {
  const inYear = (year: number) =>
    busyTimes(calendarFile("yearly-29-february"), { from: Date.UTC(year, 0), to: Date.UTC(year + 1, 0) });
  expect(inYear(2027)).toEqual([]);
  expect(inYear(2028)).toEqual(["2028-02-29T05:00/2028-03-01T05:00"]);
});

test("the last working day of a week is the Friday", () => {
  const busy = busyTimes(calendarFile("last-working-day-of-the-week"), { to: Date.parse("2026-03-21") });
  expect(busy).toEqual(["2026-03-06T13:00/14:00", "2026-03-13T13:00/14:00", "2026-03-20T13:00/14:00"]);
});

const autumn = { from: Date.parse("2026-10-15"), to: Date.parse("2026-12-31") };

test("hours are exact over a clock change, also those that the end of a series states", () => {
  expect(busyTimes(calendarFile("24-hours-over-clock-change"), autumn)).toEqual(["2026-10-31T16:00/2026-11-01T16:00"]);
  expect(busyTimes(calendarFile("24-hours-over-clock-change").replace("PT24H", "P1D"), autumn)).toEqual([
    "2026-10-31T16:00/2026-11-01T17:00",
  ]);
  expect(busyTimes(calendarFile("nights-over-clock-change"), autumn)).toEqual([
    ...["2026-10-31T02:00/12:00", "2026-11-01T02:00/12:00", "2026-11-02T03:00/13:00"],
  ]);
});

test("a zone's IANA name uses our own data, with and without a prefix", () => {
  for (const name of ["old-rules-under-an-iana-name", "old-rules-under-a-prefixed-name"])
    expect(busyTimes(calendarFile(name), autumn), name).toEqual(["2026-12-07T16:00/17:00"]);
});

test("only an event with a defect is named, with its line", () => {
  expect(skippedParts(calendarFile("one-bad-event-rrule-empty"))).toEqual([
    "10: The repeat rule of an event is invalid. Only its first date counts.",
  ]);
  for (const name of Object.keys(files).filter((file) => file !== "one-bad-event-rrule-empty"))
    expect(skippedParts(calendarFile(name), question), name).toEqual([]);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { utcDate } from "#app/lib/dates/calendar-dates.ts";
import { dayMs } from "#app/lib/durations.ts";
import { calendar, event, question, skippedParts, busyTimes as spans } from "#tests/fixtures/calendars.ts";
import { startOfDate } from "../availability/open-hours.ts";
import { readCalendar } from "./busy-calendar.ts";

test("reads events in UTC, in a named time zone, floating, and with a duration", () => {
  expect(spans(calendar(event("DTSTART:20260303T150000Z\nDTEND:20260303T160000Z")))).toEqual([
    "2026-03-03T15:00/16:00",
  ]);
  expect(
    spans(calendar(event("DTSTART;TZID=Europe/Vienna:20260303T150000\nDTEND;TZID=Europe/Vienna:20260303T160000"))),
  ).toEqual(["2026-03-03T14:00/15:00"]);
  expect(spans(calendar(event("DTSTART:20260303T100000\nDURATION:PT90M")))).toEqual(["2026-03-03T15:00/16:30"]);
});

test("the travel time that Apple's calendar adds before an event is busy too, for each of a series", () => {
  const times = "DTSTART:20260303T150000Z\nDTEND:20260303T160000Z\n";
  const travel = "X-APPLE-TRAVEL-DURATION;VALUE=DURATION:PT30M";
  expect(spans(calendar(event(times + travel)))).toEqual(["2026-03-03T14:30/16:00"]);
  expect(spans(calendar(event(`${times}${travel}\nRRULE:FREQ=DAILY;COUNT=2`)))).toEqual([
    "2026-03-03T14:30/16:00",
    "2026-03-04T14:30/16:00",
  ]);
  for (const none of ["X-APPLE-TRAVEL-DURATION:soon", "X-APPLE-TRAVEL-DURATION;VALUE=DURATION:-PT1H"])
    expect(spans(calendar(event(times + none))), none).toEqual(["2026-03-03T15:00/16:00"]);
});

test("reads one of Outlook's own time zones from the file", () => {
  const zone = `BEGIN:VTIMEZONE\nTZID:W. Europe Standard Time\nBEGIN:STANDARD\nDTSTART:16010101T030000\nTZOFFSETFROM:+0200\nTZOFFSETTO:+0100\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=10\nEND:STANDARD\nBEGIN:DAYLIGHT\nDTSTART:16010101T020000\nTZOFFSETFROM:+0100\nTZOFFSETTO:+0200\nRRULE:FREQ=YEARLY;BYDAY=-1SU;BYMONTH=3\nEND:DAYLIGHT\nEND:VTIMEZONE`;
  const times =
    "DTSTART;TZID=W. Europe Standard Time:20260406T090000\nDTEND;TZID=W. Europe Standard Time:20260406T100000";
  expect(spans(calendar(zone, event(times)))).toEqual(["2026-04-06T07:00/08:00"]);
});

test("whole days are days of the host's time zone, even when clocks change", () => {
  expect(spans(calendar(event("DTSTART;VALUE=DATE:20260308\nDTEND;VALUE=DATE:20260309")))).toEqual([
    "2026-03-08T05:00/2026-03-09T04:00",
  ]);
  expect(spans(calendar(event("DTSTART;VALUE=DATE:20260404")), { timezone: "Australia/Lord_Howe" })).toEqual([
    "2026-04-03T13:00/2026-04-04T13:00",
  ]);
});

test("canceled, transparent and free events do not count, nor do our own calls", () => {
  const times = "DTSTART:20260303T150000Z\nDTEND:20260303T160000Z\n";
  for (const free of ["STATUS:CANCELLED", "TRANSP:TRANSPARENT", "X-MICROSOFT-CDO-BUSYSTATUS:FREE"])
    expect(spans(calendar(event(times + free))), free).toEqual([]);
  expect(spans(calendar(event(times)), { ownUids: new Set(["one"]) })).toEqual([]);
});

test("a weekly event keeps its wall-clock time across a clock change, without its exceptions", () => {
  const series = event(`DTSTART;TZID=America/New_York:20260302T090000
    DTEND;TZID=America/New_York:20260302T093000
    RRULE:FREQ=WEEKLY;COUNT=5
    EXDATE;TZID=America/New_York:20260309T090000`);
  const moved = event(`RECURRENCE-ID;TZID=America/New_York:20260316T090000
    DTSTART;TZID=America/New_York:20260317T110000
    DTEND;TZID=America/New_York:20260317T113000`);
  const dropped = event(`RECURRENCE-ID;TZID=America/New_York:20260323T090000
    DTSTART;TZID=America/New_York:20260323T090000
    DTEND;TZID=America/New_York:20260323T093000
    STATUS:CANCELLED`);
  expect(spans(calendar(series, moved, dropped))).toEqual([
    "2026-03-02T14:00/14:30",
    "2026-03-17T15:00/15:30",
    "2026-03-30T13:00/13:30",
  ]);
});

test("an endless series is expanded to the end of the range; one of every second is busy all the time", () => {
  const daily = event("DTSTART:20200101T150000Z\nDTEND:20200101T151500Z\nRRULE:FREQ=DAILY");
  expect(spans(calendar(daily), { to: Date.parse("2026-04-30") })).toHaveLength(60);
  const secondly = event("DTSTART:20200101T150000Z\nDTEND:20200101T150001Z\nRRULE:FREQ=SECONDLY");
  expect(spans(calendar(secondly))).toEqual([expect.stringMatching(/^2026-02-\d\d.*\/2026-09-01T00:00$/)]);
  expect(skippedParts(calendar(secondly))).toEqual([
    "4: An event repeats too often to list its dates. All the time from its start counts as busy.",
  ]);
});

test("free/busy lists count except for free entries", () => {
  const list = `BEGIN:VFREEBUSY\nUID:f\nDTSTAMP:20260301T000000Z\nFREEBUSY;FBTYPE=BUSY:20260303T150000Z/20260303T160000Z,20260303T170000Z/PT30M\nFREEBUSY;FBTYPE=FREE:20260303T180000Z/PT1H\nEND:VFREEBUSY`;
  expect(spans(calendar(list))).toEqual(["2026-03-03T15:00/16:00", "2026-03-03T17:00/17:30"]);
});

test("input that is not a calendar is refused", () => {
  for (const text of ["", "<!doctype html>", "BEGIN:VCARD\r\nEND:VCARD", "<p>BEGIN:VCALENDAR\r\nEND:VCALENDAR"])
    expect(spans(text), text).toBe("not_a_calendar");
  fc.assert(
    fc.property(fc.string({ maxLength: 300 }), (noise) => {
      const result = readCalendar(`BEGIN:VCALENDAR\r\n${noise}\r\nEND:VCALENDAR`, question);
      return result.ok || ["not_a_calendar", "incomplete"].includes(result.reason.kind);
    }),
  );
});

const zones = [
  "America/New_York",
  "Europe/Vienna",
  "Asia/Kathmandu",
  "Australia/Lord_Howe",
  "Pacific/Apia",
  "America/Sao_Paulo",
];

test("in every time zone an all-day event lasts the whole day, and spans are sorted and disjoint", () => {
  fc.assert(
    fc.property(fc.constantFrom(...zones), fc.integer({ min: 0, max: 360 }), (timezone, day) => {
      const date = utcDate(Date.parse("2026-01-02") + day * dayMs);
      const next = utcDate(Date.parse(date) + dayMs);
      const text = calendar(
        event(`DTSTART;VALUE=DATE:${date.replaceAll("-", "")}`),
        event("DTSTART:20260303T150000Z\nDURATION:PT1H", "two"),
      );
      const found = readCalendar(text, {
        ...question,
        timezone,
        from: Date.parse("2025-12-01"),
        to: Date.parse("2027-02-01"),
      });
      if (!found.ok) return false;
      const whole = { start: startOfDate(date, timezone), end: startOfDate(next, timezone) };
      const covers = found.value.busy.some(({ start, end }) => start <= whole.start && whole.end <= end);
      return (
        covers &&
        found.value.busy.every(
          ({ start, end }, index) => start < end && (index === 0 || found.value.busy[index - 1]!.end < start),
        )
      );
    }),
    { numRuns: 200 },
  );
});

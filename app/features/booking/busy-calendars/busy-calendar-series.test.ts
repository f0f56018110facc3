import { expect, test } from "vitest";
import { busyTimes, calendar, event, skippedParts } from "#tests/fixtures/calendars.ts";

/* Series with exceptions, additional dates and changed occurrences, in the forms in which programs write them. */

const mondays = (more: string) =>
  event(`DTSTART;TZID=Europe/Berlin:20260406T101500
    DTEND;TZID=Europe/Berlin:20260406T111500
    RRULE:FREQ=WEEKLY;COUNT=3
    ${more}`);
const [first, second, third] = ["2026-04-06T08:15/09:15", "2026-04-13T08:15/09:15", "2026-04-20T08:15/09:15"];

test("an exception counts in every form, and only at its own time", () => {
  for (const exception of [
    "EXDATE;TZID=Europe/Berlin:20260413T101500",
    "EXDATE:20260413T081500Z",
    "EXDATE;TZID=America/New_York:20260413T041500",
    "EXDATE;TZID=W. Europe Standard Time:20260413T101500",
    "EXDATE:20260413T101500",
    "EXDATE;VALUE=DATE:20260413",
    "EXDATE:20260101T081500Z,20260413T081500Z",
    "EXRULE:FREQ=MONTHLY;BYMONTHDAY=13",
  ])
    expect(busyTimes(calendar(mondays(exception))), exception).toEqual([first, third]);
  for (const other of [
    "EXDATE:20260413T101500Z",
    "EXDATE;VALUE=DATE:20260414",
    "EXDATE;TZID=Somewhere:20260413T101500",
  ])
    expect(busyTimes(calendar(mondays(other))), other).toEqual([first, second, third]);
});

test("a changed occurrence replaces the one that it names in every form", () => {
  for (const place of [
    "RECURRENCE-ID;TZID=Europe/Berlin:20260413T101500",
    "RECURRENCE-ID:20260413T081500Z",
    "RECURRENCE-ID;TZID=Asia/Tokyo:20260413T171500",
    "RECURRENCE-ID:20260413T101500",
    "RECURRENCE-ID;VALUE=DATE:20260413",
  ])
    for (const text of [
      calendar(mondays(""), event(`${place}\nDTSTART:20260414T120000Z\nDURATION:PT30M`)),
      calendar(event(`${place}\nDTSTART:20260414T120000Z\nDURATION:PT30M`), mondays("")),
    ])
      expect(busyTimes(text), place).toEqual([first, "2026-04-14T12:00/12:30", third]);
});

test("whole days have exceptions and changes in every form", () => {
  const days = "DTSTART;VALUE=DATE:20260406\nRRULE:FREQ=DAILY;COUNT=3";
  const without = ["2026-04-06T04:00/2026-04-07T04:00", "2026-04-08T04:00/2026-04-09T04:00"];
  for (const form of [";VALUE=DATE:20260407", ":20260407T000000", ":20260407T000000Z", ":20260407T040000Z"]) {
    expect(busyTimes(calendar(event(`${days}\nEXDATE${form}`))), form).toEqual(without);
    const canceled = event(`RECURRENCE-ID${form}\nDTSTART;VALUE=DATE:20260407\nSTATUS:CANCELLED`);
    expect(busyTimes(calendar(event(days), canceled)), form).toEqual(without);
  }
  const berlin = { timezone: "Europe/Berlin" };
  expect(busyTimes(calendar(event(`${days}\nEXDATE:20260406T220000Z`)), berlin)).toEqual([
    "2026-04-05T22:00/2026-04-06T22:00",
    "2026-04-07T22:00/2026-04-08T22:00",
  ]);
});

test("UNTIL is a moment, a wall-clock time or a whole day", () => {
  const series = (until: string) => calendar(mondays("").replace("COUNT=3", `UNTIL=${until}`));
  for (const last of ["20260420T081500Z", "20260420T101500", "20260420", "20260426T235959Z"])
    expect(busyTimes(series(last)), last).toEqual([first, second, third]);
  for (const before of ["20260420T081459Z", "20260420T101459", "20260419"])
    expect(busyTimes(series(before)), before).toEqual([first, second]);
  const days = (until: string) => calendar(event(`DTSTART;VALUE=DATE:20260406\nRRULE:FREQ=DAILY;UNTIL=${until}`));
  for (const last of ["20260407", "20260407T000000Z", "20260407T235959Z", "20260407T040000Z", "20260407T120000"])
    expect(busyTimes(days(last)), last).toEqual(["2026-04-06T04:00/2026-04-08T04:00"]);
  expect(busyTimes(days("20260406T220000Z"), { timezone: "Europe/Berlin" })).toEqual([
    "2026-04-05T22:00/2026-04-07T22:00",
  ]);
  expect(busyTimes(series("20260101T000000Z"))).toEqual([]);
});

test("additional dates count in every form, once, and can be excluded", () => {
  for (const form of [
    "RDATE;TZID=Europe/Berlin:20260422T101500",
    "RDATE:20260422T081500Z",
    "RDATE:20260422T101500",
    "RDATE;VALUE=PERIOD:20260422T081500Z/PT1H",
    "RDATE;VALUE=PERIOD;TZID=Europe/Berlin:20260422T101500/20260422T111500",
    "RDATE:20260420T081500Z,20260422T081500Z",
  ])
    expect(busyTimes(calendar(mondays(form))), form).toEqual([first, second, third, "2026-04-22T08:15/09:15"]);
  expect(busyTimes(calendar(mondays("RDATE:20260422T081500Z\nEXDATE:20260422T081500Z")))).toEqual([
    first,
    second,
    third,
  ]);
  const days = event("DTSTART;VALUE=DATE:20260406\nRDATE;VALUE=DATE:20260410,20260412");
  expect(busyTimes(calendar(days))).toHaveLength(3);
});

test("a date excludes the additional time of that day in the zone of the series, in every form of the time", () => {
  for (const [name, more] of [
    ["exception", "EXDATE;VALUE=DATE:20260403"],
    ["canceled change", ""],
  ] as const)
    for (const added of [
      "RDATE;TZID=Pacific/Chatham:20260403T003000",
      "RDATE:20260402T104500Z",
      "RDATE;VALUE=PERIOD:20260402T104500Z/PT1H",
      "RDATE;TZID=Europe/Berlin:20260402T124500",
    ]) {
      const series = event(`UID:early
        DTSTART;TZID=Pacific/Chatham:20260401T003000
        DURATION:PT1H
        ${added}
        ${more}`);
      const change = event(`UID:early
        RECURRENCE-ID;VALUE=DATE:20260403
        DTSTART;TZID=Pacific/Chatham:20260403T003000
        STATUS:CANCELLED`);
      const text = more ? calendar(series) : calendar(series, change);
      expect(busyTimes(text), `${name} ${added}`).toEqual(["2026-03-31T10:45/11:45"]);
    }
});

test("days of an additional time are days in the zone of the series", () => {
  for (const added of ["RDATE;TZID=Australia/Lord_Howe:20260404T140000", "RDATE:20260404T030000Z"])
    expect(
      busyTimes(calendar(event(`DTSTART;TZID=Australia/Lord_Howe:20260407T140000\nDURATION:P2D\n${added}`))),
      added,
    ).toEqual(["2026-04-04T03:00/2026-04-06T03:30", "2026-04-07T03:30/2026-04-09T03:30"]);
});

test("a changed occurrence counts wherever its place is: excluded, after the end, off the rule, beside a single event", () => {
  const moved = (place: string) => event(`RECURRENCE-ID:${place}\nDTSTART:20260501T130000Z\nDURATION:PT1H`);
  const extra = "2026-05-01T13:00/14:00";
  expect(busyTimes(calendar(mondays("EXDATE:20260413T081500Z"), moved("20260413T081500Z")))).toEqual([
    first,
    third,
    extra,
  ]);
  expect(busyTimes(calendar(mondays(""), moved("20270118T081500Z")))).toEqual([first, second, third, extra]);
  expect(busyTimes(calendar(mondays(""), moved("20260414T081500Z")))).toEqual([first, second, third, extra]);
  expect(busyTimes(calendar(moved("20260414T081500Z")))).toEqual([extra]);
  const single = event("DTSTART:20260406T081500Z\nDURATION:PT1H");
  expect(busyTimes(calendar(single, moved("20260413T081500Z")))).toEqual([first, extra]);
  expect(busyTimes(calendar(single, moved("20260406T081500Z")))).toEqual([extra]);
});

test("an occurrence that was moved into the range, or out of it, is found", () => {
  const yearly = event("DTSTART:20200101T130000Z\nDURATION:PT1H\nRRULE:FREQ=YEARLY");
  const into = event("RECURRENCE-ID:20250101T130000Z\nDTSTART:20260501T130000Z\nDURATION:PT1H");
  expect(busyTimes(calendar(yearly, into))).toEqual(["2026-05-01T13:00/14:00"]);
  const out = event("RECURRENCE-ID:20260413T081500Z\nDTSTART:20270501T130000Z\nDURATION:PT1H");
  expect(busyTimes(calendar(mondays(""), out))).toEqual([first, third]);
});

test("a change of this and all later occurrences moves them on the wall clock, until the next one", () => {
  const weekly = event(`DTSTART;TZID=America/New_York:20260216T090000
    DURATION:PT1H
    RRULE:FREQ=WEEKLY;COUNT=6`);
  const later = event(`RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=America/New_York:20260302T090000
    DTSTART;TZID=America/New_York:20260303T110000
    DURATION:PT30M`);
  const single = event(`RECURRENCE-ID;TZID=America/New_York:20260309T090000
    DTSTART;TZID=America/New_York:20260309T150000
    DURATION:PT15M`);
  expect(busyTimes(calendar(weekly, later, single))).toEqual([
    ...["2026-03-03T16:00/16:30", "2026-03-09T19:00/19:15", "2026-03-17T15:00/15:30", "2026-03-24T15:00/15:30"],
  ]);
  const canceled = later.replace("DURATION:PT30M", "STATUS:CANCELLED");
  expect(busyTimes(calendar(weekly, canceled))).toEqual([]);
  const again = event(`RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=America/New_York:20260316T090000
    DTSTART;TZID=America/New_York:20260316T090000
    DURATION:PT45M`);
  expect(busyTimes(calendar(weekly, again, later))).toEqual([
    ...["2026-03-03T16:00/16:30", "2026-03-10T15:00/15:30", "2026-03-16T13:00/13:45", "2026-03-23T13:00/13:45"],
  ]);
});

test("of two changes of one occurrence the one with the higher sequence counts", () => {
  const change = (sequence: number, hour: number) =>
    event(`RECURRENCE-ID:20260413T081500Z\nSEQUENCE:${sequence}\nDTSTART:20260413T${hour}0000Z\nDURATION:PT1H`);
  expect(busyTimes(calendar(mondays(""), change(2, 12), change(1, 15)))).toEqual([
    first,
    "2026-04-13T12:00/13:00",
    third,
  ]);
  expect(busyTimes(calendar(mondays(""), change(1, 12), change(1, 15)))).toEqual([
    first,
    "2026-04-13T15:00/16:00",
    third,
  ]);
});

test("a change without an end has the length of its series", () => {
  const change = event("RECURRENCE-ID:20260413T081500Z\nDTSTART:20260413T120000Z");
  expect(busyTimes(calendar(mondays(""), change))).toEqual([first, "2026-04-13T12:00/13:00", third]);
  const wholeDay = event("RECURRENCE-ID:20260413T081500Z\nDTSTART;VALUE=DATE:20260414");
  expect(busyTimes(calendar(mondays(""), wholeDay))).toEqual([first, "2026-04-14T04:00/2026-04-15T04:00", third]);
});

test("a change without a start that can be read leaves the occurrence as it was", () => {
  const text = calendar(mondays(""), event("RECURRENCE-ID:20260413T081500Z\nDTSTART:later"));
  expect(busyTimes(text)).toEqual([first, second, third]);
  expect(skippedParts(text)).toHaveLength(1);
});

test("events without a UID, and different events with the same one, are all counted", () => {
  const [one, two] = ["DTSTART:20260406T081500Z\nDURATION:PT1H", "DTSTART:20260413T081500Z\nDURATION:PT1H"].map(
    (lines) => event(lines),
  ) as [string, string];
  expect(busyTimes(calendar(one, two))).toEqual([first, second]);
  const anonymous = [one, two].map((text) => text.replace("UID:one\n", ""));
  expect(busyTimes(calendar(...anonymous))).toEqual([first, second]);
});

test("an event that began before the range is busy in it", () => {
  const long = event("DTSTART:20260101T000000Z\nDTEND:20260401T000000Z");
  expect(busyTimes(calendar(long))).toEqual(["2026-01-01T00:00/2026-04-01T00:00"]);
  const yearly = event("DTSTART;VALUE=DATE:20200215\nDURATION:P20D\nRRULE:FREQ=YEARLY");
  expect(busyTimes(calendar(yearly))).toEqual(["2026-02-15T05:00/2026-03-07T05:00"]);
});

test("an event is declined if the host declined it at every address at which it was sent", () => {
  const invited = (...attendees: string[]) => calendar(mondays(attendees.join("\n")));
  const declined = "ATTENDEE;PARTSTAT=DECLINED:mailto:host@example.com";
  for (const line of [
    declined,
    'ATTENDEE;CN="Host; the: first";partstat=declined:MAILTO:Host@Example.com',
    "ATTENDEE;PARTSTAT=DECLINED;EMAIL=host@example.com:urn:uuid:1",
    "ATTENDEE;PARTSTAT=DECLINED:mailto:host%40example.com",
    `${declined}\nATTENDEE;PARTSTAT=ACCEPTED:mailto:guest@example.com`,
    `${declined}\nATTENDEE;PARTSTAT=DECLINED:mailto:host@example.org`,
  ])
    expect(busyTimes(invited(line)), line).toEqual([]);
  for (const line of [
    "ATTENDEE;PARTSTAT=DECLINED:mailto:guest@example.com",
    "ATTENDEE;PARTSTAT=TENTATIVE:mailto:host@example.com",
    "ATTENDEE;PARTSTAT=DELEGATED:mailto:host@example.com",
    "ATTENDEE:mailto:host@example.com",
    "ATTENDEE;PARTSTAT=DECLINED:mailto:host@example.com.example.net",
    `${declined}\nATTENDEE;PARTSTAT=ACCEPTED:mailto:host@example.org`,
    "COMMENT;PARTSTAT=DECLINED:mailto:host@example.com",
  ])
    expect(busyTimes(invited(line)), line).toEqual([first, second, third]);
  expect(
    busyTimes(invited(declined).replace("host@example", "host@ex\r\n ample").replace("PARTSTAT", "PART\r\n\tSTAT")),
  ).toEqual([]);
  const one = event(`RECURRENCE-ID:20260413T081500Z\nDTSTART:20260413T081500Z\nDURATION:PT1H\n${declined}`);
  expect(busyTimes(calendar(mondays(""), one))).toEqual([first, third]);
});

test("our own calls are recognized by UID or property, but only if the call is ours", () => {
  const ownUids = new Set(["call@gtmarc.example"]);
  const call = (uid: string, more = "") => calendar(event(`DTSTART:20260406T081500Z\nDURATION:PT1H\n${more}`, uid));
  expect(busyTimes(call("call@gtmarc.example"), { ownUids })).toEqual([]);
  expect(busyTimes(call("replaced", "X-GTMARC-CALL:call@gtmarc.example"), { ownUids })).toEqual([]);
  expect(busyTimes(call("replaced", "X-GTMARC-CALL:another@gtmarc.example"), { ownUids })).toEqual([first]);
  expect(busyTimes(call("replaced", "X-GTMARC-CALL:"), { ownUids })).toEqual([first]);
});

const clockChange = { from: Date.parse("2026-10-30"), to: Date.parse("2026-11-03") };

test("days of a duration are days on the wall clock, hours are hours", () => {
  const lasts = (duration: string) =>
    busyTimes(calendar(event(`DTSTART;TZID=America/New_York:20261031T120000\nDURATION:${duration}`)), clockChange)[0];
  expect(lasts("P1D")).toBe("2026-10-31T16:00/2026-11-01T17:00");
  expect(lasts("PT24H")).toBe("2026-10-31T16:00/2026-11-01T16:00");
  expect(lasts("P1DT1H")).toBe("2026-10-31T16:00/2026-11-01T18:00");
  expect(lasts("PT1440M")).toBe("2026-10-31T16:00/2026-11-01T16:00");
});

test("weekdays of a year with and without a position are all read", () => {
  const yearly = event("DTSTART:20260101T120000Z\nDURATION:PT1H\nRRULE:FREQ=YEARLY;BYDAY=SA,20MO");
  const busy = busyTimes(calendar(yearly));
  expect(busy).toHaveLength(27);
  expect(busy).toContain("2026-05-18T12:00/13:00");
});

test("a day that a month lacks is replaced as SKIP says, also where the rule names it", () => {
  const year = { from: Date.parse("2026-01-01"), to: Date.parse("2026-12-31") };
  const days = (rule: string, start = "20260131") => {
    const text = calendar(event(`DTSTART:${start}T130000Z\nDURATION:PT1H\nRRULE:${rule}`));
    return [busyTimes(text, year)].flat().map((time) => time.slice(5, 10));
  };
  const lastDays = ["01-31", "02-28", "03-31", "04-30"];
  for (const rule of [
    "FREQ=MONTHLY;COUNT=4",
    "FREQ=MONTHLY;BYMONTHDAY=31;COUNT=4",
    "BYMONTHDAY=31;FREQ=MONTHLY;COUNT=4",
  ])
    expect(days(`RSCALE=GREGORIAN;SKIP=BACKWARD;${rule}`), rule).toEqual(lastDays);
  expect(days("RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=30;SKIP=BACKWARD;BYMONTH=1,2,3", "20250130")).toEqual([
    "01-30",
    "02-28",
    "03-30",
  ]);
  expect(days("RSCALE=GREGORIAN;FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;SKIP=BACKWARD", "20240229")).toEqual(["02-28"]);
  expect(days("RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=OMIT;COUNT=3")).toEqual(["01-31", "03-31", "05-31"]);
  expect(days("RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=15;SKIP=FORWARD;COUNT=2", "20260115")).toEqual([
    "01-15",
    "02-15",
  ]);
});

const toFebruary28 = (date: string) => (date === "02-30" ? "02-28" : date);
const thirtyFirsts = ["01-31", "03-31", "05-31", "07-31", "08-31", "10-31", "12-31"];
const lastDaysOfMonths = [...thirtyFirsts, "02-28", "04-30", "06-30", "09-30", "11-30"].sort();
const ofEachMonth = (day: string) => lastDaysOfMonths.map((date) => `${date.slice(0, 3)}${day}`);

test.each([
  ["FREQ=MONTHLY;BYMONTHDAY=31;SKIP=FORWARD", [...thirtyFirsts, "03-01", "05-01", "07-01", "10-01", "12-01"]],
  ["FREQ=MONTHLY;BYMONTHDAY=30,31;BYMONTH=2,4;SKIP=FORWARD", ["03-01", "04-30", "05-01"]],
  ["FREQ=YEARLY;BYMONTH=12;BYMONTHDAY=31;SKIP=FORWARD", ["12-31"]],
  ["FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=29;SKIP=FORWARD", ["03-01"]],
  ["FREQ=YEARLY;BYMONTH=1,3,5;BYMONTHDAY=31;SKIP=BACKWARD", ["01-31", "03-31", "05-31"]],
  ["FREQ=DAILY;BYMONTHDAY=31;SKIP=BACKWARD", thirtyFirsts],
  ["FREQ=MONTHLY;BYMONTHDAY=31;BYHOUR=13;SKIP=BACKWARD", lastDaysOfMonths],
  ["FREQ=MONTHLY;BYMONTHDAY=15,31;SKIP=BACKWARD", [...ofEachMonth("15"), ...lastDaysOfMonths]],
  ["FREQ=MONTHLY;BYMONTHDAY=15,30;SKIP=BACKWARD", [...ofEachMonth("15"), ...ofEachMonth("30")].map(toFebruary28)],
  ["FREQ=MONTHLY;BYMONTHDAY=30;COUNT=3;SKIP=BACKWARD", ["01-30", "02-28", "03-30"]],
  ["FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=3;SKIP=BACKWARD", ["01-15", "01-30", "02-15"]],
  ["FREQ=MONTHLY;BYMONTHDAY=15,30;COUNT=5;SKIP=BACKWARD", ["01-15", "01-30", "02-15", "02-28", "03-15"]],
  ["FREQ=MONTHLY;BYMONTHDAY=28,30;COUNT=4;SKIP=BACKWARD", ["01-28", "01-30", "02-28", "03-28"]],
  ["FREQ=MONTHLY;BYMONTHDAY=15,28,29;COUNT=6;SKIP=BACKWARD", ["01-15", "01-28", "01-29", "02-15", "02-28", "03-15"]],
  ["FREQ=MONTHLY;BYMONTHDAY=30,31;BYSETPOS=-1;SKIP=BACKWARD", lastDaysOfMonths],
  ["FREQ=MONTHLY;BYMONTHDAY=31;BYDAY=MO,TU;SKIP=BACKWARD", ["03-31", "06-30", "08-31", "11-30"]],
  ["FREQ=MONTHLY;INTERVAL=2;BYMONTHDAY=31;SKIP=BACKWARD", ["02-28", "04-30", "06-30", "08-31", "10-31", "12-31"]],
])("every date counts that RFC 7529 gives for %s", (rule, dates) => {
  const year = { from: Date.parse("2026-01-01"), to: Date.parse("2027-01-01") };
  const text = calendar(event(`DTSTART:20251231T130000Z\nDURATION:PT1H\nRRULE:RSCALE=GREGORIAN;${rule}`));
  expect([busyTimes(text, year)].flat().map((time) => time.slice(5, 10))).toEqual([...dates].sort());
  expect(skippedParts(text)).toEqual([]);
});

test("a series that began while Morocco's clocks were back for Ramadan keeps its hour", () => {
  const weekly = event("DTSTART;TZID=Africa/Casablanca:20190506T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY");
  const week = { from: Date.parse("2026-04-06"), to: Date.parse("2026-04-12") };
  expect(busyTimes(calendar(weekly), week)).toEqual(["2026-04-06T08:00/09:00"]);
});

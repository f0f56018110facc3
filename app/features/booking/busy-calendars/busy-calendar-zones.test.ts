import { expect, test } from "vitest";
import { dayMs, minuteMs } from "#app/lib/durations.ts";
import { busyTimes, calendar, event, skippedParts } from "#tests/fixtures/calendars.ts";
import { ianaZones } from "./icalendar/zones.ts";

/* Time zones of other calendars. The event is on 6 April 2026 from 09:00 to 10:00; the host is in New York. */

const at = (zone: string) => event(`DTSTART;TZID=${zone}:20260406T090000\nDTEND;TZID=${zone}:20260406T100000`);
const rules = (name: string, offset = "+0300", more = "") =>
  `BEGIN:VTIMEZONE\nTZID:${name}\n${more}BEGIN:STANDARD\nDTSTART:16010101T000000\nTZOFFSETFROM:${offset}\nTZOFFSETTO:${offset}\nEND:STANDARD\nEND:VTIMEZONE`;

const names: [name: string, start: string][] = [
  ["America/New_York", "13:00"],
  ["US/Eastern", "13:00"],
  ["america/new york", "13:00"],
  ["/freeassociation.sourceforge.net/America/New_York", "13:00"],
  ["/freeassociation.sourceforge.net/Tzfile/Europe/Berlin", "07:00"],
  ["/mozilla.org/20070129_1/Europe/Berlin", "07:00"],
  ["/citadel.org/20190914_1/America/Argentina/Buenos_Aires", "12:00"],
  ["/softwarestudio.org/Olson_20011030_5/Asia/Kolkata", "03:30"],
  ["Europe/Kyiv", "06:00"],
  ["America/Ciudad_Juarez", "15:00"],
  ["Pacific Standard Time", "16:00"],
  ["pacific standard time", "16:00"],
  ["Pacific Daylight Time", "16:00"],
  ["W. Europe Standard Time", "07:00"],
  ["Romance Standard Time", "07:00"],
  ["India Standard Time", "03:30"],
  ["Mountain Standard Time (Mexico)", "16:00"],
  ["Central Asia Standard Time", "03:00"],
  ["Kamchatka Standard Time", "2026-04-05T21:00"],
  ['"(UTC-05:00) Eastern Time (US & Canada)"', "13:00"],
  ["(UTC-05:00) Eastern Time (US & Canada)", "13:00"],
  ["(GMT-08.00) Pacific Time (US & Canada)/Tijuana", "16:00"],
  ["Eastern Time (US & Canada)", "13:00"],
  ['"(UTC+01:00) Amsterdam, Berlin, Bern, Rome, Stockholm, Vienna"', "07:00"],
  ['"(UTC+05:30) Chennai, Kolkata, Mumbai, New Delhi"', "03:30"],
  ['"(UTC-07:00) La Paz, Mazatlan"', "16:00"],
  ['"(UTC) Coordinated Universal Time"', "09:00"],
  ["tzone://Microsoft/Utc", "09:00"],
  ["UTC", "09:00"],
  ["Etc/GMT+5", "14:00"],
  ["GMT-0500", "14:00"],
  ["UTC+05:30", "03:30"],
  ["Japan", "00:00"],
  ["Pacific/Kanton", "2026-04-05T20:00"],
  ["Asia/Saigon", "02:00"],
  ['"(UTC+10:00) Canberra, Melbourne, Sydney"', "2026-04-05T23:00"],
  ["(UTC+01:00) Amsterdam, Berlin, Bern, Rom, Stockholm, Wien", "07:00"],
  ["Morocco Standard Time", "08:00"],
  ["Egypt Standard Time", "07:00"],
  ["UTC-11", "20:00"],
  ["America/Coyhaique", "12:00"],
  ["EST5EDT", "13:00"],
];

test.each(names)("%s is known by name", (name, start) => {
  const [busy] = busyTimes(calendar(at(name)));
  expect(busy?.split("/")[0]).toBe(start.includes("T") ? start : `2026-04-06T${start}`);
  expect(skippedParts(calendar(at(name)))).toEqual([]);
});

test("a name that no table has follows the calendar's rules, or the place that the calendar gives for it", () => {
  expect(busyTimes(calendar(rules("Customized Time Zone"), at("Customized Time Zone")))).toEqual([
    "2026-04-06T06:00/07:00",
  ]);
  const place = rules("My zone", "+0300", "X-LIC-LOCATION:America/New_York\n");
  expect(busyTimes(calendar(place, at("My zone")))).toEqual(["2026-04-06T13:00/14:00"]);
  expect(busyTimes(calendar(rules("tzone://Microsoft/Custom"), at("tzone://Microsoft/Custom")))).toEqual([
    "2026-04-06T06:00/07:00",
  ]);
});

test("IANA and Windows names use our own data, short names the calendar's rules if it has any", () => {
  expect(busyTimes(calendar(rules("Asia/Tokyo"), at("Asia/Tokyo")))).toEqual(["2026-04-06T00:00/01:00"]);
  expect(busyTimes(calendar(rules("Tokyo Standard Time"), at("Tokyo Standard Time")))).toEqual([
    "2026-04-06T00:00/01:00",
  ]);
  // Node.js takes IST for Kolkata and BST for Dhaka; a calendar can mean Israel and Britain.
  for (const name of ["EST", "IST", "BST"])
    expect(busyTimes(calendar(rules(name), at(name))), name).toEqual(["2026-04-06T06:00/07:00"]);
});

test("an unknown time zone is busy at every hour that it could mean, and is named", () => {
  for (const name of ["Somewhere", "IST", "tzone://Microsoft/Custom", "Mars/Olympus_Mons"]) {
    expect(busyTimes(calendar(at(name))), name).toEqual(["2026-04-05T19:00/2026-04-06T22:00"]);
    expect(skippedParts(calendar(at(name))), name).toEqual([
      "4: The time zone of an event is unknown. Every hour at which it could be counts as busy.",
    ]);
  }
  const weekly = event("DTSTART;TZID=Somewhere:20260330T090000\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=2");
  expect(busyTimes(calendar(weekly))).toEqual([
    "2026-03-29T19:00/2026-03-30T22:00",
    "2026-04-05T19:00/2026-04-06T22:00",
  ]);
});

test("a display name of an unknown place is busy one hour around the offset that it begins with", () => {
  expect(busyTimes(calendar(at('"(UTC+06:00) Astana"')))).toEqual(["2026-04-06T02:00/05:00"]);
  expect(skippedParts(calendar(at('"(UTC+06:00) Astana"')))).toHaveLength(1);
});

test("rules that cannot be read leave the time zone unknown", () => {
  const unreadable = rules("Office").replace("TZOFFSETFROM:+0300", "TZOFFSETFROM:three");
  expect(busyTimes(calendar(unreadable, at("Office")))).toEqual(["2026-04-05T19:00/2026-04-06T22:00"]);
  const empty = "BEGIN:VTIMEZONE\nTZID:Office\nEND:VTIMEZONE";
  expect(skippedParts(calendar(empty, at("Office")))).toHaveLength(1);
  const tooOften = rules("Office").replace("TZOFFSETTO", "RRULE:FREQ=HOURLY\nTZOFFSETTO");
  expect(skippedParts(calendar(tooOften, at("Office")))).toHaveLength(1);
});

test("times without a time zone are in the calendar's, whole days in the host's", () => {
  const floating = event("DTSTART:20260406T090000\nDTEND:20260406T100000");
  const wholeDay = event("DTSTART;VALUE=DATE:20260407", "two");
  for (const line of [
    "X-WR-TIMEZONE:Europe/Berlin",
    "TIMEZONE-ID:Europe/Berlin",
    "X-WR-TIMEZONE:W. Europe Standard Time",
  ])
    expect(busyTimes(calendar(line, floating, wholeDay)), line).toEqual([
      "2026-04-06T07:00/08:00",
      "2026-04-07T04:00/2026-04-08T04:00",
    ]);
  expect(busyTimes(calendar(floating))).toEqual(["2026-04-06T13:00/14:00"]);
  expect(busyTimes(calendar("X-WR-TIMEZONE:Somewhere", floating))).toEqual(["2026-04-05T19:00/2026-04-06T22:00"]);
});

test("each of several calendars in one text has its own time zones", () => {
  const first = calendar(rules("Office", "+0300"), event("DTSTART;TZID=Office:20260406T090000\nDURATION:PT1H"));
  const second = calendar(rules("Office", "-0300"), event("DTSTART;TZID=Office:20260406T090000\nDURATION:PT1H", "two"));
  expect(busyTimes(`${first}\r\n${second}`)).toEqual(["2026-04-06T06:00/07:00", "2026-04-06T12:00/13:00"]);
});

test("a repeated time is the first one, a skipped one is after the gap", () => {
  const one = (start: string, zone = "America/New_York") =>
    busyTimes(calendar(event(`DTSTART;TZID=${zone}:${start}\nDURATION:PT10M`)), {
      from: Date.parse("2025-01-01"),
      to: Date.parse("2027-01-01"),
    });
  expect(one("20261101T013000")).toEqual(["2026-11-01T05:30/05:40"]);
  expect(one("20260308T023000")).toEqual(["2026-03-08T07:30/07:40"]);
  expect(one("20260405T014500", "Australia/Lord_Howe")).toEqual(["2026-04-04T14:45/14:55"]);
  expect(one("20261004T021500", "Australia/Lord_Howe")).toEqual(["2026-10-03T15:45/15:55"]);
});

test("the offsets of every time zone are those of Node.js", () => {
  const zoneOf = ianaZones();
  for (const id of Intl.supportedValuesOf("timeZone")) {
    const clock = new Intl.DateTimeFormat("en-US", { timeZone: id, timeZoneName: "longOffset" });
    const zone = zoneOf(id);
    for (let instant = Date.UTC(2025, 0, 1, 11); instant < Date.UTC(2028, 0); instant += 11 * dayMs) {
      const shown = clock.formatToParts(instant).find(({ type }) => type === "timeZoneName")!.value;
      const minutes = (zone.wall(instant) - instant) / minuteMs;
      const [, sign, hours, rest] = /^GMT(?:([+-])(\d\d):(\d\d))?$/.exec(shown) ?? [];
      expect(minutes, `${id} ${instant}`).toBe(
        (sign === "-" ? -1 : 1) * (Number(hours ?? 0) * 60 + Number(rest ?? 0)) + 0,
      );
    }
  }
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { busyTimes, calendar, calendarFile, event, question, skippedParts } from "#tests/fixtures/calendars.ts";
import { readCalendar } from "./busy-calendar.ts";
import { reasons } from "./icalendar/events.ts";

/* Calendars with defects: one odd event is named, and counts as far as it can be read; all others count as usual. */

const good = event("DTSTART:20260406T130000Z\nDTEND:20260406T140000Z", "good");
const goodTime = "2026-04-06T13:00/14:00";
const hour = "2026-05-01T13:00/14:00";

const odd: [lines: string, reason: keyof typeof reasons, busy: string[]][] = [
  ["SUMMARY:no start", "noStart", []],
  ["DTSTART:rubbish", "noStart", []],
  ["DTSTART:", "noStart", []],
  ["DTSTART:20260231T130000Z", "noStart", []],
  ["DTSTART:20261301T130000Z", "noStart", []],
  ["DTSTART:20260501T250000Z", "noStart", []],
  ["DTSTART:20260501T250000+0200", "noStart", []],
  ["DTSTART:20260501T130000+9900", "noStart", []],
  ["DTSTART;VALUE=DATE:2026051", "noStart", []],
  ["DTSTART:00000000T000000Z", "noStart", []],
  ["DTSTART;TZID:20260501T130000", "noStart", []],
  ["DTSTART:20260501T130000Z\nDTEND:rubbish", "badEnd", [hour]],
  ["DTSTART:20260501T130000Z\nDTEND:20260501T990000Z", "badEnd", [hour]],
  ["DTSTART:20260501T130000Z\nDTEND:20260501T120000Z", "endBeforeStart", [hour]],
  ["DTSTART;VALUE=DATE:20260501\nDTEND;VALUE=DATE:20260430", "endBeforeStart", ["2026-05-01T04:00/2026-05-02T04:00"]],
  ["DTSTART:20260501T130000Z\nDURATION:rubbish", "badEnd", [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:-PT1H", "badEnd", [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:PT1H30", "badEnd", [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:P", "badEnd", [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:P999999999D", "badEnd", [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:PT1H\nRRULE:", "badRule", [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:PT1H\nRRULE:FREQ=FORTNIGHTLY", "badRule", [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:PT1H\nRRULE:COUNT=3", "badRule", [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;BYDAY=XX", "badRule", [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;BYDAY=", "badRule", [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:PT1H\nRRULE:FREQ=MONTHLY;BYMONTHDAY=0", "badRule", [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:PT1H\nRRULE:FREQ=MONTHLY;BYMONTHDAY=32", "badRule", [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:PT1H\nRRULE:FREQ=MONTHLY;BYDAY=0MO", "badRule", [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=0", "badRule", [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;COUNT=many", "badRule", [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;UNTIL=soon", "badRule", [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:PT1H\nRRULE:FREQ=YEARLY;BYMONTH=13", "badRule", [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;WKST=XX", "badRule", [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:PT1H\nRRULE:RSCALE=ETHIOPIC;FREQ=YEARLY", "badRule", [hour]],
  [
    "DTSTART:20260501T130000Z\nDURATION:PT1H\nRRULE:RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=1,31;BYSETPOS=1;SKIP=FORWARD;UNTIL=20260602",
    "missingDays",
    [hour, "2026-06-01T13:00/14:00"],
  ],
  [
    "DTSTART:20260501T130000Z\nDURATION:PT1H\nRRULE:FREQ=MONTHLY;COUNT=2\nEXRULE:RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=31;SKIP=FORWARD",
    "badDates",
    [hour, "2026-06-01T13:00/14:00"],
  ],
  ["DTSTART:20260501T130000Z\nDURATION:PT1H\nRDATE:soon", "badDates", [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:PT1H\nEXDATE:soon", "badDates", [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:PT1H\nRDATE;VALUE=PERIOD:20260502T130000Z/soon", "badDates", [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:PT1H\nRECURRENCE-ID:soon", "badPlace", [hour]],
];

test.each(odd)("an odd event does not refuse the calendar: %s", (lines, reason, busy) => {
  const text = calendar(good, event(lines, "odd"));
  expect(busyTimes(text)).toEqual([goodTime, ...busy]);
  expect(skippedParts(text)).toEqual([`10: ${reasons[reason]}`]);
});

const fine: [lines: string, busy: string[]][] = [
  [
    "DTSTART:20260501T130000Z\nDURATION:PT1H\nRRULE:RSCALE=GREGORIAN;FREQ=MONTHLY;BYMONTHDAY=1,31;SKIP=FORWARD;UNTIL=20260602",
    [hour, "2026-05-31T13:00/14:00", "2026-06-01T13:00/14:00"],
  ],
  ["DTSTART:20260501T150000+0200\nDTEND:20260501T160000+0200", [hour]],
  ["DTSTART;TZID=Europe/Berlin:20260501T150000+0200\nDURATION:PT1H", [hour]],
  ["DTSTART:2026-05-01T13:00:00Z\nDTEND:2026-05-01T14:00:00.000Z", [hour]],
  ["DTSTART:2026-05-01T09:00:00-04:00\nDURATION:PT1H", [hour]],
  ["DTSTART;TZID=Europe/Berlin:2026-05-01T15:00:00\nDURATION:PT1H", [hour]],
  ["DTSTART;VALUE=DATE:2026-05-01", ["2026-05-01T04:00/2026-05-02T04:00"]],
  [
    "DTSTART:20260501T130000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=2026-05-02T15:00:00+0200\nEXDATE:2026-05-01T13:00Z",
    ["2026-05-02T13:00/14:00"],
  ],
  ["DTSTART:20260501\nDTEND:20260502", ["2026-05-01T04:00/2026-05-02T04:00"]],
  ["DTSTART;VALUE=DATE:20260501", ["2026-05-01T04:00/2026-05-02T04:00"]],
  ["DTSTART;VALUE=DATE:20260501\nDTEND;VALUE=DATE:20260504", ["2026-05-01T04:00/2026-05-04T04:00"]],
  ["DTSTART;VALUE=DATE:20260501\nDURATION:P2D", ["2026-05-01T04:00/2026-05-03T04:00"]],
  ["DTSTART;VALUE=DATE:20260501\nDURATION:PT0S", ["2026-05-01T04:00/2026-05-02T04:00"]],
  ["DTSTART;VALUE=DATE;TZID=Europe/Berlin:20260501", ["2026-05-01T04:00/2026-05-02T04:00"]],
  ["DTSTART;TZID=Europe/Berlin:20260501T130000Z\nDURATION:PT1H", [hour]],
  ["DTSTART:20260501T1300Z\nDTEND:20260501T1400Z", [hour]],
  ["DTSTART:20260501T130000Z\nDTEND:20260501T130000Z", []],
  ["DTSTART:20260501T130000Z", []],
  ["DTSTART:20260501T130000Z\nDTEND:20260501T240000Z", ["2026-05-01T13:00/2026-05-02T00:00"]],
  ["DTSTART;TZID=Europe/Berlin:20260501T150000\nDTEND:20260501T160000", [hour]],
  ["DTSTART:20260501T130000Z\nDTEND;VALUE=DATE:20260502", ["2026-05-01T13:00/2026-05-02T00:00"]],
  ["DTSTART:20260501T130000Z\nDURATION:+PT1H", [hour]],
  ["DTSTART:20260501t130000z\nDTEND:20260501t140000z", [hour]],
  ["DTSTART:20260501T130000z\nDURATION:PT1H\nRRULE:FREQ=DAILY;UNTIL=20260501T130000z", [hour]],
  ["DTSTART:20260430T130000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=2\nEXDATE:20260430t130000z", [hour]],
  ["DTSTART;VALUE=DATE-TIME:20260501T130000Z\nDTEND;VALUE=DATE-TIME:20260501T140000Z", [hour]],
  ["DTSTART:20260501T130060Z\nDTEND:20260501T140000Z", [hour]],
  ["DTSTART;TZID=Europe/Berlin:20260501T150000\nDTEND;TZID=Asia/Tokyo:20260501T230000", [hour]],
  [
    "DTSTART:20260501T130000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;COUNT=3\nEXRULE:FREQ=DAILY;COUNT=2",
    ["2026-05-03T13:00/14:00"],
  ],
  ["DTSTART:20260501T130000Z\nDURATION:P1W", ["2026-05-01T13:00/2026-05-08T13:00"]],
  ["DTSTART:20260501T130000Z\nDTEND:20260501T140000Z\nDURATION:PT9H", [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:PT1H\nRRULE:freq=daily;count=1;", [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;BYDAY=FR, FR;COUNT=1;X-MORE=1", [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:PT1H\nRRULE:FREQ=WEEKLY;BYDAY=1FR;COUNT=1", [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY;INTERVAL=0;COUNT=1", [hour]],
  ["dtstart:20260501T130000Z\nduration:PT1H", [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:PT1H\nDESCRIPTION:two\nlines without a name\n:", [hour]],
  ['DTSTART:20260501T130000Z\nDURATION:PT1H\nATTENDEE;CN="unfinished:mailto:a@example.com', [hour]],
  ["DTSTART:20260501T130000Z\nDURATION:PT1H\nX-APPLE;X=Y:1\nGEO:nowhere\nATTACH;VALUE=BINARY:%%%", [hour]],
  [
    "DTSTART:20260501T130000Z\nDURATION:PT1H\nBEGIN:VALARM\nTRIGGER:-PT5M\nDURATION:PT9H\nRRULE:FREQ=DAILY\nEND:VALARM",
    [hour],
  ],
  [
    "BEGIN:VALARM\nDTSTART:20260101T000000Z\nSTATUS:CANCELLED\nEND:VALARM\nDTSTART:20260501T130000Z\nDURATION:PT1H",
    [hour],
  ],
];

test.each(fine)("what is only unusual counts and is not named: %s", (lines, busy) => {
  const text = calendar(good, event(lines, "unusual"));
  expect(busyTimes(text)).toEqual([goodTime, ...busy]);
  expect(skippedParts(text)).toEqual([]);
});

test("lines can be folded anywhere, end in LF, CR or CR CR LF, and begin with a byte order mark", () => {
  const text = calendar(good);
  const folded = text
    .replace("DTSTART:2026", "DTST\r\n ART:20\r\n\t26")
    .replace("BEGIN:VEVENT", "BEG\r\n IN:VEV\r\n ENT");
  for (const variant of [
    folded,
    text.replaceAll("\r\n", "\n"),
    text.replaceAll("\r\n", "\r"),
    text.replaceAll("\r\n", "\r\r\n"),
    text.replaceAll("\r\n", "\r\n\r\n"),
    `\uFEFF\r\n \r\n${text}`,
    `\uFEFF${text}\r\n\uFEFF${text}\r\n`,
    text.toLowerCase().replace("20260406t130000z", "20260406T130000Z").replace("20260406t140000z", "20260406T140000Z"),
  ]) {
    expect(busyTimes(variant), variant).toEqual([goodTime]);
    expect(skippedParts(variant), variant).toEqual([]);
  }
});

test("a missing end of an event does not swallow the next one", () => {
  const text = calendar(event("DTSTART:20260501T130000Z\nDURATION:PT1H").replace("\nEND:VEVENT", ""), good);
  expect(busyTimes(text)).toEqual([goodTime, hour]);
});

test("tasks, journals and what belongs to no calendar are ignored", () => {
  const task = "BEGIN:VTODO\nUID:task\nDTSTART:20260501T130000Z\nDURATION:PT1H\nEND:VTODO";
  const outside = "BEGIN:VEVENT\r\nDTSTART:20260501T130000Z\r\nDURATION:PT1H\r\nEND:VEVENT\r\n";
  expect(busyTimes(calendar(task, task.replaceAll("VTODO", "VJOURNAL"), good))).toEqual([goodTime]);
  expect(busyTimes(outside + calendar(good))).toEqual([goodTime]);
});

test("a calendar without its last line is refused, because events can be missing", () => {
  const text = calendar(good, event("DTSTART:20260501T130000Z\nDURATION:PT1H"));
  for (const length of [20, 100, 200, text.length - 15]) expect(busyTimes(text.slice(0, length))).toBe("incomplete");
});

test("an invalid busy time is named, the others of its list count", () => {
  const list = "BEGIN:VFREEBUSY\nUID:f\nFREEBUSY:20260501T130000Z/PT1H,soon/PT1H,20260502T130000Z/later\nEND:VFREEBUSY";
  expect(busyTimes(calendar(list))).toEqual([hour]);
  expect(skippedParts(calendar(list))).toEqual([`4: ${reasons.badFreeBusy}`]);
});

test("a reason does not contain what the calendar contains", () => {
  const secret = "DTSTART;TZID=Secret place:20260501T130000\nDURATION:PT1H\nSUMMARY:Secret\nRRULE:FREQ=SECRET";
  for (const part of skippedParts(calendar(event(secret, "secret")))) expect(part).not.toMatch(/secret/i);
});

const daily = event("DTSTART:20260301T130000Z\nDURATION:PT1H\nRRULE:FREQ=DAILY");
const limits = { events: 10, occurrences: 1000, busyTimes: 1000 };

test("more events or busy times than the limits are refused; a rule with too many dates is busy all the time", () => {
  const read = (text: string, changes: Partial<typeof limits>) =>
    readCalendar(text, question, { ...limits, ...changes });
  const refused = { ok: false, reason: { kind: "too_many_events" } };
  expect(read(calendar(good, daily), { events: 1 })).toEqual(refused);
  expect(read(calendar(good, daily), { busyTimes: 100 })).toEqual(refused);
  const often = read(calendar(daily), { occurrences: 100 });
  expect(often.ok && often.value).toMatchObject({
    busy: [{ end: question.to }],
    skipped: [{ line: 4, reason: reasons.tooOften }],
  });
});

test("a changed character, a lost or a doubled line never throws", () => {
  const texts = ["rdate-period", "cancelled-instance-recurrence-id-utc", "skipped-time", "one-bad-event-rrule-empty"];
  fc.assert(
    fc.property(
      ...[fc.constantFrom(...texts.map(calendarFile)), fc.nat(), fc.nat()],
      fc.constantFrom("", ";", ":", "=", ",", '"', "9", "-", "Z", "\r\n", " ", "\u0000", "%", "/"),
      (text, position, line, character) => {
        const at = position % text.length;
        const lines = `${text.slice(0, at)}${character}${text.slice(at + 1)}`.split("\r\n");
        lines.splice(
          line % lines.length,
          line % 3,
          ...lines.slice(line % lines.length, (line % lines.length) + (line % 2)),
        );
        const result = readCalendar(lines.join("\r\n"), question);
        return result.ok || result.reason.kind !== "too_many_events";
      },
    ),
    { numRuns: 1000 },
  );
});

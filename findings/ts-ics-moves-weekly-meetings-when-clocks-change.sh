#!/bin/sh
# Expected: a weekly meeting at half past nine in Berlin is at half past nine in summer and in winter; a rule repeats the local time of
# DTSTART, and UNTIL in UTC names the last one (RFC 5545 3.3.10 and 3.8.5.3).
# Instead: ts-ics reads the time zone, but its extendByRecurrenceRule takes an instant and repeats that in UTC. After the clocks change every
# meeting is an hour late, and one that ends by then lacks its last date, which now lies after UNTIL. Its documentation does not say so.
# ical.js, run beside it on the same file, has all dates right.
# Hurt: everyone whose calendar is expanded with it for half of the year: free times are offered over meetings, and real ones are hidden.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --prefix . --no-save --no-audit --no-fund ts-ics@2.4.6 ical.js@2.2.1 >/dev/null
cat >check.mjs <<'JS'
import ICAL from "ical.js";
import { convertIcsCalendar, extendByRecurrenceRule } from "ts-ics";
const zone = `BEGIN:VTIMEZONE
TZID:Europe/Berlin
BEGIN:DAYLIGHT
DTSTART:19810329T020000
RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU
TZOFFSETFROM:+0100
TZOFFSETTO:+0200
END:DAYLIGHT
BEGIN:STANDARD
DTSTART:19961027T030000
RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU
TZOFFSETFROM:+0200
TZOFFSETTO:+0100
END:STANDARD
END:VTIMEZONE`;
const calendar = (rule) => `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//EN
${zone}
BEGIN:VEVENT
UID:weekly@example.com
DTSTAMP:20260301T000000Z
DTSTART;TZID=Europe/Berlin:20260316T093000
DTEND;TZID=Europe/Berlin:20260316T100000
RRULE:${rule}
SUMMARY:Weekly
END:VEVENT
END:VCALENDAR
`.replaceAll("\n", "\r\n");
const local = (instant) =>
  new Intl.DateTimeFormat("sv-SE", { timeZone: "Europe/Berlin", dateStyle: "short", timeStyle: "short" }).format(instant);
const byTsIcs = (text) => {
  const [{ start, recurrenceRule }] = convertIcsCalendar(undefined, text).events;
  if (start.local.timezone !== "Europe/Berlin") throw new Error("The time zone was not read.");
  return extendByRecurrenceRule(recurrenceRule, { start: start.date, end: new Date("2026-12-31") }).map(local);
};
const byIcalJs = (text) => {
  const root = new ICAL.Component(ICAL.parse(text));
  ICAL.TimezoneService.register(new ICAL.Timezone(root.getFirstSubcomponent("vtimezone")));
  const dates = new ICAL.Event(root.getFirstSubcomponent("vevent")).iterator();
  const found = [];
  for (let next = dates.next(); next; next = dates.next()) found.push(local(next.toJSDate()));
  return found;
};
const right = ["2026-03-16 09:30", "2026-03-23 09:30", "2026-03-30 09:30", "2026-04-06 09:30"];
const late = [...right.slice(0, 2), "2026-03-30 10:30", "2026-04-06 10:30"];
console.log("ts-ics 2.4.6, ical.js 2.2.1; clocks change on 2026-03-29");
let same = true;
for (const [rule, stated] of [["FREQ=WEEKLY;COUNT=4", late], ["FREQ=WEEKLY;UNTIL=20260406T073000Z", late.slice(0, 3)]]) {
  const [seen, other] = [byTsIcs(calendar(rule)), byIcalJs(calendar(rule))];
  console.log(`${rule}\n  right   ${right.join(", ")}\n  ts-ics  ${seen.join(", ")}\n  ical.js ${other.join(", ")}`);
  same &&= seen.join() === stated.join() && other.join() === right.join();
}
process.exit(same ? 0 : 1);
JS
node check.mjs

#!/bin/sh
# Expected: a weekly meeting that was moved "from this one on" (RECURRENCE-ID with RANGE=THISANDFUTURE, RFC 5545 3.8.4.4) takes place at the
# new time from that week on, as ical.js and ical-expander read it.
# Instead: node-ical's expandRecurringEvent moves that one meeting and returns the later ones at the old time and with the old length;
# cal-parser moves it and returns none of the others after the first.
# Who is hurt: hosts of a scheduler that reads their calendar: the new times are offered, and the old ones are blocked.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --prefix . --no-save --no-audit --no-fund node-ical@0.27.2 cal-parser@1.0.2 ical-expander@3.2.0 ical.js@2.2.1 >/dev/null 2>&1
cat >check.cjs <<'JS'
const { readFileSync } = require("node:fs");
const version = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version;
const text = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//example//EN
BEGIN:VEVENT
UID:standup
DTSTAMP:20260101T000000Z
DTSTART:20260406T080000Z
DTEND:20260406T083000Z
RRULE:FREQ=WEEKLY;COUNT=5
END:VEVENT
BEGIN:VEVENT
UID:standup
DTSTAMP:20260101T000000Z
RECURRENCE-ID;RANGE=THISANDFUTURE:20260420T080000Z
DTSTART:20260420T140000Z
DTEND:20260420T150000Z
END:VEVENT
END:VCALENDAR
`.replaceAll("\n", "\r\n");
const [from, to] = [new Date("2026-04-01"), new Date("2026-06-01")];
const show = (start, end) => `${start.toISOString().slice(5, 16)}-${end.toISOString().slice(11, 16)}`;

const ical = require("node-ical");
const event = Object.values(ical.sync.parseICS(text)).find(({ type }) => type === "VEVENT");
const Expander = require("ical-expander");
const seen = {
  "node-ical": ical.expandRecurringEvent(event, { from, to }).map(({ start, end }) => show(start, end)),
  "cal-parser": require("cal-parser")
    .parseString(text)
    .getEventsBetweenDates(from, to)
    .map(({ dtstart, dtend }) => show(dtstart.value, dtend.value)),
  "ical-expander": new Expander({ ics: text })
    .between(from, to)
    .occurrences.map(({ startDate, endDate }) => show(startDate.toJSDate(), endDate.toJSDate())),
};
const [first, second] = ["04-06T08:00-08:30", "04-13T08:00-08:30"];
const moved = "04-20T14:00-15:00";
const stated = {
  "node-ical": [first, second, moved, "04-27T08:00-08:30", "05-04T08:00-08:30"],
  "cal-parser": [first, moved],
  "ical-expander": [first, second, moved, "04-27T14:00-15:00", "05-04T14:00-15:00"],
};
console.log(`Node.js ${process.version}, ical.js ${version("ical.js")} within ical-expander`);
for (const [name, times] of Object.entries(seen)) console.log(`${name} ${version(name)}: ${times.sort().join(", ")}`);
process.exit(JSON.stringify(seen) === JSON.stringify(stated) ? 0 : 1);
JS
node check.cjs

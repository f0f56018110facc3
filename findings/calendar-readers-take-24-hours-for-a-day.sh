#!/bin/sh
# Expected: over the night in which clocks change, DURATION:P1D ends at the same hour of the next day, and PT24H after 24 hours (RFC 5545
# 3.3.6: days are nominal, hours are exact). Noon of 31 October 2026 in New York: P1D to 17:00Z, PT24H to 16:00Z.
# Instead: ical.js ends both at 17:00Z, node-ical both at 16:00Z. No file can say one thing to both, and each is an hour off for one.
# Who is hurt: shifts, on-call weeks and anything that is given by its length, twice a year.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --prefix . --no-save --no-audit --no-fund node-ical@0.27.2 ical.js@2.2.1 >/dev/null
npm ls node-ical ical.js
cat >check.mjs <<'JS'
import ICAL from "ical.js";
import nodeIcal from "node-ical";
console.log(`Node.js ${process.version}, time zones ${process.versions.tz}`);
const change = (part, start, rule, from, to) => [
  ...[`BEGIN:${part}`, `DTSTART:${start}`, `RRULE:FREQ=YEARLY;${rule}`, `TZOFFSETFROM:${from}`, `TZOFFSETTO:${to}`, `END:${part}`],
];
const zone = [
  ...["BEGIN:VTIMEZONE", "TZID:America/New_York"],
  ...change("DAYLIGHT", "20070311T020000", "BYMONTH=3;BYDAY=2SU", "-0500", "-0400"),
  ...change("STANDARD", "20071104T020000", "BYMONTH=11;BYDAY=1SU", "-0400", "-0500"),
  "END:VTIMEZONE",
];
let same = true;
for (const [duration, right] of [["P1D", "2026-11-01T17:00"], ["PT24H", "2026-11-01T16:00"]]) {
  const text = [
    ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//EN", ...zone, "BEGIN:VEVENT", "UID:one@example.com"],
    ...["DTSTAMP:20260101T000000Z", "DTSTART;TZID=America/New_York:20261031T120000", `DURATION:${duration}`],
    ...["END:VEVENT", "END:VCALENDAR", ""],
  ].join("\r\n");
  const calendar = new ICAL.Component(ICAL.parse(text));
  const byIcal = new ICAL.Event(calendar.getFirstSubcomponent("vevent")).endDate.toJSDate().toISOString().slice(0, 16);
  const byNode = Object.values(nodeIcal.sync.parseICS(text)).find(({ type }) => type === "VEVENT").end.toISOString().slice(0, 16);
  console.log(`${duration}: right ${right}Z, ical.js ${byIcal}Z, node-ical ${byNode}Z`);
  same &&= byIcal === "2026-11-01T17:00" && byNode === "2026-11-01T16:00";
}
process.exit(same ? 0 : 1);
JS
TZ=UTC node check.mjs

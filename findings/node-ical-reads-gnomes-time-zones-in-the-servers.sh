#!/bin/sh
# Expected: node-ical reads an event of GNOME Calendar or Evolution at its hour. They write the zone as
# "/freeassociation.sourceforge.net/America/Mexico_City", with a VTIMEZONE that describes it (RFC 5545 3.8.3.1 allows such names).
# Instead: node-ical uses neither the name at the end nor the description in the file, but the time zone of the process, silently: the
# same file has another hour on each server. ical.js reads the description.
# Who is hurt: users of Evolution whose calendar is read by a web service.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --prefix . --no-save --no-audit --no-fund node-ical@0.27.2 ical.js@2.2.1 >/dev/null
cat >check.mjs <<'JS'
import ICAL from "ical.js";
import nodeIcal from "node-ical";
const zone = "/freeassociation.sourceforge.net/America/Mexico_City";
const text = [
  ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//EN", "BEGIN:VTIMEZONE", `TZID:${zone}`],
  ...["X-LIC-LOCATION:America/Mexico_City", "BEGIN:STANDARD", "DTSTART:19700101T000000", "TZOFFSETFROM:-0600"],
  ...["TZOFFSETTO:-0600", "END:STANDARD", "END:VTIMEZONE", "BEGIN:VEVENT", "UID:one@example.com"],
  ...["DTSTAMP:20260101T000000Z", `DTSTART;TZID=${zone}:20260706T090000`, "DURATION:PT1H", "END:VEVENT", "END:VCALENDAR", ""],
].join("\r\n");
const seen = Object.values(nodeIcal.sync.parseICS(text)).find(({ type }) => type === "VEVENT").start.toISOString();
const other = new ICAL.Event(new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent")).startDate.toJSDate().toISOString();
console.log(`${process.env.TZ}: right 2026-07-06T15:00:00.000Z, ical.js ${other}, node-ical ${seen}`);
process.exit(seen === process.env.STATED && other === "2026-07-06T15:00:00.000Z" ? 0 : 1);
JS
npm ls node-ical ical.js
TZ=UTC STATED=2026-07-06T09:00:00.000Z node check.mjs
TZ=Asia/Tokyo STATED=2026-07-06T00:00:00.000Z node check.mjs

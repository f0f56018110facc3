#!/bin/sh
# Expected: @touch4it/ical-timezones, which calendar generators are given to describe their time zones (VTIMEZONE), says which clocks are
# in use. Readers follow the description in the file, not the name of the zone (RFC 5545 3.6.5).
# Instead: its zones are years old. Brazil (until 2019), Mexico (until 2022), Iran and Jordan (until 2022) still change their clocks, Egypt
# (since 2023) does not, and names such as Europe/Kyiv and America/Nuuk are unknown. timezones-ical-library, run beside it, is right.
# Hurt: everyone invited to a meeting in these zones: for half of the year it is an hour off, although time and zone in the file are right.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --prefix . --no-save --no-audit --no-fund @touch4it/ical-timezones@1.9.0 timezones-ical-library@2.3.2 ical.js@2.2.1 >/dev/null
cat >check.mjs <<'JS'
import ical from "ical.js";
import old from "@touch4it/ical-timezones";
import * as other from "timezones-ical-library";

const makers = {
  "@touch4it/ical-timezones 1.9.0": (zone) => old.getVtimezoneComponent(zone) ?? "",
  "timezones-ical-library 2.3.2": (zone) => [other.tzlib_get_ical_block(zone)].flat()[0] ?? "",
};
/** Noon of that day in the zone as the description has it, as an hour of UTC. */
const noon = (block, date) => {
  const file = `BEGIN:VCALENDAR\r\nVERSION:2.0\r\n${block.trim()}\r\nEND:VCALENDAR\r\n`;
  const zone = new ical.Timezone(new ical.Component(ical.parse(file)).getFirstSubcomponent("vtimezone"));
  const [year, month, day] = date.split("-").map(Number);
  return new Date(new ical.Time({ year, month, day, hour: 12, minute: 0, second: 0 }, zone).toUnixTime() * 1000).toISOString().slice(11, 16);
};
// Zone, day, noon there in UTC, what the first library says.
const cases = [
  ["America/Sao_Paulo", "2027-01-15", "15:00", "14:00"],
  ["America/Mexico_City", "2027-07-15", "18:00", "17:00"],
  ["Asia/Tehran", "2027-07-15", "08:30", "07:30"],
  ["Asia/Amman", "2027-01-15", "09:00", "10:00"],
  ["Africa/Cairo", "2027-07-15", "09:00", "10:00"],
  ["Europe/Berlin", "2027-07-15", "10:00", "10:00"],
];
let same = true;
for (const [name, make] of Object.entries(makers)) {
  console.log(`${name}, read with ical.js 2.2.1`);
  for (const [zone, date, right, stated] of cases) {
    const seen = noon(make(zone), date);
    console.log(`  ${zone} ${date} 12:00 is ${seen} UTC${seen === right ? "" : `, right is ${right}`}`);
    same &&= seen === (make === makers["timezones-ical-library 2.3.2"] ? right : stated);
  }
  for (const zone of ["Europe/Kyiv", "America/Nuuk"]) {
    const known = make(zone) !== "";
    console.log(`  ${zone}: ${known ? "described" : "unknown"}`);
    same &&= known === (make === makers["timezones-ical-library 2.3.2"]);
  }
}
process.exit(same ? 0 : 1);
JS
node check.mjs

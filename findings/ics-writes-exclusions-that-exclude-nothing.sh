#!/usr/bin/env bash
# Expected: `exclusionDates: [[2026, 4, 6, 9, 0]]` of the npm package ics takes 6 April at nine out of a weekly series that starts at nine.
# RFC 5545 (3.8.5.1) compares EXDATE with the starts of the series, so it has to be written in their form: local, UTC or a date.
# Instead: ics always takes the exclusion for the local time of the server and writes it in UTC, whatever the start is. A series in local
# time and one that is given in UTC keep the excluded day; for a series of whole days the line is invalid, and ical.js refuses the file.
# Hurt: booking pages and course plans that take holidays out of a series; people come to appointments that do not take place.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-save --no-audit --no-fund --loglevel=error ics@3.12.0 ical.js@2.2.1 >/dev/null
export TZ=Europe/Berlin
cat > run.mjs <<'JS'
import { readFileSync } from "node:fs";
import ICAL from "ical.js";
import ics from "ics";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
console.log(`ics ${versionOf("ics")}, ical.js ${versionOf("ical.js")}, server in ${process.env.TZ}`);

// The EXDATE line that ics writes for an excluded 6 April, and the days of April that ical.js finds.
function written(event) {
  const { error, value } = ics.createEvent({ uid: "1@example.com", title: "Course", recurrenceRule: "FREQ=WEEKLY;COUNT=4", ...event });
  if (error) throw error;
  const lines = value.split("\r\n").filter((line) => /^(DTSTART|EXDATE)/.test(line));
  try {
    const series = new ICAL.Event(new ICAL.Component(ICAL.parse(value)).getFirstSubcomponent("vevent")).iterator();
    const days = [];
    for (let next = series.next(); next; next = series.next()) days.push(next.toString().slice(0, 10));
    return { lines: lines.join(" "), days: days.join(" ") };
  } catch (refused) {
    return { lines: lines.join(" "), days: `refused: ${refused.message}` };
  }
}

const hour = { duration: { hours: 1 } };
const cases = {
  "UTC, given in local time": written({ ...hour, start: [2026, 3, 30, 9, 0], exclusionDates: [[2026, 4, 6, 9, 0]] }),
  "local time": written({ ...hour, start: [2026, 3, 30, 9, 0], startOutputType: "local", exclusionDates: [[2026, 4, 6, 9, 0]] }),
  "UTC, given in UTC": written({ ...hour, start: [2026, 3, 30, 9, 0], startInputType: "utc", exclusionDates: [[2026, 4, 6, 9, 0]] }),
  "whole days": written({ start: [2026, 3, 30], end: [2026, 3, 31], exclusionDates: [[2026, 4, 6]] }),
};
for (const [name, { lines, days }] of Object.entries(cases)) console.log(`${name}: ${lines}\n  ${days}`);
const asStated =
  !cases["UTC, given in local time"].days.includes("2026-04-06") &&
  cases["local time"].lines.endsWith("EXDATE:20260406T070000Z") &&
  cases["local time"].days.includes("2026-04-06") &&
  cases["UTC, given in UTC"].lines.endsWith("EXDATE:20260406T070000Z") &&
  cases["UTC, given in UTC"].days.includes("2026-04-06") &&
  cases["whole days"].lines.endsWith("EXDATE:20260406") &&
  cases["whole days"].days.startsWith("refused");
console.log(asStated ? "As stated: three of four exclusions exclude nothing." : "Changed.");
process.exit(asStated ? 0 : 1);
JS
node run.mjs

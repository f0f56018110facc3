#!/bin/sh
# Expected: the "Add to calendar" file of calendar-link can be read by calendars: a whole day as DTSTART;VALUE=DATE (RFC 5545 3.6.1 and
# 3.8.2.4), and one UID in the world for each event (3.8.4.7).
# Instead: a whole day is written as DTSTART:20261207, a date where a time is announced. ical.js (Thunderbird's reader) refuses the file and
# calcurse skips the event; node-ical reads it. The UID is a random number of at most five digits: among 2,000 events some share one, and
# an event that is offered twice has two.
# Hurt: visitors of events and trainings who add a day and find nothing, or whose calendar replaces one event by another.
set -eu
command -v calcurse >/dev/null || { echo "calcurse is missing: apt-get install calcurse"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --prefix . --no-save --no-audit --no-fund calendar-link@2.11.5 ical.js@2.2.1 node-ical@0.22.1 >/dev/null
cat >check.cjs <<'JS'
const { writeFileSync } = require("node:fs");
const { execFileSync, spawnSync } = require("node:child_process");
const { ics } = require("calendar-link");
const read = require("node-ical");
import("ical.js").then(({ default: ical }) => {
  const textOf = (event) => decodeURIComponent(ics(event).replace(/^data:[^,]*,/, ""));
  const day = textOf({ title: "Training", start: "2026-12-07", allDay: true });
  writeFileSync("day.ics", day);
  const line = day.match(/DTSTART.*/)[0].trim();
  let strict = "read";
  try {
    String(new ical.Event(new ical.Component(ical.parse(day)).getFirstSubcomponent("vevent")).startDate);
  } catch (error) {
    strict = error.message;
  }
  const imported = spawnSync("calcurse", ["-D", "calcurse", "-i", "day.ics"], { encoding: "utf8", env: { ...process.env, TMPDIR: process.cwd() } }).stdout;
  const shown = execFileSync("calcurse", ["-D", "calcurse", "-Q", "--from", "12/06/2026", "--days", "3"], { encoding: "utf8" });
  const lax = Object.values(read.parseICS(day)).find(({ type }) => type === "VEVENT");
  const uidOf = (title) => textOf({ title, start: "2026-12-07T15:00:00Z", duration: [1, "hour"] }).match(/UID:(.*)/)[1].trim();
  const uids = Array.from({ length: 2000 }, (_, index) => uidOf(`Call ${index}`));
  const ofOneEvent = new Set(Array.from({ length: 10 }, () => uidOf("Call"))).size;
  const repeated = uids.length - new Set(uids).size;
  const longest = Math.max(...uids.map(({ length }) => length));
  console.log(`calendar-link 2.11.5 writes ${line}`);
  console.log(`ical.js 2.2.1: ${strict}`);
  console.log(`calcurse: ${imported.trim().split("\n").at(-1)}; it shows "${shown.trim()}"`);
  console.log(`node-ical 0.22.1: ${lax.summary}, ${lax.datetype}`);
  console.log(`UIDs of 2,000 events: at most ${longest} digits, ${repeated} repeated; of one event that is offered ten times: ${ofOneEvent}`);
  const same =
    line === "DTSTART:20261207" && strict.startsWith("invalid date-time value") && shown.trim() === "" &&
    lax.datetype === "date" && repeated > 0 && longest <= 5 && ofOneEvent > 1;
  process.exit(same ? 0 : 1);
});
JS
calcurse --version | head -1
node check.cjs

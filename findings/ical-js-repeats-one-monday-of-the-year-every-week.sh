#!/bin/sh
# Expected: ical.js expands the recurrence rules of RFC 5545. "The 20th Monday of the year" is one day a year, "the last working day of
# the week" is the Friday, and 29 February and 30 February are ignored in years and months that do not have them (3.3.10).
# Instead: the 20th Monday and "Monday of week 20" become every Monday, BYSETPOS is ignored in weekly rules, 29 February moves to
# 1 March, and 30 February to 2 March.
# Who is hurt: everyone whose yearly review, Friday report or birthday blocks days that are free, without an error.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --prefix . --no-save --no-audit --no-fund ical.js@2.2.1 >/dev/null
cat >check.mjs <<'JS'
import { readFileSync } from "node:fs";
import ICAL from "ical.js";
console.log(`Node.js ${process.version}, ical.js ${JSON.parse(readFileSync("node_modules/ical.js/package.json")).version}`);
const cases = [
  ["2026-05-18", "FREQ=YEARLY;BYDAY=20MO", "2027-05-17 2028-05-15", "2026-05-25 2026-06-01"],
  ["2026-05-11", "FREQ=YEARLY;BYWEEKNO=20;BYDAY=MO", "2027-05-17 2028-05-15", "2026-05-25 2026-06-01"],
  ["2026-01-09", "FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR;BYSETPOS=-1", "2026-01-16 2026-01-23", "2026-01-12 2026-01-13"],
  ["2024-02-29", "FREQ=YEARLY", "2028-02-29 2032-02-29", "2025-03-01 2026-03-01"],
  ["2026-01-30", "FREQ=YEARLY;BYMONTH=1,2,3;BYMONTHDAY=30", "2026-03-30 2027-01-30", "2026-03-02 2026-03-30"],
];
let same = true;
for (const [start, rule, right, stated] of cases) {
  const dates = ICAL.Recur.fromString(rule).iterator(ICAL.Time.fromString(start));
  const seen = [0, 1, 2].map(() => dates.next().toString()).slice(1).join(" ");
  console.log(`${rule} from ${start}\n  right, after the first: ${right}\n  seen:                   ${seen}`);
  same &&= seen === stated;
}
process.exit(same ? 0 : 1);
JS
node check.mjs

#!/bin/sh
# Expected: RSCALE=GREGORIAN;SKIP=BACKWARD;FREQ=MONTHLY;BYMONTHDAY=31 is the last day of every month. RFC 7529 4.1 applies SKIP to the
# dates that BYMONTHDAY gives, before BYDAY.
# Instead: rrule-temporal, which documents RSCALE and SKIP, ignores SKIP as soon as BYMONTHDAY is written, and leaves out every shorter
# month. The same rule without BYMONTHDAY, where the day is that of the start, is right. No error, also with `strict: true`.
# Who is hurt: people with a meeting on the last day of the month, who are free at that time in five months of the year.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --prefix . --no-save --no-audit --no-fund rrule-temporal@2.2.8 >/dev/null
cat >check.mjs <<'JS'
import { readFileSync } from "node:fs";
import { RRuleTemporal } from "rrule-temporal";
console.log(`Node.js ${process.version}, rrule-temporal ${JSON.parse(readFileSync("node_modules/rrule-temporal/package.json")).version}`);
const dates = (rule) =>
  new RRuleTemporal({ rruleString: `DTSTART;TZID=UTC:20260131T090000\nRRULE:${rule}`, strict: true })
    .all().map((date) => date.toString().slice(0, 10)).join(" ");
let same = true;
const show = (rule, right, stated) => {
  const seen = dates(rule);
  console.log(`${rule}\n  right: ${right}\n  seen:  ${seen}`);
  same &&= seen === stated;
};
const backward = "2026-01-31 2026-02-28 2026-03-31 2026-04-30";
const forward = "2026-01-31 2026-03-01 2026-03-31 2026-05-01";
const skipped = "2026-01-31 2026-03-31 2026-05-31 2026-07-31";
show("RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;COUNT=4", backward, backward);
show("RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=BACKWARD;BYMONTHDAY=31;COUNT=4", backward, skipped);
show("RSCALE=GREGORIAN;FREQ=MONTHLY;SKIP=FORWARD;BYMONTHDAY=31;COUNT=4", forward, skipped);
process.exit(same ? 0 : 1);
JS
node check.mjs

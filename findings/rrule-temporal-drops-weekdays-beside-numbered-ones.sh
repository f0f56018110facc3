#!/bin/sh
# Expected: in a yearly rule BYDAY=SA,20MO is every Saturday and the 20th Monday, and BYMONTHDAY limits what BYDAY gives (RFC 5545
# 3.3.10, the table of BYxxx parts), as in monthly rules of the same library.
# Instead: rrule-temporal drops the Saturdays (1 date instead of 53), and ignores BYMONTHDAY beside a numbered weekday. Both without an
# error, also with `strict: true`.
# Who is hurt: programs that expand calendars of others with the library that is otherwise right on every rule that we tried.
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
  new RRuleTemporal({ rruleString: `DTSTART;TZID=UTC:20150101T090000\nRRULE:${rule}`, strict: true })
    .between(new Date("2026-01-01"), new Date("2027-01-01"), true)
    .map((date) => date.toString().slice(0, 10));
let same = true;
const show = (rule, right, isStated) => {
  const seen = dates(rule);
  console.log(`${rule}\n  right in 2026: ${right}\n  seen in 2026:  ${seen.length} (${seen.slice(0, 3).join(", ")})`);
  same &&= isStated(seen);
};
show("FREQ=YEARLY;BYDAY=SA,20MO", "53 (52 Saturdays, 18 May)", (seen) => seen.join() === "2026-05-18");
show("FREQ=YEARLY;BYDAY=20MO;BYMONTHDAY=1", "0 (18 May is not the first of a month)", (seen) => seen.join() === "2026-05-18");
show("FREQ=MONTHLY;BYDAY=SA,2MO;BYMONTHDAY=8", "2 (8 August is a Saturday, 8 June a second Monday)", (seen) => seen.length === 2);
process.exit(same ? 0 : 1);
JS
node check.mjs

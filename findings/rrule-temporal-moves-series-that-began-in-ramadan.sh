#!/bin/sh
# Expected: a weekly meeting at 09:00 in Casablanca, passed to rrule-temporal as a ZonedDateTime of temporal-polyfill, stays at 09:00.
# Instead: one that began while Morocco's clocks were back for Ramadan (May 2019) takes place at 10:00 for ever. rrule-temporal converts
# the start to the copy of the polyfill that it bundles, which misses that short change of the clocks; its own reader of DTSTART text
# has the start an hour too early instead. temporal-polyfill itself and Intl agree on the right offset.
# Who is hurt: people in Morocco whose standing meetings began in Ramadan, and people who book them.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --prefix . --no-save --no-audit --no-fund rrule-temporal@2.2.8 temporal-polyfill@1.0.8 >/dev/null
cat >check.mjs <<'JS'
import { readFileSync } from "node:fs";
import { RRuleTemporal } from "rrule-temporal";
import { Temporal } from "temporal-polyfill";
const version = (name) => `${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version}`;
console.log(`Node.js ${process.version}, time zones ${process.versions.tz}, ${version("rrule-temporal")}, ${version("temporal-polyfill")}`);
if (typeof globalThis.Temporal !== "undefined") console.log("This Node.js has Temporal of its own, which the library uses.");
const start = Temporal.ZonedDateTime.from("2019-05-06T09:00[Africa/Casablanca]");
const byIntl = new Intl.DateTimeFormat("en-US", { timeZone: "Africa/Casablanca", timeZoneName: "longOffset" })
  .formatToParts(start.epochMilliseconds).find(({ type }) => type === "timeZoneName").value;
const rule = new RRuleTemporal({ freq: "WEEKLY", dtstart: start });
const [later] = rule.between(new Date("2026-04-06"), new Date("2026-04-12"), true);
const written = new RRuleTemporal({ rruleString: "DTSTART;TZID=Africa/Casablanca:20190506T090000\nRRULE:FREQ=WEEKLY" });
const [first] = written.all((_, index) => index < 1);
console.log(`start, by temporal-polyfill:         ${start}, by Intl: ${byIntl}`);
console.log(`a week in April 2026, right:         2026-04-06T09:00:00+01:00[Africa/Casablanca]`);
console.log(`a week in April 2026, seen:          ${later}`);
console.log(`first date from DTSTART text, right: 2019-05-06T09:00:00+00:00[Africa/Casablanca]`);
console.log(`first date from DTSTART text, seen:  ${first}`);
const stated =
  ["GMT", "GMT+00:00"].includes(byIntl) && start.offset === "+00:00" &&
  String(later) === "2026-04-06T10:00:00+01:00[Africa/Casablanca]" &&
  String(first) === "2019-05-06T09:00:00+01:00[Africa/Casablanca]";
process.exit(stated ? 0 : 1);
JS
node check.mjs

#!/usr/bin/env bash
# One would expect that nodemailer's `icalEvent` takes the method of an invitation from the calendar that it is given, or refuses one
# that does not fit. Instead, without the separate option `method`, the part's Content-Type says method=PUBLISH although the calendar
# says METHOD:REQUEST. RFC 6047 (2.4) wants both to be the same; mail programs that look at the header show a published event, without
# the buttons of an invitation. Hurt: everyone who mails calendars of a generator (ical-generator, ics) through `icalEvent`.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-save --no-audit --no-fund --silent nodemailer@10.6.0
cat > check.mjs <<'JS'
import { readFileSync } from "node:fs";
import nodemailer from "nodemailer";

console.log("nodemailer", JSON.parse(readFileSync("node_modules/nodemailer/package.json", "utf8")).version);
const content = [
  ...["BEGIN:VCALENDAR", "VERSION:2.0", "PRODID:-//Example//EN", "METHOD:REQUEST", "BEGIN:VEVENT", "UID:1@example.com"],
  ...["DTSTAMP:20260301T000000Z", "DTSTART:20260303T150000Z", "SUMMARY:Call", "END:VEVENT", "END:VCALENDAR", ""],
].join("\r\n");
const transport = nodemailer.createTransport({ streamTransport: true, buffer: true });
async function typesOf(icalEvent) {
  const mail = { from: "a@example.com", to: "b@example.com", subject: "Call", text: "Call", icalEvent };
  const { message } = await transport.sendMail(mail);
  return [...message.toString().matchAll(/^Content-Type: ((?:text\/calendar|application\/ics).*)$/gim)].map(([, type]) => type.trim());
}
const without = await typesOf({ content });
const named = await typesOf({ content, method: "REQUEST" });
console.log("without `method`:", without);
console.log("with `method`:   ", named);
const asStated =
  without[0] === "text/calendar; charset=utf-8; method=PUBLISH" && named[0] === "text/calendar; charset=utf-8; method=REQUEST";
console.log(asStated ? "As stated: the header contradicts the calendar." : "Changed.");
process.exit(asStated ? 0 : 1);
JS
node check.mjs

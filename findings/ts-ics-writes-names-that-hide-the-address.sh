#!/bin/sh
# Expected: a name with a comma, a colon or a semicolon ("Berg, Ada", as directories of firms write names; "Sales: Acme") stands in quotes in
# an iCalendar file: CN="Berg, Ada" (RFC 5545 3.2 and 3.2.2), because these marks end a parameter.
# Instead: ts-ics writes names without quotes. A colon in the name of the organizer ends the parameters, and a reader takes the rest of the
# name for the address: answers to the invitation go nowhere. A semicolon cuts the name. ts-ics does not read such names in quotes either:
# from CN="Lee; Sales" it returns a quotation mark and half of the name. ical.js reads the quoted form right.
# Hurt: people who are invited by a team with such a name, and the team, which gets no answer.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --prefix . --no-save --no-audit --no-fund ts-ics@2.4.6 ical.js@2.2.1 >/dev/null
cat >check.mjs <<'JS'
import ICAL from "ical.js";
import { convertIcsCalendar, generateIcsCalendar } from "ts-ics";
const people = (text) => {
  const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent");
  return ["organizer", "attendee"].flatMap((name) =>
    event.getAllProperties(name).map((each) => `${each.getParameter("cn")} <${each.getFirstValue().replace(/^mailto:/i, "")}>`),
  );
};
const [start, end] = [new Date("2026-07-06T07:00:00Z"), new Date("2026-07-06T08:00:00Z")];
const written = generateIcsCalendar({
  version: "2.0",
  prodId: "-//Example//EN",
  method: "REQUEST",
  events: [
    {
      ...{ uid: "call@acme.example", stamp: { date: start }, start: { date: start }, end: { date: end }, summary: "Call" },
      organizer: { name: "Sales: Acme", email: "sales@acme.example" },
      attendees: [{ name: "Berg, Ada", email: "ada@berg.example" }, { name: "Lee; Sales", email: "lee@acme.example" }],
    },
  ],
});
const lines = written.replace(/\r\n /g, "").split("\r\n").filter((line) => /^(ORGANIZER|ATTENDEE)/.test(line));
const quoted = ['ORGANIZER;CN="Sales: Acme":mailto:sales@acme.example', 'ATTENDEE;CN="Lee; Sales":mailto:lee@acme.example'];
const right = written.replace(/^(ORGANIZER|ATTENDEE).*\r\n/gm, "").replace("END:VEVENT", [...quoted, "END:VEVENT"].join("\r\n"));
const { organizer, attendees } = convertIcsCalendar(undefined, right).events[0];
const seen = {
  written: lines.join(" | "),
  "read by ical.js": people(written).join(" | "),
  "quoted, read by ical.js": people(right).join(" | "),
  "quoted, read by ts-ics": [organizer, ...attendees].map(({ name, email }) => `${name} <${email}>`).join(" | "),
};
const stated = {
  written: "ORGANIZER;CN=Sales: Acme:MAILTO:sales@acme.example | ATTENDEE;CN=Berg, Ada:MAILTO:ada@berg.example | ATTENDEE;CN=Lee; Sales:MAILTO:lee@acme.example",
  "read by ical.js": "Sales < Acme:MAILTO:sales@acme.example> | Berg, Ada <ada@berg.example> | Lee <lee@acme.example>",
  "quoted, read by ical.js": "Sales: Acme <sales@acme.example> | Lee; Sales <lee@acme.example>",
  "quoted, read by ts-ics": 'Sales: Acme <sales@acme.example> | "Lee <lee@acme.example>',
};
console.log("ts-ics 2.4.6, ical.js 2.2.1");
for (const [what, text] of Object.entries(seen)) console.log(`${what}:\n  ${text}`);
process.exit(Object.keys(stated).every((what) => seen[what] === stated[what]) ? 0 : 1);
JS
node check.mjs

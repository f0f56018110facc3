#!/bin/sh
# Expected: the link of an event, `url: "https://maps.example/?at=48.2,16.3"`, is what a reader of the file finds. A value of type URI has
# no escapes (RFC 5545 3.3.13; only TEXT has them, 3.3.11), and "," and ";" are allowed in a URI.
# Instead: ical-generator writes `URL;VALUE=URI:https://maps.example/?at=48.2\,16.3`, and so ical.js reads a link with a backslash. It does the
# same to the `url` of an attachment.
# Who is hurt: people whose calendar opens a place or a meeting at an address that does not exist.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --prefix . --no-save --no-audit --no-fund ical-generator@11.1.2 ical.js@2.2.1 >/dev/null
cat >check.mjs <<'JS'
import { readFileSync } from "node:fs";
import ICAL from "ical.js";
import ical from "ical-generator";
const version = (name) => `${name} ${JSON.parse(readFileSync(`node_modules/${name}/package.json`)).version}`;
console.log(`Node.js ${process.version}, ${version("ical-generator")}, ${version("ical.js")}`);
const link = "https://maps.example/?at=48.2,16.3;zoom=9";
const calendar = ical();
calendar.createEvent({ start: new Date("2026-03-02T09:00:00Z"), end: new Date("2026-03-02T10:00:00Z"), summary: "Visit", url: link, attachments: [link] });
const text = String(calendar);
const event = new ICAL.Component(ICAL.parse(text)).getFirstSubcomponent("vevent");
console.log(text.split("\r\n").filter((line) => /^(URL|ATTACH)/.test(line)).join("\n"));
console.log(`right:             ${link}`);
const [seen, attached] = ["url", "attach"].map((name) => String(event.getFirstPropertyValue(name)));
console.log(`read by ical.js:   ${seen}`);
console.log(`attachment:        ${attached}`);
process.exit(seen === "https://maps.example/?at=48.2\\,16.3\\;zoom=9" ? 0 : 1);
JS
node check.mjs

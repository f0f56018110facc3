#!/usr/bin/env bash
# One would expect the bytes of a base64 attachment to come out of a mail parser as they went in. postal-mime treats every calendar part
# (text/calendar and application/ics) as text, also one that is attached as a file in base64: CRLF becomes LF and a line break is
# added to the end. iCalendar requires CRLF (RFC 5545, 3.1): strict readers refuse the saved file, its hash and size differ, and an
# attached file of the same bytes with another type comes out unchanged. Hurt: mail viewers and archives that save attachments, and
# tests that compare what was sent.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-save --no-audit --no-fund --silent postal-mime@4.0.0 mailparser@3.14.2
cat > check.mjs <<'JS'
import { readFileSync } from "node:fs";
import { simpleParser } from "mailparser";
import PostalMime from "postal-mime";

for (const name of ["postal-mime", "mailparser"])
  console.log(name, JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version);
const file = Buffer.from("BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//Example//EN\r\nEND:VCALENDAR");
const part = (type) =>
  `--b\r\nContent-Type: ${type}; name=a.ics\r\nContent-Disposition: attachment; filename=a.ics\r\nContent-Transfer-Encoding: base64\r\n\r\n${file.toString("base64")}\r\n`;
const types = ["text/calendar", "application/ics", "application/octet-stream"];
const mail = `From: a@example.com\r\nMIME-Version: 1.0\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n${types.map(part).join("")}--b--\r\n`;
const same = ({ content }) => Buffer.from(content).equals(file);
const { attachments: byPostal } = await PostalMime.parse(mail);
const { attachments: byMailparser } = await simpleParser(mail);
for (const [index, type] of types.entries())
  console.log(`${type}: unchanged by postal-mime ${same(byPostal[index])}, by mailparser ${same(byMailparser[index])}`);
console.log("sent    ", JSON.stringify(file.toString()));
console.log("received", JSON.stringify(Buffer.from(byPostal[0].content).toString()));
const asStated = byPostal.map(same).join() === "false,false,true" && byMailparser.every(same);
console.log(asStated ? "As stated: calendars are changed, other files are not." : "Changed.");
process.exit(asStated ? 0 : 1);
JS
node check.mjs

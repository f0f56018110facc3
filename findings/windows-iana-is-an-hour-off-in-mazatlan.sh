#!/bin/sh
# Expected: windows-iana, "based on CLDR", turns the time zone names of Outlook and Exchange into those of CLDR's own table.
# Instead: "Mountain Standard Time (Mexico)" is Chihuahua, which left that time in 2022 (CLDR: Mazatlan), and "Central Asia Standard
# Time" is Almaty, which left it in 2024 (CLDR: Bishkek): meetings are an hour off. In the other direction the current names
# Europe/Kyiv and America/Ciudad_Juarez have no Windows name at all, only the former Europe/Kiev does.
# Who is hurt: people in Mazatlan and Bishkek who share an Outlook calendar, and senders of invitations from Kyiv.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --prefix . --no-save --no-audit --no-fund windows-iana@5.1.0 cldr-core@48.2.0 >/dev/null
cat >check.mjs <<'JS'
import { readFileSync } from "node:fs";
import { findIana, findWindows } from "windows-iana";
const read = (file) => JSON.parse(readFileSync(`node_modules/${file}`));
console.log(`Node.js ${process.version}, time zones ${process.versions.tz}, windows-iana ${read("windows-iana/package.json").version}, cldr-core ${read("cldr-core/package.json").version}`);
const table = read("cldr-core/supplemental/windowsZones.json").supplemental.windowsZones.mapTimezones;
const nine = (zone) => new Intl.DateTimeFormat("en-US", { timeZone: zone, timeZoneName: "longOffset" }).formatToParts(Date.UTC(2026, 3, 6)).at(-1).value;
const stated = { "Mountain Standard Time (Mexico)": "America/Chihuahua America/Mazatlan", "Central Asia Standard Time": "Asia/Almaty Asia/Bishkek" };
let same = true;
for (const [name, pair] of Object.entries(stated)) {
  const cldr = table.find(({ mapZone }) => mapZone._other === name && mapZone._territory === "001").mapZone._type;
  const [seen] = findIana(name);
  console.log(`${name}\n  CLDR: ${cldr} (${nine(cldr)})\n  seen: ${seen} (${nine(seen)})`);
  same &&= `${seen} ${cldr}` === pair && nine(seen) !== nine(cldr);
}
for (const [zone, names] of [["Europe/Kiev", "FLE Standard Time"], ["Europe/Kyiv", ""], ["America/Ciudad_Juarez", ""]]) {
  const seen = findWindows(zone).join();
  console.log(`Windows name of ${zone}: ${seen || "none"}`);
  same &&= seen === names;
}
process.exit(same ? 0 : 1);
JS
node check.mjs

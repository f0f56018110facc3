#!/usr/bin/env bash
# Expected: Clean Monday, a public holiday in Cyprus and Greece, is the Monday 48 days before Orthodox Easter, the same day in both.
# Instead: date-holidays has it right for Greece. For Cyprus it names the Tuesday after it a public holiday, in every year, and the Monday
# "Ash Sunday", a mere observance.
# Hurt: people in Cyprus: calendars offer calls on the Monday on which everything is closed, and refuse the Tuesday; payment terms and reply
# times in working days are a day off.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-save --no-audit --no-fund --loglevel=error date-holidays@3.37.0 >/dev/null
node - <<'JS'
const Holidays = require("date-holidays");
const { readFileSync } = require("node:fs");
console.log(`date-holidays ${JSON.parse(readFileSync("node_modules/date-holidays/package.json", "utf8")).version}`);
const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];
const before = (day, days) => new Date(Date.parse(`${day}T00:00:00Z`) - days * 86_400_000).toISOString().slice(0, 10);
// The public holidays of a country in the eight weeks before Orthodox Easter with their days before it.
function publicHolidays(country, year) {
  const all = new Holidays(country).getHolidays(year, "en");
  const easter = all.find(({ rule }) => rule === "orthodox").date.slice(0, 10);
  return all
    .filter(({ type, date }) => type === "public" && date >= before(easter, 56) && date < before(easter, 40))
    .map(({ date, name }) => ({ day: date.slice(0, 10), name, distance: (Date.parse(easter) - Date.parse(date.slice(0, 10))) / 86_400_000 }));
}
let years = 0;
for (let year = 2024; year <= 2034; year += 1) {
  const [cyprus, greece] = ["CY", "GR"].map((country) => publicHolidays(country, year).find(({ distance }) => distance === 47 || distance === 48));
  const text = ({ day, distance }) => `${weekdays[new Date(day).getUTCDay()]} ${day}, ${distance} days before Easter`;
  console.log(`${year}: Greece ${text(greece)}; Cyprus "${cyprus.name}" ${text(cyprus)}`);
  if (cyprus.name === "Clean Monday" && cyprus.distance === 47 && new Date(cyprus.day).getUTCDay() === 2 && greece.distance === 48) years += 1;
}
console.log(years === 11 ? "As stated: a Monday on a Tuesday in each of eleven years." : `Changed: ${years} years.`);
process.exit(years === 11 ? 0 : 1);
JS

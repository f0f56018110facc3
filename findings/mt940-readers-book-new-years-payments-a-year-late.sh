#!/bin/sh
# Expected: field 61 of a bank statement (SWIFT MT940) has the value date with its year, and then the day of the entry as month and day only.
# Around New Year the two are in different years: an entry of 31 December with value of 2 January, or the other way around. A reader takes the
# year that brings the days together.
# Instead: mt940js and mt940-js (npm) give the entry the year of the value date. What was booked on 31 December 2026 is returned as 31 December
# 2027, and what was booked on 2 January 2027 as 2 January 2026. The dates of the statement itself contradict them.
# Hurt: firms that match payments with invoices by day, and their accounts of the year: a few entries of each turn of the year, silently.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
# mt940-js needs tslib and does not say so.
npm install --prefix . --no-save --no-audit --no-fund mt940js@1.3.5 mt940-js@1.0.0 tslib@2.9.1 >/dev/null
cat >check.cjs <<'JS'
const { Parser } = require("mt940js");
const { read } = require("mt940-js");
const statement = (opened, closed, entry) =>
  [":20:STATEMENT", ":25:12345678/0123456789", ":28C:00001/001", `:60F:C${opened}EUR1000,00`, `:61:${entry}C100,00NTRFINV-1`, `:62F:C${closed}EUR1100,00`, "-", ""].join("\r\n");
const cases = [
  { text: statement("261230", "261231", "2701021231"), right: "2026-12-31", stated: "2027-12-31" },
  { text: statement("261231", "270102", "2612310102"), right: "2027-01-02", stated: "2026-01-02" },
  { text: statement("261101", "261102", "2611021102"), right: "2026-11-02", stated: "2026-11-02" },
];
(async () => {
  console.log("mt940js 1.3.5 and mt940-js 1.0.0: day of the entry");
  let same = true;
  for (const { text, right, stated } of cases) {
    const seen = [new Parser().parse(text)[0].transactions[0].entryDate.toISOString().slice(0, 10), (await read(Buffer.from(text)))[0].transactions[0].entryDate];
    console.log(`${text.match(/:60F.*/)[0]} ${text.match(/:61:.*/)[0]} ${text.match(/:62F.*/)[0]}: right ${right}, mt940js ${seen[0]}, mt940-js ${seen[1]}`);
    same &&= seen.every((day) => day === stated);
  }
  process.exit(same ? 0 : 1);
})();
JS
node check.cjs

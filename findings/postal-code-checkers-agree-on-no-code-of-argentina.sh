#!/bin/sh
# Expected: a checker of postal codes accepts each form that is in use in a country: in Argentina four digits ("1425") and the code of eight
# characters that replaced them in 1998 ("C1425ABC"), both seen every day; in Taiwan three, five and, since 2020, six digits.
# Instead: postal-codes-js refuses Argentina's long form, and postcode-validator the short one. No Argentine code passes both; El Salvador
# ("1101", "CP 1101") has the same fate. postal-codes-js also refuses the codes of six digits that Taiwan's post asks for.
# Hurt: people who cannot order because a form calls their right address wrong, and firms with one checker in the form and the other behind it.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --prefix . --no-save --no-audit --no-fund postal-codes-js@2.5.2 postcode-validator@3.10.22 >/dev/null
cat >check.cjs <<'JS'
const postal = require("postal-codes-js");
const { postcodeValidator } = require("postcode-validator");
const stated = [
  ["AR", "1425", true, false],
  ["AR", "C1425ABC", false, true],
  ["AR", "B1636FDA", false, true],
  ["SV", "1101", true, false],
  ["SV", "CP 1101", false, true],
  ["TW", "106", true, true],
  ["TW", "10644", true, true],
  ["TW", "106409", false, true],
  ["DE", "10115", true, true],
];
console.log("postal-codes-js 2.5.2, postcode-validator 3.10.22");
let same = true;
for (const [country, code, ...expected] of stated) {
  const seen = [postal.validate(country, code) === true, postcodeValidator(code, country)];
  console.log(`${country} ${code}: ${seen.map((isValid) => (isValid ? "accepted" : "refused")).join(", ")}`);
  same &&= seen.join() === expected.join();
}
process.exit(same ? 0 : 1);
JS
node check.cjs

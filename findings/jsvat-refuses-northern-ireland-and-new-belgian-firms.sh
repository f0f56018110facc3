#!/bin/sh
# Expected: a library that checks VAT numbers accepts those that tax offices issue: of Northern Ireland with the prefix XI (since 2021, in
# trade with the EU), and of Belgian firms beginning with 1, since those with 0 ran out.
# Instead: jsvat, which has the rule of the United Kingdom and of Belgium, refuses both. Its fork jsvat-next accepts both.
# Hurt: firms that cannot order or get an invoice without VAT because a form calls their number wrong, more of them each month in Belgium.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --prefix . --no-save --no-audit --no-fund jsvat@2.5.4 jsvat-next@3.0.4 >/dev/null
cat >check.cjs <<'JS'
const libraries = { "jsvat 2.5.4": require("jsvat"), "jsvat-next 3.0.4": require("jsvat-next") };
// Both countries check digits; Belgium's are 97 less the remainder of the first eight.
const belgian = (first) => `BE${first}${String(97 - (first % 97)).padStart(2, "0")}`;
const numbers = ["GB980780684", "XI980780684", "BE0428759497", belgian(10092101), belgian(10154001)];
const stated = { "jsvat 2.5.4": "true false true false false", "jsvat-next 3.0.4": "true true true true true" };
let same = true;
for (const [name, { checkVAT, countries }] of Object.entries(libraries)) {
  const seen = numbers.map((number) => checkVAT(number, countries).isValid);
  console.log(name);
  for (const [index, number] of numbers.entries()) console.log(`  ${number}: ${seen[index] ? "valid" : "refused"}`);
  same &&= seen.join(" ") === stated[name];
}
process.exit(same ? 0 : 1);
JS
node check.cjs

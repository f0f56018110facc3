#!/usr/bin/env bash
# Expected: an amount that Intl.NumberFormat writes for a country is read back with its sign, "-5" as minus five.
# Instead: Intl writes the minus of Swedish, Norwegian, Finnish, Estonian, Lithuanian, Slovenian and Croatian as U+2212, as CLDR says for
# these languages. currency.js, accounting.js and parsecurrency drop that character with the currency symbol and return a positive amount.
# parsecurrency does so for amounts in parentheses too ("($12.50)"), and for the minus of Swiss amounts, which stands behind "CHF".
# Hurt: shops and bookkeepers who read shown or exported amounts back; each refund and credit note becomes a charge, without an error.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-save --no-audit --no-fund --loglevel=error currency.js@2.0.4 accounting@0.4.1 parsecurrency@1.1.1 >/dev/null
node - <<'JS'
const currency = require("currency.js");
const accounting = require("accounting");
const parsecurrency = require("parsecurrency");
const { readFileSync } = require("node:fs");
const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
console.log(["currency.js", "accounting", "parsecurrency"].map((name) => `${name} ${versionOf(name)}`).join(", "), `Node ${process.version}, ICU ${process.versions.icu}`);
const written = (locale, code, currencySign = "standard") =>
  new Intl.NumberFormat(locale, { style: "currency", currency: code, currencySign }).format(-12.5);
const read = (text, decimal) => [currency(text, { decimal }).value, accounting.unformat(text, decimal), parsecurrency(text)?.value];
let asStated = true;
const show = (label, text, decimal, expected) => {
  const values = read(text, decimal);
  console.log(`${label}: ${text} is read as ${values.join(", ")}`);
  if (values.join() !== expected.join()) asStated = false;
};
console.log("minus 12.50, read by currency.js, accounting, parsecurrency");
show("German", written("de-DE", "EUR"), ",", [-12.5, -12.5, -12.5]);
for (const [label, locale, code] of [
  ["Swedish", "sv-SE", "SEK"],
  ["Norwegian", "nb-NO", "NOK"],
  ["Finnish", "fi-FI", "EUR"],
  ["Estonian", "et-EE", "EUR"],
  ["Lithuanian", "lt-LT", "EUR"],
  ["Slovenian", "sl-SI", "EUR"],
  ["Croatian", "hr-HR", "EUR"],
]) {
  if (!written(locale, code).includes("\u2212")) asStated = false;
  show(label, written(locale, code), ",", [12.5, 12.5, 12.5]);
}
show("Swiss", written("de-CH", "CHF"), ".", [-12.5, -12.5, 12.5]);
show("American bookkeeping", written("en-US", "USD", "accounting"), ".", [-12.5, -12.5, 12.5]);
console.log(asStated ? "As stated: refunds are read as charges." : "Changed.");
process.exit(asStated ? 0 : 1);
JS

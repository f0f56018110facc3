#!/usr/bin/env bash
# Expected: a vCard library reads "ORG:Acme\, Inc." as "Acme, Inc." and "\n" in a note as a line break, and writes them escaped (RFC 6350,
# 3.4). In jCard, which vcf writes too, values stand without these backslashes (RFC 7095, 3.1).
# Instead: vcf returns the backslashes as parts of names, also in jCard. When it writes a card it escapes nothing and deletes line breaks:
# an address of two lines becomes one word, "5 Main Street" and "Berlin" "5 Main StreetBerlin", and a comma or semicolon splits the value.
# Hurt: importers and exporters of contacts. Companies appear as "Acme\, Inc." beside "Acme, Inc.", and notes cannot be repaired.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-save --no-audit --no-fund --loglevel=error vcf@2.1.2 vcard-parser@1.0.0 >/dev/null
node - <<'JS'
const Card = require("vcf");
const parser = require("vcard-parser");
const { readFileSync } = require("node:fs");
const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
console.log(`vcf ${versionOf("vcf")}, beside it vcard-parser ${versionOf("vcard-parser")}`);
const text = ["BEGIN:VCARD", "VERSION:4.0", "FN:Anna Muster", "ORG:Acme\\, Inc.", "NOTE:5 Main Street\\nBerlin\\, 2nd floor", "END:VCARD", ""].join("\r\n");
const read = new Card().parse(text);
const other = parser.parse(text);
const jCard = Object.fromEntries(read.toJCard()[1].map(([name, , , value]) => [name, value]));
const values = (org, note) => JSON.stringify({ org, note });
console.log("vcard-parser reads", values(other.org[0].value, other.note[0].value));
console.log("vcf reads         ", values(read.get("org").valueOf(), read.get("note").valueOf()));
console.log("vcf as jCard      ", values(jCard.org, jCard.note));
const card = new Card();
card.add("fn", "Anna Muster");
card.add("org", "Acme, Inc.; Europe");
card.add("note", "5 Main Street\nBerlin, 2nd floor");
const written = card.toString("4.0").split("\r\n");
console.log("vcf writes        ", written.filter((line) => /^(ORG|NOTE)/.test(line)).join(" | "));
const asStated =
  other.note[0].value === "5 Main Street\nBerlin, 2nd floor" &&
  read.get("org").valueOf() === "Acme\\, Inc." &&
  read.get("note").valueOf() === "5 Main Street\\nBerlin\\, 2nd floor" &&
  jCard.org === "Acme\\, Inc." &&
  written.includes("ORG:Acme, Inc.; Europe") &&
  written.includes("NOTE:5 Main StreetBerlin, 2nd floor");
console.log(asStated ? "As stated." : "Changed.");
process.exit(asStated ? 0 : 1);
JS

#!/usr/bin/env bash
# Expected: two libraries that read the same Public Suffix List agree on the registrable domain of a host.
# Instead: with default options psl counts the list's private section (uk.com, us.com, co.com, eu.com, github.io), and tldts does not.
# acme.uk.com and other.uk.com are two firms for psl and one, "uk.com", for tldts.
# Hurt: sites that group people, cookies or contacts by registrable domain: strangers become colleagues. tldts needs allowPrivateDomains.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --no-save --no-audit --no-fund --loglevel=error psl@1.15.0 tldts@7.5.4 >/dev/null
node - <<'JS'
const psl = require("psl");
const { getDomain } = require("tldts");
const { readFileSync } = require("node:fs");
const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
console.log(`psl ${versionOf("psl")}, tldts ${versionOf("tldts")}`);
let different = 0;
for (const host of ["acme.uk.com", "other.uk.com", "acme.us.com", "acme.co.com", "acme.eu.com", "acme.github.io", "acme.co.uk"]) {
  const [one, other, mended] = [psl.get(host), getDomain(host), getDomain(host, { allowPrivateDomains: true })];
  console.log(`${host}: psl ${one}, tldts ${other}, tldts with allowPrivateDomains ${mended}`);
  if (one !== mended) process.exit(1);
  if (one !== other) different += 1;
}
process.exit(different === 6 && getDomain("acme.uk.com") === getDomain("other.uk.com") ? 0 : 1);
JS

#!/usr/bin/env bash
# Expected: a library that offers "Did you mean ...?" below an address field stays silent for an address at a large mail provider.
# Instead: it takes every domain beyond its list of some dozens for a typing mistake. @zootools/email-spell-checker turns Italy's
# libero.it into live.it, Brazil's uol.com.br into uol.com, Russia's ya.ru into yahoo.ru and Germany's gmx.net into cox.net. mailcheck turns
# Poland's wp.pl, o2.pl, onet.pl and interia.pl into domains that end in .nl, and proton.me into proton.de.
# Hurt: people who trust the hint; their confirmation, booking or password link goes to a mailbox of another person, or to none.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-save --no-audit --no-fund --loglevel=error @zootools/email-spell-checker@1.12.0 mailcheck@1.1.1 >/dev/null
node - <<'JS'
const checker = require("@zootools/email-spell-checker");
const mailcheck = require("mailcheck");
const { readFileSync } = require("node:fs");
const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
console.log(`@zootools/email-spell-checker ${versionOf("@zootools/email-spell-checker")}, mailcheck ${versionOf("mailcheck")}`);
const suggestions = (email) => [checker.run({ email })?.domain, mailcheck.run({ email })?.domain];
const expected = {
  "gmial.com": ["gmail.com", "gmail.com"],
  "libero.it": ["live.it", "live.it"],
  "uol.com.br": ["uol.com", "uol.com"],
  "terra.com.br": ["terra.com", "terra.com"],
  "ya.ru": ["yahoo.ru", "yahoo.ru"],
  "email.cz": ["mail.cz", "mail.cz"],
  "abv.bg": ["abv.be", "abv.be"],
  "gmx.net": ["cox.net", undefined],
  "mac.com": ["mail.com", undefined],
  "wp.pl": [undefined, "wp.nl"],
  "o2.pl": [undefined, "o2.nl"],
  "onet.pl": [undefined, "onet.nl"],
  "interia.pl": [undefined, "interia.nl"],
  "proton.me": [undefined, "proton.de"],
};
let changed = 0;
for (const [domain, stated] of Object.entries(expected)) {
  const found = suggestions(`anna@${domain}`);
  console.log(`anna@${domain}: email-spell-checker ${found[0] ?? "silent"}, mailcheck ${found[1] ?? "silent"}`);
  if (String(found) !== String(stated)) changed += 1;
}
console.log(changed === 0 ? "As stated: addresses at large providers are 'corrected'." : `Changed: ${changed}.`);
process.exit(changed === 0 ? 0 : 1);
JS

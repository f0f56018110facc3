#!/usr/bin/env bash
# Expected: a library that offers "Did you mean ...?" below an address field stays silent for a right address at a large mail provider, at least as
# @zootools/email-spell-checker comes, "the best for 99% of cases" (its README).
# Instead: it takes every domain beyond its list of some dozens for a typing mistake. Italy's libero.it becomes live.it, Brazil's uol.com.br
# uol.com, Russia's ya.ru yahoo.ru, Czechia's email.cz mail.cz, and Germany's gmx.net cox.net.
# Hurt: people who trust the hint; their confirmation, booking or password link goes to a mailbox of another person, or to none.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-save --no-audit --no-fund --loglevel=error @zootools/email-spell-checker@1.12.0 >/dev/null
node - <<'JS'
const checker = require("@zootools/email-spell-checker");
const { readFileSync } = require("node:fs");
const path = "node_modules/@zootools/email-spell-checker/package.json";
console.log(`@zootools/email-spell-checker ${JSON.parse(readFileSync(path, "utf8")).version}`);
const expected = {
  "gmial.com": "gmail.com",
  "gmail.com": "silent",
  "libero.it": "live.it",
  "uol.com.br": "uol.com",
  "terra.com.br": "terra.com",
  "ya.ru": "yahoo.ru",
  "email.cz": "mail.cz",
  "abv.bg": "abv.be",
  "gmx.net": "cox.net",
  "mac.com": "mail.com",
};
let changed = 0;
for (const [domain, stated] of Object.entries(expected)) {
  const found = checker.run({ email: `anna@${domain}` })?.domain ?? "silent";
  console.log(`anna@${domain}: ${found}`);
  if (found !== stated) changed += 1;
}
console.log(changed === 0 ? "As stated: right addresses at large providers are 'corrected'." : `Changed: ${changed}.`);
process.exit(changed === 0 ? 0 : 1);
JS

#!/usr/bin/env bash
# Expected: each line of the list of free mail providers in the npm package freemail is a domain.
# Instead: one line is the text of an error page, "404: not found", as if one of the lists from which it is merged was gone when it was
# downloaded, and three are words without a dot. Providers with millions of mailboxes are missing.
# Hurt: code that builds a pattern or a suffix check from the list, and code that trusts it to tell firms from private people.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm install --prefix . --no-save --no-audit --no-fund --loglevel=error freemail@1.7.0 >/dev/null
node - <<'JS'
const { readFileSync } = require("node:fs");
console.log(`freemail ${require("freemail/package.json").version}`);
const lines = readFileSync("node_modules/freemail/data/free.txt", "utf8").split("\n").filter(Boolean);
const odd = lines.filter((line) => !/^[a-z0-9-]+(\.[a-z0-9-]+)+$/.test(line));
const providers = ["bluewin.ch", "telenet.be", "btinternet.com", "daum.net", "sfr.fr"];
const missing = providers.filter((provider) => !lines.includes(provider));
console.log(`${lines.length} lines, not domains: ${JSON.stringify(odd)}`);
console.log(`missing: ${missing.join(", ")}`);
process.exit(odd.includes("404: not found") && odd.length === 4 && missing.length === providers.length ? 0 : 1);
JS

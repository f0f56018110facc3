#!/bin/sh
# Thunderbird sends plain text as format=flowed (RFC 3676). Below a quote that ends in an empty line it writes "> " and
# then, without a mark, the person's answer. One expects a parser to keep the answer on a line of its own: section 4.5
# says that lines of different quote depths never belong to one paragraph, and a space that only stuffs the line is not
# a soft line break. postal-mime and mailparser join both lines: "> HubSpot and Excel." The answer becomes a part of the
# quote, and programs that remove quoted lines lose it: help desks, CRMs, list archives.
set -eu
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"
npm install --silent --no-save --no-audit --no-fund --prefix "$dir" postal-mime@4.0.0 mailparser@3.9.0 >/dev/null
cat > read.mjs <<'JS'
import { createRequire } from "node:module";
import { readFileSync } from "node:fs";
import PostalMime from "postal-mime";
const require = createRequire(import.meta.url);
const { simpleParser } = require("mailparser");
const version = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
// The lines are those of Thunderbird 153.8.0esr (plain text, answer below the quote).
const lines = ["Content-Type: text/plain; charset=UTF-8; format=flowed", "", "On 11/27/26 10:00, Acme wrote:", "> Which tools do you use?", "> ", "HubSpot and Excel.", ""];
const mail = lines.join("\r\n");
const texts = { "postal-mime": (await PostalMime.parse(mail)).text, mailparser: (await simpleParser(mail)).text };
let failed = false;
for (const [name, text] of Object.entries(texts)) {
  console.log(`${name} ${version(name)}: ${JSON.stringify(text)}`);
  if (!text.includes("> HubSpot and Excel.")) failed = true;
}
process.exit(failed ? 1 : 0);
JS
node --version
node read.mjs

#!/bin/sh
# planer removes the quoted mail from a reply. One expects a sentence such as "From: me to you, thank you." to stay: it
# is one line without a date, a subject or an address, and no quote follows. planer takes the line for the header of a
# quoted mail and drops it with everything below, the telephone number and the signature too. It hurts people who write
# lists ("From: Hamburg", "Date: Monday") and all who trust that the stored reply is complete.
set -eu
dir=$(mktemp -d); trap 'rm -rf "$dir"' EXIT; cd "$dir"
npm install --silent --no-save --no-audit --no-fund --prefix "$dir" planer@1.2.0 >/dev/null
cat > read.cjs <<'JS'
const planer = require("planer");
const body = "Yes, Thursday at 10 works for me.\n\nFrom: me to you, thank you.\nMy number is 555 0100.\n\nDana\n";
const reply = planer.extractFrom(body, "text/plain");
console.log(`planer ${require(`${process.cwd()}/node_modules/planer/package.json`).version}: ${JSON.stringify(reply)}`);
process.exit(reply.includes("Yes, Thursday") && !reply.includes("555 0100") ? 0 : 1);
JS
node --version
node read.cjs

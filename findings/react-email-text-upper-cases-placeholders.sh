#!/usr/bin/env bash
# A mail merge renders one body for many readers and fills the placeholders of both parts afterward. One would expect that the text part
# of react-email holds the placeholders as they are in the HTML part. Placeholders inside a heading are upper-cased, so a fill by name
# misses them, and only the readers of the plain text see "[[FIRST]]". The option of html-to-text that prevents it has to be set per level.
set -euo pipefail
dir=$(mktemp -d)
trap 'rm -rf "$dir"' EXIT
cd "$dir"
npm init -y >/dev/null
npm install --prefix . --no-save --no-audit --no-fund --loglevel=error react-email@6.11.13 react@19.3.1 react-dom@19.3.1
cat > run.mjs <<'JS'
import assert from "node:assert/strict";
import { createElement as e } from "react";
import { render, toPlainText } from "react-email";

const html = await render(e("div", null, e("h1", null, "Hello [[first]]"), e("p", null, "Dear [[first]],"), e("h4", null, "For [[company]]")));
const text = toPlainText(html);
const kept = toPlainText(html, {
  selectors: ["h1", "h4"].map((selector) => ({ selector, options: { uppercase: false } })),
});
console.log("html:", html.replace(/<!--.*?-->/g, ""));
console.log("text:", JSON.stringify(text));
console.log("with uppercase: false per level:", JSON.stringify(kept));
assert.match(html, /Hello (<!-- -->)?\[\[first\]\]/);
assert.match(text, /HELLO \[\[FIRST\]\]/);
assert.match(text, /FOR \[\[COMPANY\]\]/);
assert.match(text, /Dear \[\[first\]\],/);
assert.match(kept, /Hello \[\[first\]\][\s\S]*For \[\[company\]\]/);
JS
echo "react-email 6.11.13, node $(node --version)"
node run.mjs
echo "as stated"

#!/usr/bin/env bash
# One would expect that a Japanese or Chinese text, which has no spaces, is broken between characters, as in every browser.
# @react-pdf/renderer breaks it only where Chinese characters meet kana, and adds a hyphen there, which these languages do not have.
# With its documented way out, a hyphenation callback that returns the characters, every line gets one. An empty string between two
# characters prevents the hyphen.
# Everyone who prints addresses or names of East Asia is hurt: lines leave their column, or end with hyphens that are copied with them.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-save --silent --no-audit --no-fund @react-pdf/renderer@4.9.0 react@19.3.1 unpdf@1.8.1 @fontsource/noto-sans-jp@5.3.0 >/dev/null
cat > try.mjs <<'JS'
import { readFileSync } from "node:fs";
import React from "react";
import { Document, Font, Page, renderToBuffer, Text } from "@react-pdf/renderer";
import { extractText, getDocumentProxy } from "unpdf";
const file = "node_modules/@fontsource/noto-sans-jp/files/noto-sans-jp-japanese-400-normal.woff";
const version = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
console.log("renderer", version("@react-pdf/renderer"), "textkit", version("@react-pdf/textkit"));
Font.register({ family: "Japanese", src: `data:font/woff;base64,${readFileSync(file).toString("base64")}` });
const h = React.createElement;
const linesOf = async (callback) => {
  Font.registerHyphenationCallback(callback);
  const text = h(Text, { style: { fontFamily: "Japanese", fontSize: 12, width: 60 } }, "東京都千代田区丸の内一丁目");
  const pdf = await renderToBuffer(h(Document, null, h(Page, null, text)));
  const { text: found } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true });
  return found.trim().split("\n");
};
const whole = await linesOf((word) => [word]);
const split = await linesOf((word) => [...word]);
const empty = await linesOf((word) => [...word].flatMap((character) => [character, ""]));
for (const [name, lines] of Object.entries({ "without a callback": whole, characters: split, "characters and empty strings": empty }))
  console.log(`${name}: ${lines.join(" | ")}`);
const hyphens = (lines) => lines.filter((line) => line.endsWith("-")).length;
process.exit(hyphens(whole) === whole.length - 1 && hyphens(split) > 0 && empty.length > 1 && hyphens(empty) === 0 ? 0 : 1);
JS
node try.mjs

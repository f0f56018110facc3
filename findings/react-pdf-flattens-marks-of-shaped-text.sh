#!/usr/bin/env bash
# One would expect that a mark which a font places above or below its letter is drawn there.
# @react-pdf/renderer shapes text with fontkit, which returns the vertical place of every mark, and then sets all vertical places of the
# line to zero. In Noto Sans Arabic the dots of the letters are such marks, so Arabic, Hebrew with points, Thai and Indic names are
# printed with their marks on the baseline or through the letter. Readers of invoices and reports in these scripts are hurt.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-save --silent --no-audit --no-fund @react-pdf/renderer@4.9.0 react@19.3.1 fontkit@2.0.4 @fontsource/noto-sans-arabic@5.3.0 >/dev/null
cat > try.mjs <<'JS'
import { readFileSync } from "node:fs";
import { inflateSync } from "node:zlib";
import * as fontkit from "fontkit";
import React from "react";
import { Document, Font, Page, renderToBuffer, Text } from "@react-pdf/renderer";
const file = "node_modules/@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff";
const text = "بن";
const version = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
console.log("renderer", version("@react-pdf/renderer"), "textkit", version("@react-pdf/textkit"), "fontkit", version("fontkit"));
const places = fontkit.create(readFileSync(file)).layout(text).positions.map(({ yOffset }) => yOffset);
console.log("vertical places in the font's units:", places.join(" "));
Font.register({ family: "Arabic", src: `data:font/woff;base64,${readFileSync(file).toString("base64")}` });
const h = React.createElement;
const pdf = await renderToBuffer(h(Document, null, h(Page, null, h(Text, { style: { fontFamily: "Arabic" } }, text))));
const latin = pdf.toString("latin1");
const contents = [...latin.matchAll(/\/FlateDecode\s*>>\s*stream\r?\n/g)].flatMap(({ 0: head, index }) => {
  try {
    return [inflateSync(pdf.subarray(index + head.length)).toString("latin1")];
  } catch {
    return [];
  }
});
const lines = contents.join("\n").match(/^1 0 0 1 \S+ (\S+) Tm$/gm);
const heights = new Set(lines.map((line) => line.split(" ")[5]));
console.log("heights in the PDF:", [...heights].join(" "));
process.exit(places.some((place) => place !== 0) && heights.size === 1 ? 0 : 1);
JS
node try.mjs

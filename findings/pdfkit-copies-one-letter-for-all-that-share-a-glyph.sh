#!/usr/bin/env bash
# One would expect that text copied from a PDF is the text that was written.
# pdfkit notes for each glyph the characters of its first use only. Fonts that compose letters of parts, such as Noto Sans Arabic with
# its dotless letters, use one glyph for several letters: beh, teh and theh are all copied, searched and read aloud as the first of them,
# while the print is right. Readers with a screen reader and everyone who searches an archive of Arabic documents are hurt.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-save --silent --no-audit --no-fund pdfkit@0.20.1 unpdf@1.8.1 @fontsource/noto-sans-arabic@5.3.0 >/dev/null
cat > try.mjs <<'JS'
import { readFileSync } from "node:fs";
import PDFDocument from "pdfkit";
import { extractText, getDocumentProxy } from "unpdf";
const version = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
console.log("pdfkit", version("pdfkit"), "unpdf", version("unpdf"));
const copied = async (text) => {
  const file = new PDFDocument();
  const chunks = [];
  file.on("data", (chunk) => chunks.push(chunk));
  const ended = new Promise((resolve) => file.on("end", resolve));
  file.font(readFileSync("node_modules/@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff")).text(text);
  file.end();
  await ended;
  const { text: found } = await extractText(await getDocumentProxy(new Uint8Array(Buffer.concat(chunks))), { mergePages: true });
  return [...new Set(found.match(/[\u0628\u062a\u062b]/g))].join(" ");
};
const [both, alone] = [await copied("ب ت ث"), await copied("ث")];
console.log("written: ب ت ث, copied:", both);
console.log("written: ث, copied:", alone);
process.exit(both !== "ب ت ث" && both.split(" ").length < 3 && alone === "ث" ? 0 : 1);
JS
node try.mjs

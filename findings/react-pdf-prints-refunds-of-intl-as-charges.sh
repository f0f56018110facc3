#!/usr/bin/env bash
# Expected: what Intl.NumberFormat writes for a country is what a PDF library prints, or it refuses the characters that its font lacks, as pdf-lib
# does. The minus of Swedish, Norwegian and Finnish is U+2212, the separator of thousands in French U+202F, as CLDR says for these languages.
# Instead, with the standard font: @react-pdf/renderer leaves the minus out, so a credit note of -1 234,50 EUR says 1 234,50 EUR. pdfkit and
# jsPDF print a quotation mark in its place. All three put a slash into French thousands, "1/234,50". Nothing warns.
# Hurt: firms that send credit notes and statements in these languages: a refund reads as a charge, and a slash makes two numbers of one.
set -euo pipefail
for program in pdftotext node npm; do
  command -v $program >/dev/null || { echo "Needs: apt-get install poppler-utils, and Node.js"; exit 1; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --prefix . --no-save --no-audit --no-fund @react-pdf/renderer@4.9.0 react@19.3.1 pdfkit@0.20.2 jspdf@4.2.1 pdf-lib@1.17.1 >/dev/null
cat >check.mjs <<'JS'
import { execFileSync } from "node:child_process";
import { Document, Page, renderToBuffer, Text } from "@react-pdf/renderer";
import { jsPDF } from "jspdf";
import { PDFDocument, StandardFonts } from "pdf-lib";
import PDFKit from "pdfkit";
import { createElement } from "react";
const amount = (language) => new Intl.NumberFormat(language, { style: "currency", currency: "EUR" }).format(-1234.5);
const size = [400, 300];
const makers = {
  "@react-pdf/renderer 4.9.0": (text) => renderToBuffer(createElement(Document, null, createElement(Page, { size }, createElement(Text, null, text)))),
  "pdfkit 0.20.2": async (text) => {
    const document = new PDFKit({ size });
    document.text(text);
    document.end();
    return Buffer.concat(await document.toArray());
  },
  "jspdf 4.2.1": (text) => Buffer.from(new jsPDF().text(text, 10, 10).output("arraybuffer")),
  "pdf-lib 1.17.1": async (text) => {
    const document = await PDFDocument.create();
    document.addPage(size).drawText(text, { font: await document.embedFont(StandardFonts.Helvetica), size: 12 });
    return document.save();
  },
};
const printed = async (make, text) => {
  try {
    const input = await make(text);
    return execFileSync("pdftotext", ["-layout", "-", "-"], { input, encoding: "utf8" }).trim().replace(/\s+/g, " ");
  } catch (error) {
    if (error.message.includes("cannot encode")) return "refused";
    throw error;
  }
};
const stated = {
  "sv-SE": ["1 234,50 €", '"1 234,50 €', '"1 234,50 €', "refused"],
  "nb-NO": ["1 234,50 €", '"1 234,50 €', '"1 234,50 €', "refused"],
  "fi-FI": ["1 234,50 €", '"1 234,50 €', '"1 234,50 €', "refused"],
  "fr-FR": ["-1/234,50 €", "-1 /234,50 €", "-1 /234,50 €", "refused"],
  "de-DE": ["-1.234,50 €", "-1.234,50 €", "-1.234,50 €", "-1.234,50 €"],
};
console.log(`Node.js ${process.version}, CLDR ${process.versions.cldr}`);
let same = true;
for (const [language, expected] of Object.entries(stated)) {
  console.log(`${language}, ${amount(language)}`);
  for (const [at, [name, make]] of Object.entries(makers).entries()) {
    const seen = await printed(make, amount(language));
    console.log(`  ${name}: ${seen}`);
    same &&= seen === expected[at];
  }
}
process.exit(same ? 0 : 1);
JS
node check.mjs

#!/usr/bin/env bash
# Expected: an e-invoice of the form Factur-X or ZUGFeRD is a PDF that shows the invoice and carries it as an attached XML file, by which the
# recipient's program books it (EN 16931). One that gets a page of terms appended is still that invoice; so is one that is only rewritten.
# Instead: with "pdftk ... cat" (even of the one file alone), "qpdf --empty --pages", pdf-lib's copyPages and pdf-merger-js the XML is gone,
# without a word; the page looks the same. "qpdf invoice.pdf --pages" and pdfunite keep it, but pdfunite drops the entry AF of the catalog,
# which says that the file belongs to the document (ISO 32000-2, 14.13). "pdftk ... stamp" keeps both.
# Hurt: firms that append terms or put a letterhead on invoices. What leaves is a paper in a file; where e-invoices are required it is none.
set -euo pipefail
for program in pdftk qpdf pdfunite pdfdetach node npm; do
  command -v $program >/dev/null || { echo "Needs: apt-get install pdftk-java qpdf poppler-utils"; exit 1; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --prefix . --no-save --no-audit --no-fund pdf-lib@1.17.1 pdf-merger-js@5.1.2 >/dev/null
cat >make.mjs <<'JS'
import { writeFileSync } from "node:fs";
import { AFRelationship, PDFDocument } from "pdf-lib";
const page = async (text) => {
  const document = await PDFDocument.create();
  document.addPage([300, 200]).drawText(text);
  return document;
};
const invoice = await page("Invoice 1");
const xml = '<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100"/>';
await invoice.attach(Buffer.from(xml), "factur-x.xml", { mimeType: "text/xml", afRelationship: AFRelationship.Alternative });
writeFileSync("invoice.pdf", await invoice.save());
writeFileSync("terms.pdf", await (await page("Terms")).save());
JS
cat >merge.mjs <<'JS'
import { readFileSync, writeFileSync } from "node:fs";
import { PDFDocument } from "pdf-lib";
import PDFMerger from "pdf-merger-js";
const joined = await PDFDocument.create();
const merger = new PDFMerger();
for (const file of ["invoice.pdf", "terms.pdf"]) {
  const source = await PDFDocument.load(readFileSync(file));
  for (const page of await joined.copyPages(source, source.getPageIndices())) joined.addPage(page);
  await merger.add(file);
}
writeFileSync("copyPages.pdf", await joined.save());
await merger.save("pdf-merger-js.pdf");
JS
node make.mjs
node merge.mjs
pdftk invoice.pdf terms.pdf cat output pdftk-cat.pdf
pdftk invoice.pdf cat output pdftk-cat-alone.pdf
pdftk invoice.pdf stamp terms.pdf output pdftk-stamp.pdf
qpdf --empty --pages invoice.pdf terms.pdf -- qpdf-empty.pdf
qpdf invoice.pdf --pages . terms.pdf -- qpdf-from-invoice.pdf
pdfunite invoice.pdf terms.pdf pdfunite.pdf
# "XML": the file is attached. "AF": the catalog says that it belongs to the document.
carries() {
  pdfdetach -list "$1" | grep 'factur-x.xml' >/dev/null && printf 'XML '
  { qpdf --qdf --object-streams=disable "$1" - 2>/dev/null || true; } | grep -a '/AF ' >/dev/null && printf 'AF '
  true
}
dpkg-query --show pdftk-java qpdf poppler-utils
echo "pdf-lib 1.17.1, pdf-merger-js 5.1.2"
status=0
while read -r name stated; do
  seen=$(carries "$name.pdf" | xargs)
  echo "$name: ${seen:-nothing} (stated: ${stated:-nothing})"
  [[ $seen == "$stated" ]] || status=1
done <<'STATED'
invoice XML AF
copyPages
pdf-merger-js
pdftk-cat
pdftk-cat-alone
pdftk-stamp XML AF
qpdf-empty
qpdf-from-invoice XML AF
pdfunite XML
STATED
exit $status

#!/usr/bin/env bash
# Expected: a number with the format 0.0" months" is written as a number; the text in quotes is literal (ECMA-376 part 1, 18.8.31).
# Instead: xlsx2csv looks for the letters of dates in the quoted text too, takes the cell for a date and writes nonsense.
# Hurt: people who export workbooks that show units ("months", "days", "h/wk") to CSV; headline numbers become unreadable text.
set -euo pipefail
command -v xlsx2csv >/dev/null || { echo "Needs xlsx2csv: apt-get install xlsx2csv"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-save --silent fflate@0.8.2 >/dev/null
echo "xlsx2csv $(xlsx2csv --version)"
node -e '
const { zipSync, strToU8 } = require("fflate");
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const rel = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const pack = "http://schemas.openxmlformats.org/package/2006/relationships";
const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.";
const files = {
  "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}sheet.main+xml"/><Override PartName="/xl/styles.xml" ContentType="${type}styles+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}worksheet+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${pack}"><Relationship Id="rId1" Type="${rel}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${pack}"><Relationship Id="rId1" Type="${rel}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${rel}/styles" Target="styles.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${rel}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/styles.xml": `<styleSheet xmlns="${main}"><numFmts count="1"><numFmt numFmtId="170" formatCode="0.0&quot; months&quot;"/></numFmts><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf numFmtId="0"/><xf numFmtId="170" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1" s="1"><v>8.5</v></c><c r="B1"><v>8.5</v></c></row></sheetData></worksheet>`,
};
require("fs").writeFileSync("book.xlsx", zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))));
'
seen=$(xlsx2csv book.xlsx)
echo "8.5 with the format 0.0\" months\", and 8.5 without a format: $seen"
[[ "$seen" == *ont* && "$seen" == *,8.5 ]] || { echo "The behavior changed."; exit 1; }

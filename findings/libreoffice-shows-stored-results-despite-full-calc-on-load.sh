#!/usr/bin/env bash
# Expected: a workbook whose file asks for a calculation on loading (fullCalcOnLoad="1", ECMA-376 part 1, 18.2.2) shows calculated values.
# Instead: LibreOffice with default settings shows the stored result of every formula, and computes later cells from stored results.
# Hurt: readers of a workbook from a program that stores rounded or outdated results; they see wrong numbers and nothing warns them.
set -euo pipefail
command -v soffice >/dev/null || { echo "Needs LibreOffice Calc: apt-get install libreoffice-calc"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-save --silent fflate@0.8.2 >/dev/null
soffice --version
node -e '
const { zipSync, strToU8 } = require("fflate");
const main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main";
const rel = "http://schemas.openxmlformats.org/officeDocument/2006/relationships";
const pack = "http://schemas.openxmlformats.org/package/2006/relationships";
const type = "application/vnd.openxmlformats-officedocument.spreadsheetml.";
const files = {
  "[Content_Types].xml": `<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/xl/workbook.xml" ContentType="${type}sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${type}worksheet+xml"/></Types>`,
  "_rels/.rels": `<Relationships xmlns="${pack}"><Relationship Id="rId1" Type="${rel}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  "xl/_rels/workbook.xml.rels": `<Relationships xmlns="${pack}"><Relationship Id="rId1" Type="${rel}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${rel}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets><calcPr fullCalcOnLoad="1"/></workbook>`,
  // A variance of 0.000706 whose stored result was rounded to three decimals, and a cell without a stored result that uses it.
  "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData><row r="1"><c r="A1"><v>0.000706</v></c><c r="B1"><f>A1*1</f><v>0.001</v></c><c r="C1"><f>B1*1000000</f></c></row></sheetData></worksheet>`,
};
require("fs").writeFileSync("book.xlsx", zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))));
'
soffice -env:UserInstallation="file://$folder/profile" --headless --convert-to csv --outdir "$folder" book.xlsx >/dev/null 2>&1
seen=$(tr -d '\r' < book.csv)
echo "A1, B1 = A1*1, C1 = B1*1000000: $seen (calculated: 0.000706,0.000706,706)"
[ "$seen" = "0.000706,0.001,1000" ] || { echo "The behavior changed."; exit 1; }

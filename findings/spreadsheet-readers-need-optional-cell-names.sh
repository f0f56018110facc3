#!/usr/bin/env bash
# Expected: rows and cells of an XLSX sheet may leave out their reference (the attribute "r" is optional, ECMA-376 part 1, 18.3.1.4 and
# 18.3.1.73); each then follows the one before it. LibreOffice reads such a sheet.
# Instead: Gnumeric and xlsx2csv return an empty sheet without a warning.
# Hurt: programs that write small workbooks by leaving out what the format lets them leave out, and their readers on these two.
set -euo pipefail
for program in soffice ssconvert xlsx2csv; do
  command -v $program >/dev/null || { echo "Needs: apt-get install libreoffice-calc gnumeric xlsx2csv"; exit 1; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-save --silent fflate@0.8.2 >/dev/null
soffice --version
ssconvert --version 2>&1 | head -1
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
  "xl/workbook.xml": `<workbook xmlns="${main}" xmlns:r="${rel}"><sheets><sheet name="A" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  "xl/worksheets/sheet1.xml": `<worksheet xmlns="${main}"><sheetData><row><c><v>1</v></c><c><v>2</v></c><c><v>3</v></c></row><row><c><v>10</v></c><c><v>20</v></c><c><v>30</v></c></row></sheetData></worksheet>`,
};
require("fs").writeFileSync("book.xlsx", zipSync(Object.fromEntries(Object.entries(files).map(([name, text]) => [name, strToU8(text)]))));
'
soffice -env:UserInstallation="file://$folder/profile" --headless --convert-to csv --outdir "$folder" book.xlsx >/dev/null 2>&1
office=$(tr -d '\r' < book.csv)
plain=$(xlsx2csv book.xlsx | tr -d '\r')
ssconvert book.xlsx gnumeric.csv 2>/dev/null
gnumeric=$(cat gnumeric.csv)
printf 'LibreOffice:\n%s\nxlsx2csv:\n%s\nGnumeric:\n%s\n' "$office" "$plain" "$gnumeric"
wanted=$'1,2,3\n10,20,30'
[ "$office" = "$wanted" ] && [ "$plain" != "$wanted" ] && [ "$gnumeric" != "$wanted" ] ||
  { echo "The behavior changed."; exit 1; }

#!/usr/bin/env bash
# Expected: a workbook that counts days from 1904 (older Macs; date1904, ECMA-376 part 1, 18.2.28) keeps its dates when LibreOffice saves it.
# Instead: LibreOffice writes date1904="true" where Excel and ExcelJS write "1". Both mean the same (xsd:boolean), but ExcelJS and
# read-excel-file look for "1" only and count from 1900: 30 November 2026 becomes 29 November 2022, a valid date, without a warning.
# Hurt: people who import due dates, contracts or birthdays from workbooks that a customer opened and saved in LibreOffice.
set -euo pipefail
command -v soffice >/dev/null || { echo "Needs LibreOffice Calc: apt-get install libreoffice-calc"; exit 1; }
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-save --no-audit --no-fund --loglevel=error exceljs@4.4.0 read-excel-file@9.3.17 >/dev/null
cat > write.js <<'JS'
const { Workbook } = require("exceljs");
const workbook = new Workbook();
workbook.properties.date1904 = true;
const sheet = workbook.addWorksheet("Invoices");
sheet.addRow(["Due", "Amount"]);
sheet.addRow([new Date("2026-11-30T00:00:00Z"), 300]);
sheet.getCell("A2").numFmt = "yyyy-mm-dd";
workbook.xlsx.writeFile("sent.xlsx");
JS
cat > read.js <<'JS'
const { readFileSync } = require("node:fs");
const { Workbook } = require("exceljs");
const { default: readExcelFile } = require("read-excel-file/node");
const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
const day = (value) => value.toISOString().slice(0, 10);
(async () => {
  console.log(`ExcelJS ${versionOf("exceljs")}, read-excel-file ${versionOf("read-excel-file")}`);
  const found = [];
  for (const file of ["sent.xlsx", "saved/sent.xlsx"]) {
    const workbook = await new Workbook().xlsx.readFile(file);
    const [{ data }] = await readExcelFile(file);
    found.push(day(workbook.worksheets[0].getCell("A2").value), day(data[1][0]));
    console.log(`${file}: ExcelJS ${found.at(-2)}, read-excel-file ${found.at(-1)}`);
  }
  process.exit(found.join() === "2026-11-30,2026-11-30,2022-11-29,2022-11-29" ? 0 : 1);
})();
JS
node write.js
soffice "-env:UserInstallation=file://$folder/profile" --headless --convert-to xlsx --outdir saved sent.xlsx >/dev/null 2>&1
soffice "-env:UserInstallation=file://$folder/profile" --headless --convert-to csv --outdir saved saved/sent.xlsx >/dev/null 2>&1
soffice --version
for file in sent.xlsx saved/sent.xlsx; do echo "$file: $(unzip -p "$file" xl/workbook.xml | grep -o 'date1904="[^"]*"')"; done
echo "LibreOffice reads its own file: $(sed -n 2p saved/sent.csv)"
[[ $(unzip -p saved/sent.xlsx xl/workbook.xml) == *'date1904="true"'* && $(sed -n 2p saved/sent.csv) == 2026-11-30,300 ]] || { echo "Changed: LibreOffice."; exit 1; }
node read.js || { echo "Changed."; exit 1; }
echo "As stated: the date is four years and a day too early."

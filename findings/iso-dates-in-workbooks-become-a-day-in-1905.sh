#!/usr/bin/env bash
# Expected: a cell of type "d" holds an ISO 8601 date (ECMA-376 part 1, 18.18.11; Excel writes it as "Strict Open XML Spreadsheet", openpyxl
# with iso_dates), so 2026-11-30 is read as that day, or refused. LibreOffice, xlsx2csv and read-excel-file read it.
# Instead: ExcelJS and Gnumeric read the digits before the first hyphen as a number of days since 1900: every date of the year 2026 is
# 18 July 1905. Gnumeric prints a warning and goes on, ExcelJS is silent.
# Hurt: importers of customers' workbooks; all due dates are overdue by a century, and sorting or grouping by month shows one day.
set -euo pipefail
for program in soffice ssconvert xlsx2csv; do
  command -v $program >/dev/null || { echo "Needs: apt-get install libreoffice-calc gnumeric xlsx2csv"; exit 1; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-save --no-audit --no-fund --loglevel=error exceljs@4.4.0 read-excel-file@9.3.17 >/dev/null
# A workbook of openpyxl's form: ExcelJS writes it, and the two cells are replaced by dates in ISO form.
node - <<'JS'
const { Workbook } = require("exceljs");
const workbook = new Workbook();
const sheet = workbook.addWorksheet("Invoices");
sheet.addRow([new Date("2026-01-15T00:00:00Z"), new Date("2026-11-30T00:00:00Z")]);
for (const cell of ["A1", "B1"]) sheet.getCell(cell).numFmt = "yyyy-mm-dd";
workbook.xlsx.writeFile("numbers.xlsx");
JS
mkdir parts
unzip -q numbers.xlsx -d parts
sed -i -E 's#<c r="A1" s="([0-9]+)"><v>[0-9]+</v>#<c r="A1" s="\1" t="d"><v>2026-01-15</v>#; s#<c r="B1" s="([0-9]+)"><v>[0-9]+</v>#<c r="B1" s="\1" t="d"><v>2026-11-30</v>#' parts/xl/worksheets/sheet1.xml
grep -o '<c r=.*</c>' parts/xl/worksheets/sheet1.xml
(cd parts && zip -qr ../dates.xlsx '[Content_Types].xml' _rels docProps xl)
soffice "-env:UserInstallation=file://$folder/profile" --headless --convert-to csv --outdir office dates.xlsx >/dev/null 2>&1
ssconvert dates.xlsx gnumeric.csv 2>warnings >/dev/null
echo "$(soffice --version | cut -d' ' -f1,2): $(cat office/dates.csv)"
echo "xlsx2csv $(xlsx2csv --version 2>&1): $(xlsx2csv dates.xlsx)"
echo "$(ssconvert --version 2>&1 | head -n 1): $(cat gnumeric.csv) ($(grep -o "Unknown enum.*" warnings | head -n 1))"
cat > read.js <<'JS'
const { readFileSync } = require("node:fs");
const { Workbook } = require("exceljs");
const { default: readExcelFile } = require("read-excel-file/node");
const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
const days = (values) => values.map((value) => value.toISOString().slice(0, 10)).join(",");
(async () => {
  const [{ data }] = await readExcelFile("dates.xlsx");
  console.log(`read-excel-file ${versionOf("read-excel-file")}: ${days(data[0])}`);
  const sheet = (await new Workbook().xlsx.readFile("dates.xlsx")).worksheets[0];
  const found = days([sheet.getCell("A1").value, sheet.getCell("B1").value]);
  console.log(`ExcelJS ${versionOf("exceljs")}: ${found}`);
  process.exit(days(data[0]) === "2026-01-15,2026-11-30" && found === "1905-07-18,1905-07-18" ? 0 : 1);
})();
JS
node read.js || { echo "Changed."; exit 1; }
right=2026-01-15,2026-11-30
[[ $(cat office/dates.csv) == "$right" && $(xlsx2csv dates.xlsx) == "$right" && $(cat gnumeric.csv) == 1905/07/18,1905/07/18 ]] || { echo "Changed."; exit 1; }
echo "As stated: January and November 2026 are one day in 1905."

#!/usr/bin/env bash
# Expected: Black Friday is the day after Thanksgiving, the fourth Thursday of November.
# Instead: spacetime-holiday takes the fourth Friday. In years in which November begins on a Friday (2019, 2024, 2030, 2041) that is six
# days before Thanksgiving, which it has right.
# Hurt: shops and newsletters that start a sale by the calendar: mails, prices and coupons go out a week early and end before the sale.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-save --no-audit --no-fund --loglevel=error spacetime@7.15.0 spacetime-holiday@0.3.0 >/dev/null
node - <<'JS'
const holiday = require("spacetime-holiday");
const { readFileSync } = require("node:fs");
console.log(`spacetime-holiday ${JSON.parse(readFileSync("node_modules/spacetime-holiday/package.json", "utf8")).version}`);
const day = (name, year) => holiday(name, year)?.format("iso-short");
const early = [];
for (let year = 2018; year <= 2041; year += 1) {
  const [thursday, friday] = [day("thanksgiving", year), day("black friday", year)];
  if (friday < thursday) early.push(year);
  if ([2023, 2024, 2029, 2030].includes(year)) console.log(`${year}: Thanksgiving ${thursday}, Black Friday ${friday}`);
}
console.log(`Black Friday before Thanksgiving: ${early.join(", ")}`);
const asStated = early.join() === "2019,2024,2030,2041";
console.log(asStated ? "As stated." : "Changed.");
process.exit(asStated ? 0 : 1);
JS

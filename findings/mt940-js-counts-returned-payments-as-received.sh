#!/bin/sh
# Expected: a reader of bank statements in the SWIFT format MT940 tells money that came from money that went. Field 61 says "RC" when a credit
# is reversed: a customer's bank takes a payment back, and the account has that money less. "RD", a reversed debit, is money returned to us.
# Instead: mt940-js (npm) calls RC a credit and RD a debit, and returns nothing that tells them from C and D. Its own opening and closing
# balance contradict its transactions. mt940js, without the hyphen, has the signs right.
# Hurt: firms that match statements with their invoices. An invoice is paid and the payment is taken back: the program sees it paid twice.
set -eu
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
# mt940-js needs tslib and does not say so.
npm install --prefix . --no-save --no-audit --no-fund mt940-js@1.0.0 tslib@2.9.1 mt940js@1.3.5 >/dev/null
cat >check.cjs <<'JS'
const { read } = require("mt940-js");
const { Parser } = require("mt940js");
const statement = [
  ":20:STATEMENT", ":25:12345678/0123456789", ":28C:00011/001", ":60F:C261101EUR1000,00",
  ":61:2611021102C499,00NTRFINV-1", ":61:2611031103RC499,00NTRFINV-1",
  ":61:2611041104D80,00NTRFRENT", ":61:2611051105RD80,00NTRFRENT",
  ":62F:C261105EUR1000,00", "-", "",
].join("\r\n");
const marks = ["C", "RC", "D", "RD"];
(async () => {
  const [one] = await read(Buffer.from(statement));
  const [other] = new Parser().parse(statement);
  const signed = one.transactions.map(({ amount, isCredit }) => (isCredit ? amount : -amount));
  const right = other.transactions.map(({ amount }) => amount);
  const sum = (amounts) => amounts.reduce((total, amount) => total + amount, 0);
  console.log("mt940-js 1.0.0 and mt940js 1.3.5");
  for (const [at, mark] of marks.entries()) console.log(`${mark}\t${statement.match(/:61:.*/g)[at]}\tmt940-js ${signed[at]}, mt940js ${right[at]}`);
  console.log(`balance: 1000 before, 1000 after; sum of the entries: mt940-js ${sum(signed)}, mt940js ${sum(right)}`);
  const [credit, reversal] = one.transactions;
  const different = Object.keys(credit).filter((key) => credit[key] !== reversal[key]);
  console.log(`what differs in mt940-js between C and RC: ${different.join(", ")}`);
  const stated =
    signed.join() === "499,499,-80,-80" && right.join() === "499,-499,-80,80" && different.join() === "id,valueDate,entryDate";
  process.exit(stated ? 0 : 1);
})();
JS
node check.cjs

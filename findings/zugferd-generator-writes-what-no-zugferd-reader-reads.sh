#!/usr/bin/env bash
# Expected: zugferd-generator, "a lightweight Node.js module for creating ZUGFeRD-compliant invoices", embeds an invoice that programs of
# recipients can book: a file factur-x.xml of a named profile (ZUGFeRD 2 and EN 16931), with the quantity and the price of each line.
# Instead, for the form of data that its README shows: the file has the name of ZUGFeRD 1 and the elements of neither version, the profile is
# the word "ZUGFeRD", dates are written as 2026-11-30 and marked as format 102 (20261130), the attribute of tax numbers is "schemaId" instead of
# "schemeID", the quantity is written nowhere, and no sum without tax. factur-x-kit, which reads a small invoice of the same form, refuses it.
# Hurt: firms that have to send e-invoices (in Germany since 2025, by steps). The PDF opens and has an attachment, so nothing looks wrong, until
# a customer refuses the invoice or the tax office the deduction.
set -euo pipefail
for program in pdfdetach node npm; do
  command -v $program >/dev/null || { echo "Needs: apt-get install poppler-utils, and Node.js"; exit 1; }
done
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm init -y >/dev/null
npm install --prefix . --no-save --no-audit --no-fund zugferd-generator@1.2.1 factur-x-kit@0.3.1 pdf-lib@1.17.1 >/dev/null
cat >check.mjs <<'JS'
import { execFileSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { FacturX } from "factur-x-kit";
import { PDFDocument } from "pdf-lib";
import ZUGFeRDGenerator from "zugferd-generator";
const small = `<?xml version="1.0" encoding="UTF-8"?>
<rsm:CrossIndustryInvoice xmlns:rsm="urn:un:unece:uncefact:data:standard:CrossIndustryInvoice:100" xmlns:ram="urn:un:unece:uncefact:data:standard:ReusableAggregateBusinessInformationEntity:100" xmlns:udt="urn:un:unece:uncefact:data:standard:UnqualifiedDataType:100">
<rsm:ExchangedDocumentContext><ram:GuidelineSpecifiedDocumentContextParameter><ram:ID>urn:factur-x.eu:1p0:minimum</ram:ID></ram:GuidelineSpecifiedDocumentContextParameter></rsm:ExchangedDocumentContext>
<rsm:ExchangedDocument><ram:ID>INV-1</ram:ID><ram:TypeCode>380</ram:TypeCode><ram:IssueDateTime><udt:DateTimeString format="102">20261130</udt:DateTimeString></ram:IssueDateTime></rsm:ExchangedDocument>
<rsm:SupplyChainTradeTransaction>
<ram:ApplicableHeaderTradeAgreement><ram:SellerTradeParty><ram:Name>Supplier Ltd.</ram:Name><ram:PostalTradeAddress><ram:CountryID>DE</ram:CountryID></ram:PostalTradeAddress><ram:SpecifiedTaxRegistration><ram:ID schemeID="VA">DE123456789</ram:ID></ram:SpecifiedTaxRegistration></ram:SellerTradeParty><ram:BuyerTradeParty><ram:Name>Customer Ltd.</ram:Name></ram:BuyerTradeParty></ram:ApplicableHeaderTradeAgreement>
<ram:ApplicableHeaderTradeDelivery/>
<ram:ApplicableHeaderTradeSettlement><ram:InvoiceCurrencyCode>EUR</ram:InvoiceCurrencyCode><ram:SpecifiedTradeSettlementHeaderMonetarySummation><ram:TaxBasisTotalAmount>300.00</ram:TaxBasisTotalAmount><ram:TaxTotalAmount currencyID="EUR">57.00</ram:TaxTotalAmount><ram:GrandTotalAmount>357.00</ram:GrandTotalAmount><ram:DuePayableAmount>357.00</ram:DuePayableAmount></ram:SpecifiedTradeSettlementHeaderMonetarySummation></ram:ApplicableHeaderTradeSettlement>
</rsm:SupplyChainTradeTransaction></rsm:CrossIndustryInvoice>`;
const generated = new ZUGFeRDGenerator({
  id: "INV-1",
  issueDate: "2026-11-30",
  currency: "EUR",
  totalAmount: 357,
  supplier: { name: "Supplier Ltd.", country: "DE", taxNumber: "DE123456789" },
  customer: { name: "Customer Ltd.", country: "DE" },
  taxTotal: { taxAmount: 57, taxPercentage: 19 },
  lineItems: [{ id: "1", description: "Day of work", quantity: 3, unitPrice: 100, lineTotal: 300 }],
});
const page = await PDFDocument.create();
page.addPage([300, 200]).drawText("Invoice 1");
writeFileSync("invoice.pdf", await generated.embedInPDF(Buffer.from(await page.save())));
const xml = await generated.toXMLString();
const answer = async (reading) => {
  try {
    return `read: ${(await reading()).object.document.id}`;
  } catch (error) {
    return `refused: ${error.message.split("\n")[0]}`;
  }
};
const pdf = new Uint8Array(readFileSync("invoice.pdf"));
const seen = {
  "attached file": execFileSync("pdfdetach", ["-list", "invoice.pdf"], { encoding: "utf8" }).match(/1: (.*)/)[1],
  profile: xml.match(/<ram:GuidelineSpecified[^]*?<ram:ID>(.*?)<\/ram:ID>/)[1],
  date: xml.match(/<udt:DateTimeString.*?<\/udt:DateTimeString>/)[0],
  "tax number": xml.match(/<ram:ID schem.*?<\/ram:ID>/)[0],
  quantity: String(xml.match(/Quantity|>3(?:\.0*)?</)?.[0] ?? "nowhere"),
  "sum without tax": String(xml.match(/TaxBasisTotalAmount|LineTotalAmount>300.*Summation/)?.[0] ?? "nowhere"),
  "a small invoice of the same form, by factur-x-kit": await answer(() => FacturX.fromXML(small)),
  "this XML, by factur-x-kit": await answer(() => FacturX.fromXML(xml)),
  "this PDF, by factur-x-kit": await answer(() => FacturX.fromPDF(pdf)),
};
const stated = {
  "attached file": "ZUGFeRD-invoice.xml",
  profile: "ZUGFeRD",
  date: '<udt:DateTimeString format="102">2026-11-30</udt:DateTimeString>',
  "tax number": '<ram:ID schemaId="VA">DE123456789</ram:ID>',
  quantity: "nowhere",
  "sum without tax": "nowhere",
  "a small invoice of the same form, by factur-x-kit": "read: INV-1",
  "this XML, by factur-x-kit": "refused: Unknown Profile: ZUGFeRD",
  "this PDF, by factur-x-kit": "refused: No Embedded Factur-X XML found in PDF",
};
console.log("zugferd-generator 1.2.1, factur-x-kit 0.3.1");
for (const [what, text] of Object.entries(seen)) console.log(`${what}: ${text}`);
process.exit(Object.keys(stated).every((what) => seen[what] === stated[what]) ? 0 : 1);
JS
node check.mjs

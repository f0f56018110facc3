#!/usr/bin/env bash
# Expected: i18n-postal-address, which formats addresses "by region", prints the postal code that it is given wherever post has one.
# Instead: its formats for China and Russia have no place for the code (six digits in both; the Universal Postal Union has it in the address
# formats of both), and it disappears without an error. localized-address-format, run beside it, prints both.
# Hurt: senders of invoices, contracts and parcels to China and Russia: letters go astray, and the printed copy shows no reason.
set -euo pipefail
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cd "$folder"
npm install --prefix . --no-save --no-audit --no-fund --loglevel=error i18n-postal-address@1.0.0 localized-address-format@1.3.3 >/dev/null
cat > run.mjs <<'JS'
import { readFileSync } from "node:fs";
import PostalAddress, { addressFormats } from "i18n-postal-address";
import { formatAddress } from "localized-address-format";

const versionOf = (name) => JSON.parse(readFileSync(`node_modules/${name}/package.json`, "utf8")).version;
console.log(`i18n-postal-address ${versionOf("i18n-postal-address")}, beside it localized-address-format ${versionOf("localized-address-format")}`);
const addresses = {
  DE: { street: "Hauptstr. 5", city: "Berlin", code: "10115" },
  JP: { street: "1-2-3 Marunouchi", city: "Chiyoda-ku", state: "Tokyo", code: "100-0005" },
  CN: { street: "Jianguomenwai Dajie 1", city: "Beijing", state: "Beijing", code: "100004" },
  RU: { street: "ul. Lesnaya 5", city: "Moskva", code: "125047" },
};
const lost = [];
for (const [country, { street, city, state = "", code }] of Object.entries(addresses)) {
  const address = new PostalAddress({ formats: addressFormats, defaultFormat: "US" });
  address.setCompanyName("Acme").setAddress1(street).setCity(city).setState(state).setProvince(state).setPostalCode(code);
  const text = address.setFormat({ country, type: "business" }).toString().replaceAll("\n", " | ");
  const other = formatAddress({ postalCountry: country, organization: "Acme", addressLines: [street], locality: city, administrativeArea: state, postalCode: code }).join(" | ");
  console.log(`${country}: ${text}   (beside it: ${other})`);
  if (!text.includes(code)) lost.push(country);
  if (!other.includes(code)) lost.push(`other ${country}`);
}
console.log(lost.join() === "CN,RU" ? "As stated: the postal codes of China and Russia are lost." : `Changed: ${lost}.`);
process.exit(lost.join() === "CN,RU" ? 0 : 1);
JS
node run.mjs

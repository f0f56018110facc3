import { expect, test } from "vitest";
import { minorUnits } from "./money.ts";

test.each([
  ["usd", "$499.00"],
  ["eur", "EUR 499.00"],
  ["jpy", "JPY 49,900"],
  ["kwd", "KWD 49.90"],
  // Intl has no decimal places for these; Stripe has two.
  ["huf", "HUF 499.00"],
  ["idr", "IDR 499.00"],
  ["isk", "ISK 499.00"],
  ["ugx", "UGX 499.00"],
])("49,900 of Stripe's smallest unit of %s are %s", (currency, text) => {
  expect(minorUnits(49_900, currency)).toBe(text);
});

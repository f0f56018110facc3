import { expect, test } from "vitest";
import { addressPattern } from "./address-pattern.ts";

const isIn = (text: string, address = "ana@firm.example") => new RegExp(addressPattern(address)).test(text);

test("an address is found as a whole, next to punctuation and in file names", () => {
  for (const text of [
    "ana@firm.example",
    "calls of ana@firm.example.",
    '<ana@firm.example>, "x"',
    "export_ana@firm.example.csv",
    "email\r\nana@firm.example\r\n",
    "mailto:ana@firm.example?subject=x",
  ])
    expect(isIn(text), text).toBe(true);
  expect(isIn("o'hara+1@firm.example", "o'hara+1@firm.example")).toBe(true);
});

test("parts of other addresses are not found", () => {
  for (const text of [
    "dana@firm.example",
    "j.ana@firm.example",
    "x+ana@firm.example",
    "ana@firm.example.org",
    "ana@firm-example",
  ])
    expect(isIn(text), text).toBe(false);
});

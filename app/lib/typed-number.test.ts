import { expect, test } from "vitest";
import { askedNumber, numberText, parseNumber } from "./typed-number.ts";

test.each([
  ["45", 45],
  [" 1,600 ", 1600],
  ["$83.50", 83.5],
  ["$80", 80],
  ["-$80", -80],
  ["80 $", 80],
  ["80 €", 80],
  ["80 USD", 80],
  ["12.5%", 12.5],
  ["25,5", 25.5],
  ["25,50", 25.5],
  ["12,5", 12.5],
  ["0,125", 0.125],
  ["0.125", 0.125],
  [".5", 0.5],
  ["7.", 7],
  ["7,", 7],
  ["-3", -3],
  ["−3", -3],
  ["-1,200", -1200],
  ["1,234,567.8", 1_234_567.8],
  ["1.234.567,8", 1_234_567.8],
  ["1.234.567", 1_234_567],
  ["1.234,56", 1234.56],
  ["1,234.56", 1234.56],
  ["1 600", 1600],
  ["1 600,5", 1600.5],
  ["1\u202f600,5", 1600.5],
  ["1’600", 1600],
  ["1'600.50", 1600.5],
  ["75.555", Number.NaN],
  ["75.5551", 75.5551],
  ["1.6k", 1600],
  ["1,6k", 1600],
  ["1K", 1000],
  ["2.5M", 2_500_000],
  ["1.1m", 1_100_000],
  ["1.125m", 1_125_000],
  ["1,200k", 1_200_000],
  ["$ 3k", 3000],
  ["１２", 12],
  ["٢٥", 25],
  ["", null],
  ["  ", null],
  ["$", null],
])("%j is %j", (text, value) => {
  expect(parseNumber(text)).toEqual(value);
});

test.each(["abc", "1e5", "4 5x", "1.2.3", "NaN", "Infinity", "--1", "k", "1kk", "5b", "1,2,3", "1,23,456", "1.2,3.4"])(
  "%j is no number",
  (text) => expect(parseNumber(text)).toBeNaN(),
);

test("a text with two meanings is asked about", () => {
  expect(askedNumber("1.200")).toBe("1.200 can mean 1,200 or 1.2. Enter 1200 or 1.2.");
  expect(askedNumber("$ 25.500")).toBe("25.500 can mean 25,500 or 25.5. Enter 25500 or 25.5.");
  expect(askedNumber("75.555")).toBe("75.555 can mean 75,555 or 75.56. Enter 75555 or 75.5550.");
  for (const text of ["1,200", "1.20", "0.200", "1.2000", "1.200,5", "1.200k", ""])
    expect(askedNumber(text)).toBeNull();
});

test("numbers as text", () => {
  for (const value of [1.125, 75.555, 0.125, 1200, 1.5]) expect(parseNumber(numberText(value))).toBe(value);
  expect([numberText(1600), numberText(0), numberText(undefined), numberText(Number.NaN)]).toEqual([
    "1600",
    "0",
    "",
    "",
  ]);
});

import { afterEach, expect, test, vi } from "vitest";
import { writesDecimalComma } from "#app/lib/numbers.ts";
import { askedNumber, numberText, parseNumber, readDecimalCommaFrom } from "./typed-number.ts";

afterEach(() => {
  readDecimalCommaFrom(() => false);
  vi.unstubAllGlobals();
});

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

test.each([
  ["2,500", Number.NaN],
  ["-1,200", Number.NaN],
  ["$ 2,500", Number.NaN],
  ["2.500", Number.NaN],
  ["2,5", 2.5],
  ["0,125", 0.125],
  ["12,50", 12.5],
  ["1.234,5", 1234.5],
  ["1,234.5", 1234.5],
  ["1,234,567", 1_234_567],
  ["1,600k", 1600],
  ["2500", 2500],
])("from a reader with a decimal comma %j is %j", (text, value) => {
  readDecimalCommaFrom(() => true);
  expect(parseNumber(text)).toEqual(value);
});

test("a reader with a decimal comma is asked what 2,500 means, with texts that are not asked again", () => {
  readDecimalCommaFrom(() => true);
  expect(askedNumber("2,500")).toBe("2,500 can mean two numbers. Enter 2500 or 2.5.");
  expect(askedNumber("75,555")).toBe("75,555 can mean two numbers. Enter 75555 or 75.5550.");
  expect(["2500", "2.5", "75555", "75.5550"].map(parseNumber)).toEqual([2500, 2.5, 75_555, 75.555]);
  for (const value of [1.125, 75.555, 0.125, 1200, 1.5]) expect(parseNumber(numberText(value))).toBe(value);
});

test("in a browser its language decides", () => {
  vi.stubGlobal("document", {});
  const readIn = (language: string) => {
    vi.stubGlobal("navigator", { language });
    return parseNumber("2,500");
  };
  expect(["en-US", "en-GB", "ja-JP", "de-CH", "x-unknown"].map(readIn)).toEqual(Array(5).fill(2500));
  for (const language of ["de-DE", "fr-FR", "es-ES", "pt-BR", "nl", "pl"]) expect(readIn(language)).toBeNaN();
});

test("languages with a decimal comma", () => {
  expect(["de", "fr-CA", "sv-SE", "it"].map(writesDecimalComma)).toEqual(Array(4).fill(true));
  expect(["en", "es-MX", "zh-CN", "", "not a tag"].map(writesDecimalComma)).toEqual(Array(5).fill(false));
});

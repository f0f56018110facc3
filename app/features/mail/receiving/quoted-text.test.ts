import { expect, test } from "vitest";
import { withinCpu } from "#tests/fixtures/cpu-time.ts";
import { partsOf } from "./quoted-text.ts";

test("the quotes of a reply are parts of their own, also over blank lines", () => {
  const text =
    "Hi, see below.\n\nOn Friday GTMarc wrote:\n> How many?\n>\n> And who?\n\nTwelve.\n\nLee does.\n> > older\nBye";
  expect(partsOf(text)).toEqual([
    { isQuote: false, text: "Hi, see below.\n\nOn Friday GTMarc wrote:" },
    { isQuote: true, text: "How many?\n\nAnd who?" },
    { isQuote: false, text: "Twelve.\n\nLee does." },
    { isQuote: true, text: "> older" },
    { isQuote: false, text: "Bye" },
  ]);
  expect(partsOf("")).toEqual([]);
});

test(
  "thousands of spaces in a reply take no time",
  withinCpu(1000, () => {
    const text = `a${" ".repeat(100_000)}b`;
    expect(partsOf(text)).toEqual([{ isQuote: false, text }]);
  }),
);

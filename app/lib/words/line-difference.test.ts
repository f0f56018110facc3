import { expect, test } from "vitest";
import { changedLines, lineDifference } from "./line-difference.ts";

const marks = { same: " ", removed: "-", added: "+" };
const drawn = (before: string, after: string) =>
  lineDifference(before, after).map(({ kind, text }) => `${marks[kind]}${text}`);

test("lines are the same, removed or added, in the order of both texts", () => {
  expect(drawn("a\nb\nc", "a\nx\nc\nd")).toEqual([" a", "-b", "+x", " c", "+d"]);
  expect(drawn("a\nb", "a\nb")).toEqual([" a", " b"]);
  expect(drawn("a\na\nb", "a\nb")).toEqual([" a", "-a", " b"]);
  expect(drawn("one", "")).toEqual(["-one", "+"]);
});

test("the removed and kept lines are the first text, the added and kept ones the second", () => {
  const words = "the plan comes first and it is free because it is".split(" ");
  for (let turn = 0; turn < words.length; turn++) {
    const after = [...words.slice(turn), ...words.slice(0, turn)].filter((word) => word !== "it");
    const lines = lineDifference(words.join("\n"), after.join("\n"));
    const without = (other: string) => lines.filter(({ kind }) => kind !== other).map(({ text }) => text);
    expect(without("added")).toEqual(words);
    expect(without("removed")).toEqual(after);
  }
});

test("two long texts without a common line are compared at once", () => {
  const long = (letter: string) => Array.from({ length: 5000 }, (_, at) => `${letter}${at}`).join("\n");
  expect(lineDifference(long("a"), long("b"))).toHaveLength(10_000);
});

test("of the unchanged lines only those beside a change are shown", () => {
  const lines = changedLines(lineDifference("a\n\nb\n\nc\n\nd", "a\n\nb\n\nx\n\nd"));
  expect(lines.map(({ kind, text }) => `${marks[kind]}${text}`)).toEqual([" b", "-c", "+x", " d"]);
});

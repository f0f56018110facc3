import { expect, test } from "vitest";
import { wordProblems } from "./word-rules.ts";

test.each([
  ["// Nobody waits for it.", '"Nobody"; write no one, or name the role'],
  ["What visitors book stands here.", '"stands"; write is, appears, is listed'],
  ["/** Whoever has the link is told. */", '"Whoever"; write name the person or role'],
  ["const mostTools = 25;", '"mostTools"; write maxX'],
  ["export const codeWords = {};", '"codeWords"; write Labels, Messages'],
  ["import { DeskPage } from", '"DeskPage"; write Admin'],
  ["The endpoint answers 404.", '"endpoint answers"; write returns, responds'],
])("%s is reported with its line", (line, problem) => {
  expect(wordProblems("app/features/booking/booking.ts", `const one = 1;\n${line}`)[0]).toBe(
    `app/features/booking/booking.ts:2: ${problem}`,
  );
});

test("plain words, names of the operating system and `stands for` pass", () => {
  const text = `
    // Bookings appear here. \`*\` stands for any characters.
    const user = "nobody";
    Tell us about the company.`;
  expect(wordProblems("app/platform/owner.ts", text)).toEqual([]);
});

test("copy for visitors may tell, stand and hand over, but knows no one called nobody", () => {
  const file = "app/features/content/pages.ts";
  expect(wordProblems(file, "What stands behind it is handed over, as we told you.")).toEqual([]);
  expect(wordProblems(file, "For nobody in particular.")).toHaveLength(1);
});

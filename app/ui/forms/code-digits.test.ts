import { expect, test } from "vitest";
import { boxesOf, digitsOf } from "./code-digits.ts";

test("a pasted code is found among other characters and cut to its length", () => {
  expect(digitsOf("Your code: 123 456.", 6)).toBe("123456");
  expect(digitsOf("12-34-56-78", 6)).toBe("123456");
  expect(digitsOf("１２３ ４５６", 6)).toBe("123456");
  expect(digitsOf("abc", 6)).toBe("");
});

test("the caret highlights one box, also after the last digit", () => {
  expect(boxesOf(0, 0, 6)).toEqual({ from: 0, to: 0 });
  expect(boxesOf(3, 3, 6)).toEqual({ from: 3, to: 3 });
  expect(boxesOf(6, 6, 6)).toEqual({ from: 5, to: 5 });
});

test("a selected range highlights every box in it", () => {
  expect(boxesOf(1, 4, 6)).toEqual({ from: 1, to: 3 });
});

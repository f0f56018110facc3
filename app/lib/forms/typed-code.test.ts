import { expect, test } from "vitest";
import { asciiDigits, sixDigitCode } from "./typed-code.ts";

const parse = (text: unknown) => sixDigitCode("Enter six digits.").safeParse(text);

test.each([
  "123456",
  "123 456",
  " 123456\n",
  "123-456",
  "123\u00a0456",
  "123\u202f456",
  "123\u2009456",
  "123\u2011456",
  "123–456",
  "123—456",
  "123\u2212456",
  "123.456",
  "12 34 56",
  "1 2 3 4 5 6",
  "１２３４５６",
  "１２３\u3000４５６",
  "١٢٣٤٥٦",
  "۱۲۳۴۵۶",
  "१२३४५६",
  "\u200e123456\u200e",
  "\ufeff123456",
  "123\u200b456",
  "\u{1d7cf}\u{1d7d0}\u{1d7d1}\u{1d7d2}\u{1d7d3}\u{1d7d4}",
])("%j is 123456", (typed) => {
  expect(parse(typed)).toEqual({ success: true, data: "123456" });
});

test.each(["", "12345", "1234567", "12345a", "123456x", "a123456", "123,456", "½23456", "-", " ".repeat(1000)])(
  "%j is refused with the message of the field",
  (typed) => {
    expect(parse(typed).error?.issues[0]?.message).toBe("Enter six digits.");
  },
);

test("every decimal digit of Unicode has its value", () => {
  for (let code = 0; code <= 0x1ffff; code += 1) {
    const sign = String.fromCodePoint(code);
    if (/\p{Nd}/u.test(sign)) expect(asciiDigits(sign), code.toString(16)).toMatch(/^\d$/);
  }
  expect(asciiDigits("٠٩०९０９")).toBe("090909");
});

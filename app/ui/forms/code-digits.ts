import { asciiDigits } from "#app/lib/forms/typed-code.ts";

/** Extracts at most `length` digits of a one-time code from typed or pasted text ("123 456", "Your code: 123456"). */
export function digitsOf(text: string, length: number): string {
  return asciiDigits(text).replace(/\D/g, "").slice(0, length);
}

/** Returns the boxes of a selection: the caret's box, or all of a selected range. */
export function boxesOf(start: number, end: number, length: number): { from: number; to: number } {
  const from = Math.min(start, length - 1);
  return { from, to: Math.max(from, Math.min(end, length) - 1) };
}

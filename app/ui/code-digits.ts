/** Digits of a one-time code, from whatever was typed or pasted ("123 456", "Your code: 123456"). At most `length`. */
export function digitsOf(text: string, length: number): string {
  return text.replace(/\D/g, "").slice(0, length);
}

/** The boxes a selection covers: the caret's own box, or all of a marked range. */
export function boxesOf(start: number, end: number, length: number): { from: number; to: number } {
  const from = Math.min(start, length - 1);
  return { from, to: Math.max(from, Math.min(end, length) - 1) };
}

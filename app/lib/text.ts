import { z } from "zod";
import "./validation-messages.ts";

/*
 * The one type for text that comes from outside. U+0000 and unpaired surrogates are refused: no keyboard makes them, PostgreSQL
 * cannot store the first, and UTF-8 has no form for the second. Other control characters arrive with pasted text and are
 * removed without a word.
 */

export const unreadableCharacters = "Please remove the characters that cannot be read.";

/** False for text with U+0000 or an unpaired surrogate. */
export const isReadable = (text: string): boolean => !/[\0\p{Cs}]/u.test(text);

/** Line breaks, control characters and runs of spaces become one space: `oneLine(" Acme\r\n Ltd ") === "Acme Ltd"`. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();

/** Line breaks become `\n` and stay, as do tabs; other control characters are removed. */
export const severalLines = (text: string): string =>
  text
    .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n")
    .replace(/[^\P{Cc}\n\t]/gu, "")
    .trim();

/** The first `max` characters (UTF-16 units), without half of a pair at the end: PostgreSQL cannot store that as JSON. */
export const cut = (text: string, max: number): string => text.slice(0, max).replace(/[\ud800-\udbff]$/, "");

type TextRules = {
  /** Most characters (UTF-16 units, as `maxlength` counts them). */
  max: number;
  tooLong?: string;
  /** Said when the text is missing or shorter than `min`, which is then 1 unless it is given. */
  required?: string;
  min?: number;
  /**
   * `line` (the default): one trimmed line in Unicode's composed form (NFC). `lines`: the same with line breaks. `verbatim`: as it is
   * sent, for passwords, tokens, and drafts that are saved between two keystrokes.
   */
  shape?: "line" | "lines" | "verbatim";
};

/** Text from outside, see above. Refusals: unreadable characters, too long, missing. */
export function text({ max, tooLong, required, min = required === undefined ? 0 : 1, shape = "line" }: TextRules) {
  const readable = z
    .string(required === undefined ? {} : { error: required })
    .refine(isReadable, { error: unreadableCharacters, abort: true });
  const tidy = shape === "lines" ? severalLines : oneLine;
  const shaped = shape === "verbatim" ? readable : readable.overwrite((typed) => composed(tidy(typed), max));
  const filled = min === 0 ? shaped : shaped.min(min, required);
  const error = tooLong ?? `Use at most ${max.toLocaleString("en-US")} characters.`;
  // zod counts characters outside the basic plane once, `maxlength` of a field twice.
  return filled.max(max, { error, abort: true }).refine((typed) => typed.length <= max, { error });
}

/** Up to four characters become one when a text is composed. */
const maxComposed = 4;

/**
 * In composed form (NFC), unless it is too long in any form: composing thousands of marks on one letter takes time in proportion to
 * their square.
 */
const composed = (text: string, max: number): string =>
  text.length > max * maxComposed ? text : text.normalize("NFC");

/** A line of text that may be left out. Forms send "" for a field that was not filled in; that counts as left out. */
export const optionalLine = (max: number) =>
  z.preprocess(
    (value) => (value === null || (typeof value === "string" && oneLine(value) === "") ? undefined : value),
    text({ max }).optional(),
  ) as unknown as z.ZodOptional<z.ZodType<string, string>>;

/** No form nests deeper; a value that nests thousands of levels exhausts the stack of everything that walks it. */
const deepest = 64;

/**
 * Where in a parsed value the first unreadable text is, as a path; null when all of it is readable. Looks at keys as well,
 * and only at what JSON can hold. A value that nests deeper than 64 levels is unreadable there.
 */
export function findUnreadable(value: unknown, path: readonly string[] = []): readonly string[] | null {
  if (typeof value === "string") return isReadable(value) ? null : path;
  if (typeof value !== "object" || value === null || value instanceof Date) return null;
  if (path.length >= deepest) return path;
  for (const [key, inner] of Object.entries(value)) {
    if (!isReadable(key)) return path;
    const found = findUnreadable(inner, [...path, key]);
    if (found) return found;
  }
  return null;
}

/** The same as problems of a form, for what reads input at the edge. */
export function unreadableIssues(value: unknown): { path: PropertyKey[]; message: string }[] {
  const path = findUnreadable(value);
  return path === null ? [] : [{ path: [...path], message: unreadableCharacters }];
}

import { z } from "zod";
import { cut } from "#app/lib/words/cut.ts";
import { isInvisible } from "#app/lib/words/invisible.ts";
import { normalized } from "#app/lib/words/normalized.ts";
import { formatNumber } from "./numbers.ts";
import "#app/lib/forms/validation-messages.ts";

/*
 * The schema for all text from outside. Refuses U+0000 and unpaired surrogates: no keyboard produces them, PostgreSQL
 * cannot store the first, and UTF-8 cannot encode the second. Silently removes other control characters, which come
 * with pasted text, and characters that turn the text after them around. Text without a visible character is empty.
 */

export const unreadableCharacters = "Please remove the characters that cannot be read.";

export const isReadable = (text: string): boolean => !/[\0\p{Cs}]/u.test(text);

/** Unicode's embeddings, overrides and isolates: a name with one would reverse the figures in the sentence around it. */
export const withoutTurns = (text: string): string => text.replace(/[\u202a-\u202e\u2066-\u2069]/g, "");

const unlessInvisible = (text: string): string => (isInvisible(text) ? "" : text);

/** Line breaks, control characters and runs of spaces become one space: `oneLine(" Acme\r\n Ltd ") === "Acme Ltd"`. */
export const oneLine = (text: string): string =>
  unlessInvisible(
    withoutTurns(text)
      .replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ")
      .trim(),
  );

/** Converts line breaks to `\n` and keeps tabs; removes other control characters. */
export const severalLines = (text: string): string =>
  unlessInvisible(
    withoutTurns(text)
      .replace(/\r\n?|[\v\f\u0085\u2028\u2029]/g, "\n")
      .replace(/[^\P{Cc}\n\t]/gu, "")
      .trim(),
  );

export { cut };

type TextRules = {
  /** Maximum length in UTF-16 units, like `maxlength`. */
  max: number;
  tooLong?: string;
  /** The message if the text is missing or shorter than `min`, which then defaults to 1. */
  required?: string;
  min?: number;
  /**
   * `line` (the default): one trimmed line in Unicode's composed form (NFC). `lines`: the same with line breaks.
   * `verbatim`: unchanged, for passwords, tokens, and drafts that are saved between keystrokes.
   */
  shape?: "line" | "lines" | "verbatim";
};

/** Returns the schema of a text from outside, see above. Refusals: unreadable characters, too long, missing. */
export function text({ max, tooLong, required, min = required === undefined ? 0 : 1, shape = "line" }: TextRules) {
  const readable = z
    .string(required === undefined ? {} : { error: required })
    .refine(isReadable, { error: unreadableCharacters, abort: true });
  const tidy = shape === "lines" ? severalLines : oneLine;
  const shaped = shape === "verbatim" ? readable : readable.overwrite((typed) => composed(tidy(typed), max));
  const filled = min === 0 ? shaped : shaped.min(min, required);
  const error = tooLong ?? `Use at most ${formatNumber(max)} characters.`;
  // zod counts characters outside the basic plane once, a field's `maxlength` twice.
  return filled.max(max, { error, abort: true }).refine((typed) => typed.length <= max, { error });
}

/** Up to four characters become one by composition. */
const maxComposed = 4;

/** Composes to NFC, unless the text is too long in any form. */
const composed = (text: string, max: number): string => (text.length > max * maxComposed ? text : normalized(text));

/** An optional line of text. Forms send "" for an empty field, which counts as omitted. */
export const optionalLine = (max: number) =>
  z.preprocess(
    (value) => (value === null || (typeof value === "string" && oneLine(value) === "") ? undefined : value),
    text({ max }).optional(),
  ) as unknown as z.ZodOptional<z.ZodType<string, string>>;

/** No form nests deeper; a value with thousands of levels would overflow the stack of recursive code. */
const maxDepth = 64;

/**
 * Returns the path of the first unreadable text in a parsed JSON value; null if there is none. Checks keys as well. A
 * value nested deeper than 64 levels counts as unreadable there.
 */
export function findUnreadable(value: unknown, path: readonly string[] = []): readonly string[] | null {
  if (typeof value === "string") return isReadable(value) ? null : path;
  if (typeof value !== "object" || value === null || value instanceof Date) return null;
  if (path.length >= maxDepth) return path;
  for (const [key, inner] of Object.entries(value)) {
    if (!isReadable(key)) return path;
    const found = findUnreadable(inner, [...path, key]);
    if (found) return found;
  }
  return null;
}

/** Like `findUnreadable`, as issues of a form, for code that reads input at the edge. */
export function unreadableIssues(value: unknown): { path: PropertyKey[]; message: string }[] {
  const path = findUnreadable(value);
  return path === null ? [] : [{ path: [...path], message: unreadableCharacters }];
}

import { z } from "zod";

/** Line breaks, control characters and runs of spaces become one space: `oneLine(" Acme\r\n Ltd ") === "Acme Ltd"`. */
export const oneLine = (text: string): string => text.replace(/[\p{Cc}\p{Zl}\p{Zp}\s]+/gu, " ").trim();

/** A line of text that may be left out. Forms send "" for a field nobody filled in; that counts as left out. */
export const optionalLine = (most: number) =>
  z.preprocess(
    (value) => (typeof value === "string" ? oneLine(value) || undefined : (value ?? undefined)),
    z.string().max(most, `Use at most ${most} characters.`).optional(),
  ) as unknown as z.ZodOptional<z.ZodType<string, string>>;

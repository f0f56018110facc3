import { z } from "zod";
import { normalized } from "#app/lib/words/normalized.ts";

const isDigit = (code: number) => /\p{Nd}/u.test(String.fromCodePoint(code));

/** Digits of every script as ASCII: "１２３" and "١٢٣" are "123". Unicode assigns them in runs of ten. */
export const asciiDigits = (text: string): string =>
  normalized(text, "NFKC").replace(/(?![0-9])\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0)!;
    let zero = code;
    while (code - zero < 9 && isDigit(zero - 1)) zero -= 1;
    return String(code - zero);
  });

/** Removes what people and mail programs put between the characters of a code: spaces, dashes, dots and invisible signs. */
export const withoutSeparators = (code: string): string => code.replace(/[\s\p{Pd}\p{Cf}\u2212.·]/gu, "");

/** Schema of a six-digit code as typed or pasted, in groups or with digits of another script: `"123 456"` is `"123456"`. */
export const sixDigitCode = (message: string) =>
  z
    .string({ error: message })
    .max(60, message)
    .transform((typed) => withoutSeparators(asciiDigits(typed)))
    .pipe(z.string().regex(/^\d{6}$/, message));

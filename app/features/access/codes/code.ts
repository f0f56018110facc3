import { withoutSeparators } from "#app/lib/forms/typed-code.ts";
import { normalized } from "#app/lib/words/normalized.ts";

/** 23 capitals and 8 digits without look-alikes: no 0/O, 1/I/L (spec: access-code). */
export const codeAlphabet = "ABCDEFGHJKMNPQRSTUVWXYZ23456789";
/** 12 symbols of 31 are 59.4 bits. */
export const codeLength = 12;
const groupLength = 4;

/** Returns a code such as `K7QM-3XWD-9RTB`. Discards bytes past the last multiple of 31, to avoid bias. */
export function makeCode(randomBytes: (count: number) => Uint8Array = secureBytes): string {
  const usable = 256 - (256 % codeAlphabet.length);
  let symbols = "";
  while (symbols.length < codeLength)
    for (const byte of randomBytes(codeLength))
      if (byte < usable && symbols.length < codeLength) symbols += codeAlphabet[byte % codeAlphabet.length];
  return grouped(symbols);
}

/**
 * Returns the normal form of a typed code, or null if it cannot be one. Upper case; spaces and dashes of any kind are
 * ignored (spec: access-code). `readCode(" k7qm3xwd 9rtb") === "K7QM-3XWD-9RTB"`
 */
export function readCode(text: string): string | null {
  const symbols = bareSymbols(text);
  return symbols.length === codeLength && [...symbols].every((symbol) => codeAlphabet.includes(symbol))
    ? grouped(symbols)
    : null;
}

/** Formats a partly typed code: upper case, a dash after each full group. `writeCode("k7qm3") === "K7QM-3"` */
export const writeCode = (text: string): string => grouped(bareSymbols(text));

const bareSymbols = (text: string) => withoutSeparators(normalized(text, "NFKC")).toUpperCase();

const grouped = (symbols: string) => symbols.match(new RegExp(`.{1,${groupLength}}`, "gu"))?.join("-") ?? "";

const secureBytes = (count: number) => crypto.getRandomValues(new Uint8Array(count));

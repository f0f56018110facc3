import { formatNumber, formatRounded, writesDecimalComma } from "#app/lib/numbers.ts";
import { asciiDigits } from "./typed-code.ts";

const factors: Readonly<Record<string, number>> = { k: 1_000, m: 1_000_000 };
const currency = "usd|eur|gbp|\\p{Sc}";
const around = new RegExp(`^(-?)(?:${currency})|(?:${currency}|%)$`, "giu");
const grouped = /^-?[1-9]\d{0,2}([.,])\d{3}(?:\1\d{3})*$/;

let readComma = () => false;

/** Where the server gets the reader's decimal mark: the request (platform/requests/reader-language.server.ts). */
export const readDecimalCommaFrom = (source: () => boolean): void => {
  readComma = source;
};

/** Whether the reader's language writes decimals with a comma. */
const hasDecimalComma = () => (typeof document === "undefined" ? readComma() : writesDecimalComma(navigator.language));

interface ReadNumber {
  /** Null if empty, NaN if invalid or ambiguous. */
  value: number | null;
  /** The two values that `1.200` can mean, and `2,500` from a reader with a decimal comma: with thousands, with decimals. */
  meanings?: readonly [number, number];
}

/**
 * Reads a number as people type it in any language: `1,600`, `1 600`, `1.234,56`, `25,5`, ` $ 83.50 `, `1.6k`, `2M`, digits
 * of any script. The last of two different marks is the decimal mark. One period before exactly three digits can mean either.
 * One comma there separates thousands, as on every page here, unless the reader's language has the decimal comma: then it can
 * mean either, too (decision 0171).
 */
export function readNumber(text: string): ReadNumber {
  const typed = asciiDigits(text)
    .replace(/[\s'’`´_]/g, "")
    .replaceAll("\u2212", "-")
    .replace(around, "$1");
  if (typed === "") return { value: null };
  const [, digits = typed, suffix = ""] = /^(.*\d)([km])$/i.exec(typed) ?? [];
  const factor = factors[suffix.toLowerCase()] ?? 1;
  // 1.1 × 1,000,000 is 1100000.0000000002 in binary.
  const scaled = (plain: string) =>
    /^-?(\d+(\.\d*)?|\.\d+)$/.test(plain) ? Number((Number(plain) * factor).toPrecision(12)) : Number.NaN;
  const marks = digits.replace(/[^.,]/g, "");
  const mark = grouped.exec(digits)?.[1];
  const isOpen = marks.length === 1 && (mark === "." || (mark === "," && hasDecimalComma()));
  if (mark && isOpen && !suffix)
    return { value: Number.NaN, meanings: [scaled(digits.replace(mark, "")), scaled(digits.replace(mark, "."))] };
  if (mark && !isOpen) return { value: scaled(digits.replaceAll(mark, "")) };
  const decimal = marks.at(-1) ?? ".";
  const [whole = "", ...rest] = digits.split(decimal);
  const isGrouped = /^-?\d{1,3}([.,]\d{3})+$/.test(whole);
  const plain = isGrouped ? whole.replace(/[.,]/g, "") : whole;
  return { value: scaled([plain, ...rest].join(".")) };
}

/** As `readNumber`; null if empty, NaN if invalid or ambiguous. */
export const parseNumber = (text: string): number | null => readNumber(text).value;

/** Asks which of two numbers is meant, with texts that are not asked again; null if the text is not ambiguous. */
export function askedNumber(text: string): string | null {
  const { meanings } = readNumber(text);
  if (!meanings) return null;
  const [thousands, decimals] = meanings;
  const digits = text.trim().replace(/^\D+/, "");
  const entries = `Enter ${thousands} or ${numberText(decimals)}.`;
  // The number with thousands is written the same way here, so it would explain nothing.
  if (digits.includes(",")) return `${digits} can mean two numbers. ${entries}`;
  return `${digits} can mean ${formatNumber(thousands)} or ${formatRounded(decimals, 2)}. ${entries}`;
}

/** The text of a field; `parseNumber` reads the same value from it. */
export function numberText(value: number | null | undefined): string {
  if (value == null || Number.isNaN(value)) return "";
  const text = String(value);
  if (Number.isInteger(value)) return text;
  return readNumber(text).meanings ? `${text}0` : text;
}

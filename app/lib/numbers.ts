/* Numbers as text. The locale is fixed, so that server, browser and PDF print the same characters. */

const grouped = new Intl.NumberFormat("en-US");
const compact = new Intl.NumberFormat("en-US", { notation: "compact", maximumFractionDigits: 1 });

type Decimals = 0 | 1 | 2;
const rounding = ([0, 1, 2] as const).map((most) => new Intl.NumberFormat("en-US", { maximumFractionDigits: most }));
const fixed = ([0, 1, 2] as const).map(
  (digits) => new Intl.NumberFormat("en-US", { minimumFractionDigits: digits, maximumFractionDigits: digits }),
);

/** `12500` → `12,500` */
export const formatNumber = (value: number | bigint): string => grouped.format(value);

/** At most so many decimals: `formatRounded(2.04, 1) === "2"` */
export const formatRounded = (value: number, most: Decimals): string => rounding[most]!.format(value);

/** Exactly so many decimals: `formatDecimals(2.04, 1) === "2.0"` */
export const formatDecimals = (value: number, digits: Decimals): string => fixed[digits]!.format(value);

/** `12500` → `12.5K`, `1200000` → `1.2M` */
export const formatCompact = (value: number): string => compact.format(value);

/** A minus sign, unless `text` (the magnitude) was rounded to zero. */
export const minusOf = (value: number, text: string): string => (value < 0 && /[1-9]/.test(text) ? "−" : "");

const spelledNumbers =
  "zero one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen seventeen eighteen nineteen twenty".split(
    " ",
  );

/** `4` → `four`, `21` → `21` */
export const spelled = (count: number): string => spelledNumbers[count] ?? formatNumber(count);

/** `["a", "b", "c"]` → `a, b, and c` */
export const listed = (items: readonly string[]): string => new Intl.ListFormat("en-US").format(items);

/** `1 task`, `1,200 tasks`, `2 people` */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${formatNumber(count)} ${count === 1 ? one : many}`;

let known: { language: string; isComma: boolean } | undefined;

/** Whether a language (BCP 47) writes 2.5 as `2,5`. False for unknown ones. */
export function writesDecimalComma(language: string): boolean {
  if (known?.language === language) return known.isComma;
  let isComma = false;
  try {
    isComma = new Intl.NumberFormat(language).format(1.5).includes(",");
  } catch {
    // Not a language tag.
  }
  known = { language, isComma };
  return isComma;
}

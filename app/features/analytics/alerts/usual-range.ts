export type UsualRange = { low: number; high: number };

/** The fewest past values that are not zero: a site or goal that has just started has no usual range. */
const minValues = 4;
/** Makes the median absolute deviation comparable with a standard deviation. */
const deviationFactor = 1.4826;
const width = 3;

/**
 * Returns the range in which a count usually is, from past counts: three deviations around the median, where a deviation is at least that
 * of counting itself (the square root). Null without enough values. `usualRange([50, 48, 61, 55])` is 31 to 74.
 */
export function usualRange(past: readonly number[]): UsualRange | null {
  if (past.filter((value) => value > 0).length < minValues) return null;
  const middle = median(past);
  const half = width * Math.max(deviation(past, middle), Math.sqrt(Math.max(middle, 1)));
  return { low: Math.max(0, Math.ceil(middle - half)), high: Math.floor(middle + half) };
}

/** A share of a group: `part` of `whole`. */
export type Share = { part: number; whole: number };

/** Smaller groups say little about a share. */
const minWhole = 20;

/** The same for a share of a group of this size. Null if this group or too many past ones are small. */
export function usualShare(past: readonly Share[], whole: number): UsualRange | null {
  const shares = past.filter((share) => share.whole >= minWhole).map(({ part, whole: all }) => part / all);
  if (whole < minWhole || shares.length < minValues) return null;
  const middle = median(shares);
  const half = width * Math.max(deviation(shares, middle), Math.sqrt(Math.max(middle * (1 - middle), 0.01) / whole));
  return { low: Math.max(0, middle - half), high: Math.min(1, middle + half) };
}

export const isOutside = (value: number, { low, high }: UsualRange): boolean => value < low || value > high;

const deviation = (values: readonly number[], middle: number) =>
  deviationFactor * median(values.map((value) => Math.abs(value - middle)));

function median(values: readonly number[]): number {
  const sorted = values.toSorted((one, other) => one - other);
  const half = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[half]! : (sorted[half - 1]! + sorted[half]!) / 2;
}

/** Rounds to two digits, half away from zero, on the exact double. Never returns negative zero. */
export const round2 = (value: number) => roundTo(value, 100);

/** Like `round2`, with four digits. */
export const round4 = (value: number) => roundTo(value, 10_000);

export const round2OrNull = (value: number | null) => (value === null ? null : round2(value));

function roundTo(value: number, unit: number): number {
  const magnitude = Math.floor(Math.abs(value) * unit + 0.5) / unit;
  return value < 0 && magnitude > 0 ? -magnitude : magnitude;
}

/**
 * Converts a number from 0 to 1,000 to whole millionths, halves to even. The order of equal scores must not depend on
 * the last bit of a sum, and the reference rounds this way. `toFixed` works on the exact value and rounds halves up;
 * exact halves of a millionth are odd multiples of 1/128.
 */
export function toMillionths(value: number): number {
  const rounded = Math.round(Number(value.toFixed(6)) * 1e6);
  const isHalf = (value * 128) % 2 === 1;
  return isHalf && rounded % 2 === 1 ? rounded - 1 : rounded;
}

/** Rounds to a whole multiple of `step`, half up. */
export const roundToStep = (value: number, step: number) => Math.floor(value / step + 0.5) * step;

export function sumOf<Item>(items: Iterable<Item>, amount: (item: Item) => number): number {
  let sum = 0;
  for (const item of items) sum += amount(item);
  return sum;
}

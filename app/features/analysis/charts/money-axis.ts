import { type ScaleLinear, scaleLinear } from "d3-scale";

export interface Tick {
  at: number;
  label: string;
}

/**
 * Returns a money scale over `width` px from `from`, with `room` px free at both ends, and about `count` round ticks.
 */
export function moneyAxis(
  low: number,
  high: number,
  { from, width, room, count }: { from: number; width: number; room: number; count: number },
): { scale: ScaleLinear<number, number>; ticks: Tick[] } {
  // Values less than a cent apart count as equal; ticks between them could not be labeled.
  const span = high - low > 0.01 ? [low, high] : [low, low + 1];
  const scale = scaleLinear(span, [from + room, from + width - room]).nice(count);
  return { scale, ticks: scale.ticks(count).map((value) => ({ at: rounded(scale(value)), label: shortUsd(value) })) };
}

/** `23175` → `$23.2k`, `123456` → `$123k`, `-4951` → `−$5k`, `1250000` → `$1.3M`, `640` → `$640`. */
export function shortUsd(usd: number): string {
  const size = Math.abs(usd);
  const text =
    size < 999.5
      ? trimmed(size, 0)
      : size < 999_500
        ? `${trimmed(size / 1000, size < 99_950 ? 1 : 0)}k`
        : `${trimmed(size / 1e6, 1)}M`;
  return `${usd < 0 && /[1-9]/.test(text) ? "−" : ""}$${text}`;
}

const trimmed = (value: number, decimals: number) => value.toFixed(decimals).replace(/\.0$/, "");

/** Rounds to one decimal, which keeps the SVG short. */
export const rounded = (value: number): number => Math.round(value * 10) / 10;

import { type LinearScale, linearScale, roundDomain } from "#app/lib/linear-scale.ts";
import { shortUsd } from "#app/lib/money.ts";

export interface Tick {
  at: number;
  label: string;
}

/** Scale over `width` px from `from`, with `room` px free at both ends, and about `count` round ticks. */
export function moneyAxis(
  low: number,
  high: number,
  { from, width, room, count }: { from: number; width: number; room: number; count: number },
): { scale: LinearScale; ticks: Tick[] } {
  // Values less than a cent apart count as equal; ticks between them could not be labeled.
  const span = [low, high - low > 0.01 ? high : low + 1] as const;
  const scale = linearScale(roundDomain(span, count), [from + room, from + width - room]);
  return { scale, ticks: scale.ticks(count).map((value) => ({ at: rounded(scale(value)), label: shortUsd(value) })) };
}

/** Rounds to whole units: decimals add a tenth to the bytes of the page, and drawings are at most 1,160 units wide. */
export const rounded = (value: number): number => Math.round(value);

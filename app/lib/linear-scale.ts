import { nice, ticks } from "d3-array";

type Pair = readonly [number, number];

/** Maps a value of `domain` to `range`, like `scaleLinear` of d3-scale, which brings five packages that no chart needs. */
export type LinearScale = ((value: number) => number) & {
  domain: Pair;
  /** About `count` round values of the domain. */
  ticks: (count: number) => number[];
};

/** `linearScale([0, 10], [0, 100])(5) === 50`. The ends of the domain differ, and the first is the lower one. */
export function linearScale(domain: Pair, [from, to]: Pair): LinearScale {
  const [start, stop] = domain;
  const scale = (value: number) => {
    const share = (value - start) / (stop - start);
    return from * (1 - share) + to * share;
  };
  return Object.assign(scale, { domain, ticks: (count: number) => ticks(start, stop, count) });
}

/** Widens a domain to round numbers at which about `count` ticks begin and end. */
export const roundDomain = ([start, stop]: Pair, count: number): Pair => nice(start, stop, count);

import type { ThreePoint } from "../inputs/parameters.ts";

/** Mulberry32: deterministic numbers in [0, 1). Public domain, by Tommy Ettinger. Not cryptographically secure. */
export function mulberry32(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4294967296;
  };
}

/** Maps a uniform number in [0, 1) to a triangular distribution. Equal ends give the mode. */
export function triangularInverse([low, mode, high]: ThreePoint): (uniform: number) => number {
  const width = high - low;
  const rise = mode - low;
  const fall = high - mode;
  const turn = rise / width;
  return (uniform) =>
    uniform < turn ? low + Math.sqrt(uniform * width * rise) : high - Math.sqrt((1 - uniform) * width * fall);
}

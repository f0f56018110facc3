/** The package has no types; these are the functions in use. */
declare module "d3-array" {
  /** The range widened to the round numbers at which about `count` ticks begin and end. */
  export function nice(start: number, stop: number, count: number): [number, number];
  /** About `count` round numbers from `start` to `stop`. */
  export function ticks(start: number, stop: number, count: number): number[];
}

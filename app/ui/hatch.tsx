import { classNames } from "./class-names.ts";
import css from "./hatch.module.css";

export type HatchPattern = "diagonal" | "cross" | "stipple" | "horizontal";

/** A swatch of hatching: areas differ by hatch and name, not by color. The name is beside it. */
export function Hatch({ pattern, shape = "square" }: { pattern: HatchPattern; shape?: "square" | "small" | "wide" }) {
  return <span className={classNames(css.hatch, css[pattern], css[shape])} aria-hidden="true" />;
}

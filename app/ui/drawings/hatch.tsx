import { classNames } from "#app/ui/class-names.ts";
import css from "./hatch.module.css";

export type HatchPattern = "diagonal" | "cross" | "stipple" | "horizontal";

/** A swatch of hatching: areas differ by hatch and the name beside it, not by color. */
export function Hatch({ pattern, shape = "square" }: { pattern: HatchPattern; shape?: "square" | "small" | "wide" }) {
  return <span className={classNames(css.hatch, css[pattern], css[shape])} aria-hidden="true" />;
}

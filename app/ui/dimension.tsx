import type { ReactNode } from "react";
import css from "./dimension.module.css";

/** The dimension line: the brand's rule for anything that is measured, with its measure in the middle. */
export function Dimension({ children }: { children: ReactNode }) {
  return <p className={css.dimension}>{children}</p>;
}

import type { ReactNode } from "react";
import css from "./dimension.module.css";

/** The dimension line, the brand's rule for measured values, with the measure in the middle. */
export function Dimension({ children }: { children: ReactNode }) {
  return <p className={`grid middle gap-60 muted ${css.dimension}`}>{children}</p>;
}

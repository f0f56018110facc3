import type { ReactNode } from "react";
import css from "./phone-details.module.css";

/**
 * Details that phones fold under `more` and wide screens and paper show in full. Native `details`; a browser that cannot
 * show folded details by style keeps the fold everywhere. Inside an element that a link leads to, it is open.
 */
export const PhoneDetails = ({ more, children }: { more: string; children: ReactNode }) => (
  <details className={css.details}>
    <summary>{more}</summary>
    {children}
  </details>
);

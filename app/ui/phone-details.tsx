import type { ReactNode } from "react";
import { classNames } from "./class-names.ts";
import css from "./phone-details.module.css";

/**
 * Details that phones fold under `more` and wide screens and paper show in full. Native `details`; a browser that cannot
 * show folded details by style keeps the fold everywhere. Inside an element that a link leads to, it is open.
 * With `row`, the whole parent element opens them: it shows a plus sign, and assistive technology reads `more`.
 */
export const PhoneDetails = ({ more, row, children }: { more: string; row?: boolean; children: ReactNode }) => (
  <details className={classNames(css.details, row && css.row)}>
    <summary>{row ? <span className="vh">{more}</span> : more}</summary>
    {children}
  </details>
);

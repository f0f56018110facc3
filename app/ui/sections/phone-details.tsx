import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names.ts";
import css from "./phone-details.module.css";

/**
 * Details folded under `more` on phones, and shown in full on wide screens and paper. Native `details`; browsers that cannot
 * unfold details with CSS keep the fold everywhere. Open inside a link's target. With `row` the whole parent element toggles
 * it: it shows a plus sign, and assistive technology reads `more`.
 */
export const PhoneDetails = ({ more, row, children }: { more: string; row?: boolean; children: ReactNode }) => (
  <details className={classNames(css.details, row && css.row)}>
    <summary>{row ? <span className="vh">{more}</span> : more}</summary>
    {children}
  </details>
);

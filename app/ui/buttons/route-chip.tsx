import type { ReactNode } from "react";
import { Link } from "react-router";
import css from "./chip.module.css";

/** A chip as a link within the app: the page stays, and with it the focus. On content pages: `ChipLink`. */
export const RouteChip = ({ to, current, children }: { to: string; current: boolean; children: ReactNode }) => (
  <Link className={css.chip} to={to} aria-current={current || undefined} preventScrollReset>
    {children}
  </Link>
);

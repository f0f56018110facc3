import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names.ts";
import css from "./admin-details.module.css";

/** Native details of an admin page under a summary that looks like a link; `quiet`: a small gray one; `folds`: with the usual triangle. */
export const AdminDetails = ({
  summary,
  open,
  quiet,
  folds,
  className,
  children,
}: {
  summary: ReactNode;
  open?: boolean | undefined;
  quiet?: boolean;
  folds?: boolean;
  className?: string | undefined;
  children: ReactNode;
}) => (
  <details className={classNames(css.details, quiet && css.quiet, folds && css.folds, className)} open={open}>
    <summary>{summary}</summary>
    {children}
  </details>
);

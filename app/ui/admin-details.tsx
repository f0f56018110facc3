import type { ReactNode } from "react";
import css from "./admin-details.module.css";
import { classNames } from "./class-names.ts";

/** Native details of an admin page under a summary that looks like a link; `quiet`: a small gray one. */
export const AdminDetails = ({
  summary,
  open,
  quiet,
  className,
  children,
}: {
  summary: ReactNode;
  open?: boolean | undefined;
  quiet?: boolean;
  className?: string | undefined;
  children: ReactNode;
}) => (
  <details className={classNames(css.details, quiet && css.quiet, className)} open={open}>
    <summary>{summary}</summary>
    {children}
  </details>
);

import type { ComponentProps } from "react";
import { classNames } from "#app/ui/class-names.ts";
import css from "./chip.module.css";

/** A toggle filter. Announce the new count in a role="status" element near the list. */
export function Chip({ pressed, className, ...rest }: ComponentProps<"button"> & { pressed: boolean }) {
  return <button type="button" {...rest} className={classNames(css.chip, className)} aria-pressed={pressed} />;
}

/** A chip as a link, for filters in the query; `count`: the number of items, shown after the text. */
export function ChipLink({
  current,
  count,
  children,
  className,
  ...rest
}: ComponentProps<"a"> & { current: boolean; count?: number; href: string }) {
  return (
    <a {...rest} className={classNames(css.chip, className)} aria-current={current || undefined}>
      {children}
      {count !== undefined && <span className={css.count}>{count}</span>}
    </a>
  );
}

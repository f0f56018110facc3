import type { ComponentProps, ReactNode } from "react";
import { classNames } from "#app/ui/class-names.ts";
import css from "./chip.module.css";

type ChipFace = {
  children: ReactNode;
  /** Number of items, shown after the text. */
  count?: number;
};

/** A toggle filter. Announce the new count in a role="status" element near the list. */
export function Chip({
  pressed,
  count,
  children,
  className,
  ...rest
}: ChipFace & { pressed: boolean } & Omit<ComponentProps<"button">, "children">) {
  return (
    <button type="button" {...rest} className={classNames(css.chip, className)} aria-pressed={pressed}>
      {children}
      <Count of={count} />
    </button>
  );
}

/** A chip as a link, for filters in the query. */
export function ChipLink({
  current,
  count,
  children,
  className,
  ...rest
}: ChipFace & { current: boolean; href: string } & Omit<ComponentProps<"a">, "children">) {
  return (
    <a {...rest} className={classNames(css.chip, className)} aria-current={current || undefined}>
      {children}
      <Count of={count} />
    </a>
  );
}

function Count({ of }: { of: number | undefined }) {
  return of === undefined ? null : <span className={css.count}>{of}</span>;
}

import type { ComponentProps, ReactNode } from "react";
import css from "./chip.module.css";
import { classNames } from "./class-names.ts";

type ChipFace = {
  children: ReactNode;
  /** How many things the choice holds, in small figures after the words. */
  count?: number;
};

/** A filter that is pressed or not. Announce the new count in a role="status" line near the list. */
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

/** The same as a link, for filters that live in the address. */
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

import type { ReactNode } from "react";
import { classNames } from "#app/ui/class-names.ts";
import css from "./blueprint-band.module.css";

/**
 * The dark band that opens or closes a page; at most twice per page. It redefines every token, so components need no variant.
 * `art` is a background drawing in the lower right corner.
 */
export function BlueprintBand({
  id,
  art,
  plain,
  className,
  children,
}: {
  id?: string;
  art?: ReactNode;
  /** Without its own container and padding. */
  plain?: boolean;
  className?: string | undefined;
  children: ReactNode;
}) {
  return (
    <section id={id} className={classNames("band-bp", css.band, className)}>
      {art && <div className={css.art}>{art}</div>}
      {plain ? children : <div className={classNames("wrap", "sec", css.words)}>{children}</div>}
    </section>
  );
}

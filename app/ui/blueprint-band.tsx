import type { ReactNode } from "react";
import css from "./blueprint-band.module.css";
import { classNames } from "./class-names.ts";

/**
 * The dark band that opens or closes a page; at most twice on one. Inside it every token changes, so components need no
 * variant. `art` is a drawing that lies behind, at the lower right corner.
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
  /** Without its own wrap and padding, for heads that bring theirs. */
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

import type { ReactNode } from "react";
import css from "./fold.module.css";
import { Icon } from "./icon.tsx";

/** Folds in a row where there is room; an opened one takes the whole width. */
export const Folds = ({ children }: { children: ReactNode }) => <div className={css.folds}>{children}</div>;

/**
 * Details of a sheet under their title: folded on the screen, printed in full. Native `details`, so they open without scripts,
 * and when a link or the browser's search leads into them.
 */
export function Fold({
  title,
  note,
  open,
  children,
}: {
  title: string;
  note?: string | undefined;
  /** From the start. */
  open?: boolean | undefined;
  children: ReactNode;
}) {
  return (
    <details className={css.fold} open={open}>
      <summary>
        <h3 className="t4">{title}</h3>
        <span className="note">{note}</span>
        <Icon name="plus" size={22} />
      </summary>
      <div className={css.body}>{children}</div>
    </details>
  );
}

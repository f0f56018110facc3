import type { ReactNode } from "react";
import css from "./fold.module.css";
import { Icon } from "./icon.tsx";

/** A row of folds if there is room; an open one takes the full width. */
export const Folds = ({ children }: { children: ReactNode }) => <div className={css.folds}>{children}</div>;

/**
 * Details of a sheet under their title: folded on screen, printed in full. Native `details`: open without scripts, and when a
 * link or the browser's search targets their content.
 */
export function Fold({
  title,
  note,
  open,
  children,
}: {
  title: string;
  note?: string | undefined;
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

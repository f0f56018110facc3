import type { ReactNode } from "react";
import { Icon } from "#app/ui/buttons/icon.tsx";
import { classNames } from "#app/ui/class-names.ts";
import css from "./fold.module.css";

/** A row of folds if there is room; an open one takes the full width. */
export const Folds = ({ children }: { children: ReactNode }) => (
  <div className={`grid start ${css.folds}`}>{children}</div>
);

/**
 * Details of a sheet under their title: folded on screen, printed in full. Native `details`: open without scripts, and when a
 * link or the browser's search targets their content.
 */
export function Fold({
  title,
  note,
  hasFields = false,
  children,
}: {
  title: string;
  note?: string | undefined;
  /**
   * For form fields: without this, a browser that looks for fields to fill in lays out the closed content when the page loads
   * and after every change. The browser's search then finds nothing in the closed content.
   */
  hasFields?: boolean;
  children: ReactNode;
}) {
  return (
    <details className={css.fold}>
      <summary>
        <h3 className="t4">{title}</h3>
        <span className="note">{note}</span>
        <Icon name="plus" size={22} />
      </summary>
      <div className={classNames(css.body, hasFields && css.fields)}>{children}</div>
    </details>
  );
}

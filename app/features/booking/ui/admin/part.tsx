import { type ReactNode, useId } from "react";
import css from "./part.module.css";

/** A headed part of a page with forms, under a line. */
export function Part({ title, children }: { title: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={`grid gap-100 packed ${css.part}`}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** Parts in as many columns as fit, one element per column. */
export const PartColumns = ({ children }: { children: ReactNode }) => (
  <div className={`grid ${css.columns}`}>{children}</div>
);

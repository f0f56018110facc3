import type { ReactNode } from "react";
import css from "./page-head.module.css";

/** The header of a page: its h1 at the left, a summary bottom-aligned at the right. */
export function PageHead({
  title,
  lede,
  tag,
  above,
  children,
}: {
  title: ReactNode;
  lede?: ReactNode;
  /** A sheet or figure number over the title. */
  tag?: string;
  above?: ReactNode;
  children?: ReactNode;
}) {
  return (
    <header className={`wrap ${css.head}`}>
      {above && <div className={css.above}>{above}</div>}
      <div className="g12">
        <div className={css.title}>
          {tag && <p className="note">{tag}</p>}
          <h1 className="t1">{title}</h1>
          {children && <div className="row top-175">{children}</div>}
        </div>
        {lede && <p className={`lede ${css.lede}`}>{lede}</p>}
      </div>
    </header>
  );
}

import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import css from "./panel.module.css";

/** One list of today's page. `href` leads to all of its items; the link says how many are not shown here. */
export function Panel({
  id,
  title,
  total,
  shown,
  href,
  tools,
  empty,
  children,
}: {
  /** For links of the page to it. */
  id: string;
  title: string;
  total: number;
  shown: number;
  /** The page that lists all items. */
  href?: string | undefined;
  tools?: ReactNode;
  /** Shown instead of the list when there are no items. */
  empty?: ReactNode;
  children: ReactNode;
}) {
  const heading = useId();
  const more = `${(total - shown).toLocaleString("en-US")} more`;
  return (
    <section className={css.panel} id={id} aria-labelledby={heading}>
      <header className={css.head}>
        <h2 id={heading}>
          {title}
          {total > 0 && <span className={css.count}>{total.toLocaleString("en-US")}</span>}
        </h2>
        {tools}
      </header>
      {shown === 0 ? <p className={css.empty}>{empty}</p> : <ul className={css.items}>{children}</ul>}
      {total > shown && <p className={css.more}>{href ? <Link to={href}>{more}</Link> : more}</p>}
    </section>
  );
}

/** One item: its time or state in the margin, what it is, and what can be done about it. */
export function Item({
  margin,
  title,
  details,
  tone,
  children,
}: {
  margin?: ReactNode;
  title: ReactNode;
  details?: ReactNode;
  tone?: "late";
  /** Its actions. */
  children?: ReactNode;
}) {
  return (
    <li className={classNames(css.item, margin !== undefined && css.withMargin)} data-row>
      {margin !== undefined && <div className={classNames(css.margin, tone && css[tone])}>{margin}</div>}
      <div className={css.text}>
        <p className={css.title}>{title}</p>
        {details && <p className={css.details}>{details}</p>}
      </div>
      {children && <div className={css.actions}>{children}</div>}
    </li>
  );
}

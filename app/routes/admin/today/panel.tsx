import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { formatNumber } from "#app/lib/numbers.ts";
import { classNames } from "#app/ui/class-names.ts";
import css from "./panel.module.css";

/** One list of today's page. `href` links to all items; the link says how many more there are. */
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
  id: string;
  title: string;
  total: number;
  shown: number;
  href?: string | undefined;
  tools?: ReactNode;
  empty?: ReactNode;
  children: ReactNode;
}) {
  const heading = useId();
  const more = `${formatNumber(total - shown)} more`;
  return (
    <section className={css.panel} id={id} aria-labelledby={heading}>
      <header className={css.head}>
        <h2 id={heading}>
          {title}
          {total > 0 && <span className={css.count}>{formatNumber(total)}</span>}
        </h2>
        {tools}
      </header>
      {shown === 0 ? <p className={css.empty}>{empty}</p> : <ul className={css.items}>{children}</ul>}
      {total > shown && <p className={css.more}>{href ? <Link to={href}>{more}</Link> : more}</p>}
    </section>
  );
}

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

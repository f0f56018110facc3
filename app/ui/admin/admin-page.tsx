import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { classNames } from "#app/ui/class-names.ts";
import css from "./admin-page.module.css";

/** An admin page: h1 and tools in a strip, optional figures, then the content. `above` links to the parent list. */
export function AdminPage({
  title,
  lead,
  above,
  tools,
  figures,
  children,
}: {
  title: string;
  lead?: ReactNode;
  above?: { href: string; label: string };
  tools?: ReactNode;
  figures?: readonly AdminFigure[];
  children: ReactNode;
}) {
  return (
    <main id="main" className={css.page}>
      <header className={css.head}>
        <div className={css.words}>
          {above && (
            <Link className={css.above} to={above.href}>
              {above.label}
            </Link>
          )}
          <h1 className={css.title}>{title}</h1>
          {lead && <p className={css.lead}>{lead}</p>}
        </div>
        {tools && <div className={css.tools}>{tools}</div>}
      </header>
      {figures && <FigureStrip figures={figures} />}
      <div className={css.body}>{children}</div>
    </main>
  );
}

/** `note`: the period or unit of the figure. `critical`: needs an admin now. */
export type AdminFigure = { label: string; value: ReactNode; note?: string; href?: string; tone?: "critical" };

/** Figures side by side under small labels; scrolls sideways on phones. */
export function FigureStrip({ figures }: { figures: readonly AdminFigure[] }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable by keyboard
    <section className={css.strip} aria-label="Key figures" tabIndex={0}>
      <dl className={css.figures}>
        {figures.map(({ label, value, note, href, tone }, index) => (
          <div key={label}>
            <dt className="note" id={`${id}-label-${index}`}>
              {label}
            </dt>
            <dd className={classNames("num", css.value, tone && css[tone])}>
              {href ? (
                <Link
                  to={href}
                  id={`${id}-value-${index}`}
                  aria-labelledby={`${id}-label-${index} ${id}-value-${index}`}
                >
                  {value}
                </Link>
              ) : (
                value
              )}
            </dd>
            {note && <dd className={css.note}>{note}</dd>}
          </div>
        ))}
      </dl>
    </section>
  );
}

import { type ReactNode, useId } from "react";
import { Link } from "react-router";
import { classNames } from "./class-names.ts";
import css from "./desk-page.module.css";

/**
 * A page inside the desk's frame: its one h1 and its tools in a strip, figures under it when it has any, then the work.
 * `above` leads back to the list an entry belongs to.
 */
export function DeskPage({
  title,
  lead,
  above,
  tools,
  figures,
  children,
}: {
  title: string;
  /** One line on what this page is for. */
  lead?: ReactNode;
  above?: { href: string; label: string };
  tools?: ReactNode;
  figures?: readonly DeskFigure[];
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

/** `note` says what the figure is of: its period or its unit. `critical` needs somebody now. */
export type DeskFigure = { label: string; value: ReactNode; note?: string; href?: string; tone?: "critical" };

/** Figures side by side under mono labels, as they stand in the margin of a drawing; scrolls sideways on phones. */
export function FigureStrip({ figures }: { figures: readonly DeskFigure[] }) {
  const id = useId();
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls sideways on a phone scrolls by keyboard
    <section className={css.strip} aria-label="Figures" tabIndex={0}>
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

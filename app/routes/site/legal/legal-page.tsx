import type { ReactNode } from "react";
import type { LegalDocument } from "#app/features/content/legal/legal-document.ts";
import type { Text } from "#app/features/content/rich-text.ts";
import type { LegalIdentity as Identity } from "#app/features/content/site-facts.server.ts";
import { LegalIdentity } from "#app/shell/site/legal-identity.tsx";
import { RichBlocks, RichText } from "#app/shell/site/rich-text.tsx";
import { PhoneDetails } from "#app/ui/phone-details.tsx";
import css from "./legal-page.module.css";
import { StackedTable } from "./stacked-table.tsx";

/** A legal document as it is read: in short, a drawing, the contents beside the numbered sections. Prints as plain pages. */
export function LegalPage({
  of,
  contactEmail,
  legal,
  figure,
  caption,
}: {
  of: LegalDocument;
  contactEmail: string;
  /** Null while the operator has not set it. */
  legal: Identity | null;
  figure: ReactNode;
  caption: string;
}) {
  const words = (text: Text) => <RichText text={text} contactEmail={contactEmail} />;
  return (
    <>
      <header className={`wrap g12 ${css.head}`}>
        <div className={css.title}>
          <p className="note">Last updated {of.lastUpdated}</p>
          <h1 className="t1">{of.title}</h1>
          <p className="lede">{of.lede}</p>
          <div className={css.short}>
            <h2 className="t4">In short</h2>
            <ul className={`grid gap-40 ${css.points}`}>
              {of.short.map((point, index) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: a fixed list
                <li key={index}>{words(point)}</li>
              ))}
            </ul>
          </div>
          {legal && (
            <section className={css.short} aria-labelledby="who">
              <h2 className="t4" id="who">
                Who runs this site
              </h2>
              <LegalIdentity of={legal} />
            </section>
          )}
        </div>
        <figure className={css.figure}>
          {figure}
          <figcaption className="note">{caption}</figcaption>
        </figure>
      </header>
      <div className={`wrap g12 ${css.body}`}>
        <nav className={css.contents} aria-labelledby="contents">
          <h2 className="note" id="contents">
            Contents
          </h2>
          <PhoneDetails more="Show the sections" row>
            <ol className={`top-75 ruled ${css.entries}`}>
              {of.sections.map(({ id, title }, index) => (
                <li key={id}>
                  <a href={`#${id}`}>
                    <span className="note">{index + 1}</span>
                    {title}
                  </a>
                </li>
              ))}
            </ol>
          </PhoneDetails>
        </nav>
        <article className={css.sections} aria-label={of.title}>
          {of.sections.map(({ id, title, blocks }, index) => (
            <section key={id} id={id} aria-labelledby={`${id}-title`}>
              <h2 className="t3" id={`${id}-title`}>
                <span className="muted">{index + 1}.</span> {title}
              </h2>
              <RichBlocks
                className="prose"
                blocks={blocks}
                words={words}
                table={(block) => <StackedTable {...block} words={words} />}
              />
            </section>
          ))}
        </article>
      </div>
    </>
  );
}

import { Fragment, type ReactNode } from "react";
import type { LegalDocument } from "#app/features/content/legal/legal-document.ts";
import type { Text } from "#app/features/content/rich-text.ts";
import type { LegalIdentity as Identity } from "#app/features/content/site-facts.server.ts";
import type { LegalState, OtherVersion } from "#app/features/content/texts/legal-versions.server.ts";
import { isoLongDay } from "#app/lib/dates/date-text.ts";
import { LegalIdentity } from "#app/shell/site/legal-identity.tsx";
import { RichBlocks, RichText } from "#app/shell/site/rich-text.tsx";
import { PhoneDetails } from "#app/ui/sections/phone-details.tsx";
import css from "./legal-page.module.css";
import { StackedTable } from "./stacked-table.tsx";

/** A legal document as it is read: in short, a drawing, the contents beside the numbered sections. Prints as plain pages. */
export function LegalPage({
  of,
  contactEmail,
  legal,
  figure,
  caption,
  others,
  state = null,
  heading: Heading = "h1",
}: {
  of: LegalDocument;
  contactEmail: string;
  /** Null while the operator has not set it. */
  legal: Identity | null;
  figure?: ReactNode;
  caption?: string;
  /** The versions beside this one, while it applies. */
  others: readonly OtherVersion[];
  /** Null if it applies now. */
  state?: LegalState | null;
  /** `p` in a preview: a page has one h1. */
  heading?: "h1" | "p";
}) {
  const words = (text: Text) => <RichText text={text} contactEmail={contactEmail} />;
  const future = others.filter((one) => one.state === "future");
  const former = others.filter((one) => one.state !== "future");
  return (
    <>
      <header className={`wrap g12 ${css.head}`}>
        <div className={css.title}>
          <p className="note">
            {of.version > 1 || state ? `Version ${of.version}, effective` : "Last updated"} {isoLongDay(of.effectiveOn)}
          </p>
          <Heading className={`t1 ${css.name}`}>{of.title}</Heading>
          <p className="lede">{of.lede}</p>
          {state && (
            <p className="small top-75">
              {stateText(state, of)} <a href={of.path}>Read the current version</a>.
            </p>
          )}
          {future.map(({ version, effectiveOn }) => (
            <p key={version} className="small top-75">
              <a href={`${of.path}/versions/${version}`}>Version {version}</a> applies from {isoLongDay(effectiveOn)}.
            </p>
          ))}
          {former.length > 0 && (
            <p className="small top-75">
              Other versions:{" "}
              {former.map(({ version, effectiveOn }, index) => (
                <Fragment key={version}>
                  {index > 0 && ", "}
                  <a href={`${of.path}/versions/${version}`}>
                    {version} ({isoLongDay(effectiveOn)})
                  </a>
                </Fragment>
              ))}
            </p>
          )}
          <div className={css.short}>
            <h2 className="t4">In short</h2>
            <ul className={`grid gap-40 ui-size lh-145 ${css.points}`}>
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
        {figure && (
          <figure className={css.figure}>
            {figure}
            <figcaption className="note">{caption}</figcaption>
          </figure>
        )}
      </header>
      <div className={`wrap g12 rule-top ${css.body}`}>
        <nav className={css.contents} aria-labelledby="contents">
          <h2 className="note" id="contents">
            Contents
          </h2>
          <PhoneDetails more="Show the sections" row>
            <ol className={`top-75 ruled ${css.entries}`}>
              {of.sections.map(({ id, title }, index) => (
                <li key={id}>
                  <a className="grid baseline smaller" href={`#${id}`}>
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

function stateText(state: LegalState, { effectiveOn }: LegalDocument): string {
  if (state === "future") return `This version applies from ${isoLongDay(effectiveOn)}.`;
  return state === "past" ? "This version no longer applies." : "This version was withdrawn before it applied.";
}

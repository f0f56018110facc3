import { blueprintUnlockCall, strategyAgenda, strategySession } from "../../features/booking/booking.ts";
import { pageMeta } from "../../features/content/page-meta.ts";
import { siteFacts } from "../../features/content/site-facts.server.ts";
import type { PageHandle } from "../../page-handle.ts";
import { requestContext } from "../../request-context.ts";
import { ButtonLink } from "../../ui/button.tsx";
import { Icon } from "../../ui/icon.tsx";
import { Section } from "../../ui/section.tsx";
import type { Route } from "./+types/contact";
import { MinuteDial } from "./contact/minute-dial.tsx";
import { SchedulerFrame } from "./contact/scheduler-frame.tsx";
import css from "./contact.module.css";

export const handle: PageHandle = { content: true, embeds: "'self'" };

export const meta = pageMeta("/contact");

export function loader({ context }: Route.LoaderArgs) {
  const { contactEmail, siteUrl } = siteFacts(context.get(requestContext).now);
  const schedulePath = `/schedule/${strategySession}`;
  // The name of the embedding site, as Calendly's address carries it; it also frames where browsers send no fetch metadata.
  const embed = new URLSearchParams({ embed_domain: new URL(siteUrl).host, embed_type: "Inline" });
  return { contactEmail, schedulePath, frameSrc: `${schedulePath}?${embed}` };
}

const mailSubject = encodeURIComponent("A question for GTMarc");

/** The free strategy call with its scheduler, and an address for those who would rather write. */
export default function Contact({ loaderData: { contactEmail, schedulePath, frameSrc } }: Route.ComponentProps) {
  return (
    <>
      <header className={`wrap g12 ${css.head}`}>
        <div className={css.words}>
          <h1 className="t1">Forty-five minutes with an architect, free of charge</h1>
          <p className="lede">
            Bring your analysis, or only the part of the week that annoys you. The call is yours whether or not you
            build with us.
          </p>
          <ol className={css.agenda}>
            {strategyAgenda.map(({ minutes, title, text }) => (
              <li key={title}>
                <p className={`num ${css.minutes}`}>
                  {minutes}
                  <span className="unit">min</span>
                </p>
                <div>
                  <h2 className="t4">{title}</h2>
                  <p className="small">{text}</p>
                </div>
              </li>
            ))}
          </ol>
          <p className="row">
            <ButtonLink variant="primary" href="#book">
              Pick a time
            </ButtonLink>
            <ButtonLink icon="mail" href={`mailto:${contactEmail}?subject=${mailSubject}`}>
              Write instead
            </ButtonLink>
          </p>
        </div>
        <figure className={`band-bp ${css.dial}`}>
          <MinuteDial />
          <figcaption className="note">Fig. 01. The free strategy call on a clock</figcaption>
        </figure>
      </header>
      <section id="book" className={`wrap ${css.book}`} aria-labelledby="book-title">
        <div className={css.bookHead}>
          <h2 className="t2" id="book-title">
            Pick a time
          </h2>
          <p className="small">
            Calendar not showing?{" "}
            <a className={css.open} href={schedulePath} target="_blank" rel="noopener">
              Open it in a new window
              <Icon name="external" size={15} />
            </a>
          </p>
        </div>
        <SchedulerFrame src={frameSrc} />
      </section>
      <Section surface="sheet">
        <dl className={css.facts}>
          <div>
            <dt className="t3">Rather write?</dt>
            <dd className="prose">
              <a href={`mailto:${contactEmail}?subject=${mailSubject}`}>{contactEmail}</a>
              <br />A person reads it and answers within 24 hours.
            </dd>
          </div>
          <div>
            <dt className="t3">No analysis yet?</dt>
            <dd className="prose">
              The call works without one and works better with it: then all 45 minutes are about your own figures.{" "}
              <a href="/automation-blueprint-gtmarc">It takes fifteen minutes and is free.</a>
            </dd>
          </div>
          <div>
            <dt className="t3">Plans change?</dt>
            <dd className="prose">
              The confirmation carries a link that moves or cancels the call, without a reason and without a form.
            </dd>
          </div>
          <div>
            <dt className="t3">Only the full blueprint?</dt>
            <dd className="prose">
              A shorter call opens it too: <a href={`/schedule/${blueprintUnlockCall}`}>30 minutes</a> on your finished
              analysis, also free.
            </dd>
          </div>
        </dl>
      </Section>
    </>
  );
}

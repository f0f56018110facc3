import { findCallLengths } from "#app/features/booking/availability/calendar.server.ts";
import { listFirstTimes } from "#app/features/booking/availability/first-times.server.ts";
import { type AgendaPart, strategySession } from "#app/features/booking/booking.ts";
import { schedulerChoice } from "#app/features/booking/calendly/calendly.server.ts";
import { EventTypeFacts } from "#app/features/booking/ui/widget/event-type-facts.tsx";
import { useCodeWithin } from "#app/features/content/code-within.tsx";
import { pageMeta } from "#app/features/content/pages/page-meta.ts";
import { codeWait, promised } from "#app/features/content/promises.ts";
import { siteFacts } from "#app/features/content/site-facts.server.ts";
import { Island } from "#app/island-kit/island.tsx";
import SchedulerWidget from "#app/islands/scheduler-widget.tsx";
import { firmName } from "#app/lib/firm.ts";
import { aCall, bookLink, callPaths, callTitle, offeredCalls } from "#app/lib/offered-calls.ts";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { LegalIdentity } from "#app/shell/site/legal-identity.tsx";
import { wizardPath } from "#app/shell/site/main-paths.ts";
import { wizardTarget } from "#app/shell/site/wizard-target.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { Icon } from "#app/ui/buttons/icon.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import type { Route } from "./+types/contact";
import css from "./contact.module.css";
import { MinuteDial } from "./minute-dial.tsx";

export const handle: PageHandle = { content: true, embeds: "scheduler" };

export const meta = pageMeta("/contact");

export async function loader({ context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const { src, foreign } = schedulerChoice();
  const first = foreign ? null : await listFirstTimes(ctx, strategySession);
  const { contactEmail, legal } = siteFacts(ctx.now);
  return {
    calls: await findCallLengths(ctx),
    contactEmail,
    legal,
    kind: first?.kind ?? null,
    widget: { src, foreign, times: first?.times ?? null },
    target: await wizardTarget(context),
  };
}

function Agenda({ parts }: { parts: readonly AgendaPart[] }) {
  return (
    <ol className={`ruled ${css.agenda}`}>
      {parts.map(({ minutes, title, text }) => (
        <li className="grid baseline" key={title}>
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
  );
}

/** The free strategy call with its scheduler, and an address for those who would rather write. */
export default function Contact({ loaderData }: Route.ComponentProps) {
  const { calls, contactEmail, legal, kind, widget, target } = loaderData;
  const { agenda } = calls;
  const { session, unlock } = offeredCalls();
  const mailHref = `mailto:${contactEmail}?subject=${encodeURIComponent(`A question for ${firmName()}`)}`;
  const within = useCodeWithin();
  return (
    <>
      <header className={`wrap g12 start ${css.head}`}>
        <div className={`grid ${css.words}`}>
          {session.isOffered ? (
            <>
              <h1 className="t1">{calls.session} minutes with an architect, free of charge</h1>
              <p className="lede">
                Bring your analysis, or just the part of the week that annoys you most. The call commits you to nothing.
              </p>
              <Agenda parts={agenda} />
              <p className="row">
                <ButtonLink variant="primary" href="#book">
                  Pick a time
                </ButtonLink>
                <ButtonLink icon="mail" href={mailHref}>
                  Write instead
                </ButtonLink>
              </p>
            </>
          ) : (
            <>
              <h1 className="t1">Write to an architect</h1>
              <p className="lede" id="book">
                {`${session.title} cannot be booked online at the moment. Write to us and we will find a time with you`}
                {unlock.isOffered && `, or book ${aCall("unlock")} if your analysis is finished`}.
              </p>
              <p className="row">
                <ButtonLink variant="primary" icon="mail" href={mailHref}>
                  Write to us
                </ButtonLink>
                {unlock.isOffered && <ButtonLink href={callPaths.unlock}>{bookLink("unlock").label}</ButtonLink>}
              </p>
            </>
          )}
        </div>
        {session.isOffered && (
          <figure className={`band-bp ${css.dial}`}>
            <MinuteDial agenda={agenda} />
            <figcaption className="note">Fig. 01. The free {callTitle("session")} on a clock</figcaption>
          </figure>
        )}
      </header>
      {session.isOffered && (
        <section id="book" className={`wrap ${css.book}`} aria-labelledby="book-title">
          <div className={`cluster baseline between ${css.bookHead}`}>
            <h2 className="t2" id="book-title">
              Pick a time
            </h2>
            <p className="small">
              Calendar not showing?{" "}
              <a className={`middle ${css.open}`} href={widget.src} target="_blank" rel="noopener">
                Open it in a new window
                <Icon name="external" size={15} />
              </a>
            </p>
          </div>
          <div className={`grid ruled ${css.call}`} data-own={kind ? "" : undefined}>
            {kind && <EventTypeFacts kind={{ ...kind, agenda: [] }} title={kind.title} heading="h3" />}
            <Island of={SchedulerWidget} props={widget} when="late" />
          </div>
        </section>
      )}
      <Section surface="sheet">
        <dl className={`grid ${css.facts}`}>
          <div className="ruled">
            <dt className="t3">Prefer to write?</dt>
            <dd className="prose">
              <a href={mailHref}>{contactEmail}</a>
              <br />A person reads it and answers {promised.answer}.
            </dd>
          </div>
          <div className="ruled">
            <dt className="t3">No analysis yet?</dt>
            <dd className="prose">
              {session.isOffered &&
                `You can book without one, but the call is better with one: then all ${calls.session} minutes go to your own figures. `}
              {target === wizardPath ? (
                <a href={target}>The analysis takes {promised.analysis} and is free.</a>
              ) : (
                <>
                  <a href={target}>Request the free analysis</a> first. {codeWait(within)}
                </>
              )}
            </dd>
          </div>
          {(session.isOffered || unlock.isOffered) && (
            <div className="ruled">
              <dt className="t3">Plans change?</dt>
              <dd className="prose">
                Your confirmation has a link to move or cancel the call. You do not have to give a reason.
              </dd>
            </div>
          )}
          {unlock.isOffered && (
            <div className="ruled">
              <dt className="t3">Only need the full blueprint?</dt>
              <dd className="prose">
                The {callTitle("unlock")} is enough: <a href={callPaths.unlock}>{calls.unlock} minutes</a> on your
                finished analysis, also free.
              </dd>
            </div>
          )}
          {legal && legal.address.length > 0 && (
            <div className="ruled">
              <dt className="t3">By mail</dt>
              <dd className="prose">
                <LegalIdentity of={legal} />
              </dd>
            </div>
          )}
        </dl>
      </Section>
    </>
  );
}

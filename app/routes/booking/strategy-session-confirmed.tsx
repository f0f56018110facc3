import { redirect } from "react-router";
import { findCall, findCallLengths } from "#app/features/booking/availability/calendar.server.ts";
import { AgendaLine } from "#app/features/booking/ui/agenda-line.tsx";
import { CallSheet } from "#app/features/booking/ui/call-sheet.tsx";
import { pageMeta } from "#app/features/content/pages/page-meta.ts";
import { promised } from "#app/features/content/promises.ts";
import { siteFacts } from "#app/features/content/site-facts.server.ts";
import { unlisted } from "#app/lib/firm.ts";
import { bookLink, callTitle, offeredCalls } from "#app/lib/offered-calls.ts";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { opensNewsletter } from "#app/shell/site/newsletter-opener.ts";
import { ButtonLink, buttonClass } from "#app/ui/buttons/button.tsx";
import { PageHead } from "#app/ui/frames/page-head.tsx";
import { Section } from "#app/ui/sections/section.tsx";
import type { Route } from "./+types/strategy-session-confirmed";
import css from "./strategy-session-confirmed.module.css";

export async function loader({ request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const query = new URL(request.url).searchParams;
  const token = query.get("booking");
  const call = token ? await findCall(ctx, token) : null;
  if (token && call?.status === "cancelled") throw redirect(`/booking/${token}`);
  const parts = call ? call.agenda : (await findCallLengths(ctx)).agenda;
  return {
    call,
    agenda: { minutes: parts.reduce((sum, part) => sum + part.minutes, 0), parts },
    token,
    /**
     * Set by the scheduler on the contact page (`booked`) and by Calendly's redirect (`invitee_uuid`); neither proves a
     * booking.
     */
    comesFromScheduler: query.has("booked") || query.has("invitee_uuid"),
    contactEmail: siteFacts(ctx.now).contactEmail,
  };
}

export const handle: PageHandle = { content: true };
/** The URL may contain the key to change the call. */
export const headers = () => ({ "referrer-policy": "same-origin", "cache-control": "private, no-store" });
const bookedMeta = pageMeta("/strategy-session-confirmed");
export const meta: Route.MetaFunction = (args) =>
  args.loaderData?.call ? bookedMeta(args) : unlisted(offeredCalls().session.title);

export default function StrategySessionConfirmed({
  loaderData: { call, agenda, token, comesFromScheduler, contactEmail },
}: Route.ComponentProps) {
  return (
    <>
      <PageHead
        title={
          call
            ? `Your ${callTitle("session")} ${call.isMoved ? "has a new time" : "is booked"}`
            : offeredCalls().session.title
        }
        lede={
          call
            ? `${call.isMoved ? "The new time" : "The confirmation"} is on its way to ${call.email}, with a file for your calendar and a link to move or cancel the call.`
            : comesFromScheduler
              ? "If you have just booked, your confirmation email has the time, a file for your calendar and a link to move or cancel the call."
              : "This page shows your call after you book one. If you have booked, the link in your confirmation email opens it."
        }
      />
      {!call && !comesFromScheduler && (
        <div className="wrap row">
          <ButtonLink variant="primary" href="/contact" forward>
            {bookLink("session").label}
          </ButtonLink>
        </div>
      )}
      {call && (
        <div className={`wrap grid gap-125 ${css.call}`}>
          <CallSheet call={call} brief />
          <div className="row">
            <ButtonLink icon="download" href={`/booking/${token}/event.ics`}>
              Calendar file
            </ButtonLink>
            <ButtonLink variant="tertiary" href={`/booking/${token}`}>
              Move or cancel this call
            </ButtonLink>
          </div>
        </div>
      )}
      <Section
        title={`What happens in the ${agenda.minutes} minutes`}
        aside="Its parts, to scale. Bring the people who decide on tools."
      >
        <AgendaLine parts={agenda.parts} />
        <ol className={`grid ${css.steps}`}>
          {agenda.parts.map(({ minutes, title, text }, index) => (
            <li key={title}>
              <p className="note">
                {index + 1}. {minutes} minutes
              </p>
              <h3 className="t3">{title}</h3>
              <p className="prose">{text}</p>
            </li>
          ))}
        </ol>
      </Section>
      <Section title="Questions before the call?" surface="sheet">
        <div className="g12">
          <p className={`prose ${css.contact}`}>
            Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a>. A person answers {promised.answer}.
          </p>
          <div className={`grid justify-items-start gap-110 ${css.newsletter}`}>
            <p className="prose">
              Until we talk: about once a month, one revenue automation, with its cost and its return.
            </p>
            <button className={buttonClass()} {...opensNewsletter}>
              Get the newsletter
            </button>
          </div>
        </div>
      </Section>
    </>
  );
}

import { useLocation } from "react-router";
import { scheduleHref } from "#app/features/booking/agenda/blueprint-call.ts";
import { refusalText, strategySession } from "#app/features/booking/booking.ts";
import type { Bar } from "#app/features/booking/hosts/event-type.ts";
import { BookedCall } from "#app/features/booking/ui/booked-call.tsx";
import { aCall, bookLink } from "#app/lib/offered-calls.ts";
import { ButtonLink } from "#app/ui/buttons/button.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import type { Route } from "./+types/schedule";
import css from "./schedule.module.css";

/** Why this visitor cannot book the call, and what they can do. */
export function Barred({ bar, title, contactEmail }: { bar: Bar; title: string; contactEmail: string }) {
  const { pathname, search } = useLocation();
  const session = bookLink("session");
  return (
    <div className={`grid gap-125 ${css.booked}`}>
      <h1 className="t2">{title}</h1>
      <p>{refusalText[bar]}</p>
      <div className="row">
        {bar === "sign_in_needed" ? (
          <ButtonLink variant="primary" href={`/auth?next=${encodeURIComponent(pathname + search)}`}>
            Sign In
          </ButtonLink>
        ) : (
          <ButtonLink variant="primary" href={session.href}>
            {session.label}
          </ButtonLink>
        )}
        <ButtonLink href={`mailto:${contactEmail}`}>Write to us</ButtonLink>
      </div>
    </div>
  );
}

type About = NonNullable<Extract<Route.ComponentProps["loaderData"], { closed: null }>["about"]>;

/** The analysis of the call, and the unlock call that it already has. */
export function AboutAnalysis({ about: { blueprintId, companyName, booked, isNotForSale } }: { about: About }) {
  const analysis = <a href={`/blueprint/${blueprintId}`}>{companyName ? `analysis of ${companyName}` : "analysis"}</a>;
  if (isNotForSale && !booked)
    return (
      <div className={`grid gap-125 ${css.booked}`}>
        <h1 className="t2">There is nothing to unlock yet</h1>
        <p>Nothing is in scope in your {analysis}. It says what would change that, and what you can try for free.</p>
      </div>
    );
  if (!booked) return <p className={`soft ${css.about}`}>About your {analysis}. Your host sees it before the call.</p>;
  return (
    <div className={`grid gap-125 ${css.booked}`}>
      <h1 className="t2">This blueprint already has its call</h1>
      <Notice kind="info" title={booked.title}>
        <BookedCall call={booked} />.
      </Notice>
      <p>
        One call unlocks the blueprint of your {analysis}. For anything else,{" "}
        <a href={scheduleHref(strategySession, blueprintId)}>book {aCall("session")}</a>.
      </p>
    </div>
  );
}

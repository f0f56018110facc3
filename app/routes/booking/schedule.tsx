import { parse } from "cookie-es";
import { useCallback, useMemo } from "react";
import {
  data,
  redirect,
  type ShouldRevalidateFunctionArgs,
  useLocation,
  useNavigate,
  useRevalidator,
} from "react-router";
import { getProfile } from "#app/features/accounts/profile/profile.server.ts";
import { bookedCookieName } from "#app/features/accounts/sign-in/session-cookie.server.ts";
import { listBlueprintCalls } from "#app/features/booking/agenda/blueprint-calls.server.ts";
import { findOwnCall } from "#app/features/booking/agenda/own-calls.server.ts";
import { areTimesUnread, findCall, findClosed, findMonth } from "#app/features/booking/availability/calendar.server.ts";
import { spanOf } from "#app/features/booking/availability/month.ts";
import { blueprintUnlockCall, refusalMessage, strategySession, trackingNames } from "#app/features/booking/booking.ts";
import { bookedElsewhere } from "#app/features/booking/calendly/calendly.server.ts";
import { BookedCall } from "#app/features/booking/ui/booked-call.tsx";
import { ClosedCall } from "#app/features/booking/ui/closed-call.tsx";
import { PlainBookForm } from "#app/features/booking/ui/plain/plain-book-form.tsx";
import { PlainMoveForm } from "#app/features/booking/ui/plain/plain-move-form.tsx";
import { type Outcome, Scheduler, type Wish } from "#app/features/booking/ui/scheduler/scheduler.tsx";
import type { HoldAnswer, HoldSlot } from "#app/features/booking/ui/scheduler/use-slot-hold.ts";
import { dateIn, isTimezone } from "#app/features/booking/zoned-time.ts";
import { siteFacts } from "#app/features/content/site-facts.server.ts";
import { findForSale } from "#app/features/full-blueprint/unlock.server.ts";
import type { SignedIn } from "#app/lib/actor.ts";
import { sessionId, wantsPrivacy } from "#app/lib/browsers/session-id.ts";
import { monthOf } from "#app/lib/dates/calendar-dates.ts";
import { instant } from "#app/lib/dates/instant.ts";
import { unlisted } from "#app/lib/firm.ts";
import { offeredCalls } from "#app/lib/offered-calls.ts";
import { newId } from "#app/lib/uuid.ts";
import { cut } from "#app/lib/words/cut.ts";
import { env } from "#app/platform/env.server.ts";
import type { bookingEndpoints } from "#app/routes/api/booking/booking.server.ts";
import { accountEntry } from "#app/shell/account-entry.tsx";
import { client } from "#app/shell/api-client.ts";
import type { PageHandle } from "#app/shell/pages/page-handle.ts";
import { type RequestContext, requestContext } from "#app/shell/request-context.ts";
import { visibleAccount } from "#app/shell/visible-account.server.ts";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { AppHeader } from "#app/ui/frames/app-header.tsx";
import type { Route } from "./+types/schedule";
import css from "./schedule.module.css";
import { AboutAnalysis, Barred } from "./schedule-notes.tsx";

const call = client<typeof bookingEndpoints>();

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const query = new URL(request.url).searchParams;
  const token = query.get("move") ?? undefined;
  const moving = token === undefined ? null : await callToMove(ctx, token, params.eventType);
  const elsewhere = moving ? null : bookedElsewhere(params.eventType);
  if (elsewhere) {
    if (!ctx.refusedForm) throw redirect(elsewhere);
    // A form may lead only to this site.
    const closed = { title: offeredCalls().session.title, isArchived: false, query: "", elsewhere };
    return data({ closed, ...(await around(ctx)) }, { status: 409 });
  }
  const named = query.get("timezone");
  const zone = named && isTimezone(named) ? named : null;
  const wanted = startOf(query.get("start"));
  const start = moving === null ? wanted : null;
  const isAhead = wanted !== null && wanted > ctx.now;
  const month = query.get("month");
  const host = query.get("host") ?? undefined;
  const link = query.get("link") ?? undefined;
  const at = isAhead ? { at: wanted, zone: zone ?? moving?.timezone ?? null } : null;
  const shown = await findMonth(ctx, { eventType: params.eventType, month, start: at, moving: token, host, link });
  if (!shown.ok) {
    const closed = await closedCall(ctx, params.eventType, query);
    return data({ closed, ...(await around(ctx)) }, { status: closed.isArchived ? 404 : 200 });
  }
  const about = moving ? null : await analysisFor(ctx, query.get("blueprint"), params.eventType);
  return {
    closed: null,
    moving,
    about,
    token: token ?? null,
    link: link ?? null,
    host: shown.value.kind.hosts.find(({ id }) => id === host)?.id ?? null,
    said: moving
      ? refusalMessage(query.get("said"), siteFacts(ctx.now).contactEmail)
      : query.get("start") && !start && !ctx.refusedForm
        ? "The link contains no valid time. Choose a time below."
        : null,
    own: moving
      ? null
      : await ownCallAt(ctx, request, params.eventType, ctx.refusedForm?.values["start"] ?? query.get("start")),
    ...shown.value,
    isUnknown:
      isAhead &&
      !moving &&
      !shown.value.starts.includes(wanted.getTime()) &&
      (await areTimesUnread(ctx, { eventType: params.eventType, host })),
    now: ctx.now,
    zone,
    prefill: { ...(await known(ctx)), ...given(query) },
    start,
    // Only a calendar withholds it, so it can be sent again.
    repeated: moving && isAhead && query.get("said") === "calendar_unread" ? wanted.getTime() : null,
    tracking: trackingOf(query),
    attempt: newId(),
    refused: ctx.refusedForm ?? null,
    framed: query.has("embed_domain") || request.headers.get("sec-fetch-dest") === "iframe",
    ...(await around(ctx)),
  };
}

const around = async (ctx: RequestContext) => ({
  account: await visibleAccount(ctx),
  contactEmail: siteFacts(ctx.now).contactEmail,
});

/** An event type that exists but cannot be booked; others are not found. */
async function closedCall(ctx: RequestContext, slug: string, query: URLSearchParams) {
  const closed = await findClosed(ctx, slug);
  if (!closed) throw data(null, { status: 404 });
  const blueprint = query.get("blueprint");
  return { ...closed, query: blueprint ? `?${new URLSearchParams({ blueprint })}` : "" };
}

/** Only a call that can still move is moved here; other calls redirect to their page, which says why. */
async function callToMove(ctx: RequestContext, token: string, slug: string) {
  const call = await findCall(ctx, token);
  if (!call) throw data(null, { status: 404 });
  if (call.status !== "confirmed" || call.hasStarted || call.isTooLate) throw redirect(`/booking/${token}`);
  if (call.kind.slug !== slug) throw redirect(`/schedule/${call.kind.slug}?move=${token}`);
  return { start: call.start, end: call.end, timezone: call.timezone, email: call.email };
}

/**
 * The analysis that led here and its booked calls; null unless it belongs to the signed-in user. `booked` is the unlock call
 * that rules out a second one. `isNotForSale`: nothing is in scope, so there is nothing to unlock.
 */
async function analysisFor({ actor, ...ctx }: RequestContext, blueprintId: string | null, slug: string) {
  if (actor.kind !== "user" || blueprintId === null) return null;
  const found = await findForSale(ctx, { blueprintId, userId: actor.userId });
  if (!found) return null;
  const calls = slug === blueprintUnlockCall ? await listBlueprintCalls({ ...ctx, actor }) : [];
  const booked = calls.find((call) => call.blueprintId === blueprintId && call.kind === slug) ?? null;
  const isNotForSale = slug === blueprintUnlockCall && !found.isInScope && !found.isUnlocked;
  return { blueprintId, companyName: found.companyName, booked, isNotForSale };
}

async function known(ctx: RequestContext): Promise<{ name: string; email: string }> {
  if (ctx.actor.kind !== "user") return { name: "", email: "" };
  const { firstName, lastName, workEmail } = await getProfile(ctx as RequestContext & { actor: SignedIn });
  return { name: [firstName, lastName].filter(Boolean).join(" "), email: workEmail };
}

/** Prefilled values from the query, as in Calendly; they override the profile. */
function given(query: URLSearchParams): { name?: string; email?: string } {
  const [name, email] = [cut(query.get("name") ?? "", 100), cut(query.get("email") ?? "", 255)];
  return { ...(name ? { name } : {}), ...(email ? { email } : {}) };
}

/** The time in the query; availability is checked when it is held. */
const startOf = (value: string | null): Date | null => instant().safeParse(value).data ?? null;

/** The reader's own call at the wanted time: it may be why that time is not free. */
function ownCallAt(ctx: RequestContext, request: Request, eventType: string, wanted: string | null) {
  const start = startOf(wanted);
  const token = parse(request.headers.get("cookie") ?? "")[bookedCookieName(env())];
  return start && findOwnCall(ctx, { eventType, start, token });
}

const trackingOf = (query: URLSearchParams): Partial<Record<(typeof trackingNames)[number], string>> =>
  Object.fromEntries(
    trackingNames.flatMap((name) => {
      const value = query.get(name);
      return value ? [[name, cut(value, 200)]] : [];
    }),
  );

export const handle: PageHandle = { embeddable: true };
export const headers = () => ({ "referrer-policy": "same-origin" });
export const meta: Route.MetaFunction = ({ loaderData }) => unlisted(titleOf(loaderData));

function titleOf(loaderData: Route.ComponentProps["loaderData"] | undefined): string {
  if (!loaderData || loaderData.closed) return loaderData?.closed?.title ?? "Book a call";
  return loaderData.moving ? "Move your call" : `Book: ${loaderData.kind.title}`;
}
/** The page refetches free times itself where needed, and asks for the rest when the price has changed. */
export const shouldRevalidate = ({ currentUrl, nextUrl }: ShouldRevalidateFunctionArgs) =>
  currentUrl.href === nextUrl.href;

type Loaded = Route.ComponentProps["loaderData"];

export default function SchedulePage({ loaderData }: Route.ComponentProps) {
  if (!loaderData.closed) return <OpenSchedule loaderData={loaderData} />;
  const { account, closed, contactEmail } = loaderData;
  return (
    <>
      <AppHeader title={closed.title} account={account && accountEntry(account)} />
      <main id="main" className={`wrap ${css.page}`}>
        <ClosedCall closed={closed} contactEmail={contactEmail} />
      </main>
    </>
  );
}

function OpenSchedule({ loaderData }: { loaderData: Extract<Loaded, { closed: null }> }) {
  const {
    kind,
    moving,
    about,
    token,
    host,
    link,
    bar,
    said,
    own,
    month,
    starts,
    isUnread,
    isUnknown,
    framed,
    account,
    tracking,
    attempt,
    refused,
    repeated,
    ...rest
  } = loaderData;
  const { search } = useLocation();
  const navigate = useNavigate();
  const { revalidate } = useRevalidator();
  const first = useMemo(() => ({ month, starts, isUnread }), [month, starts, isUnread]);
  const load = useCallback(
    async (wanted: string) => {
      const query = { ...spanOf(wanted), timezone: "UTC", ...(token && { moving: token }), ...(host && { host }) };
      const answer = await call("GET /booking/{eventType}/slots", { eventType: kind.slug, ...query });
      if (!answer.ok) return null;
      const { slots, unread: isUnread = false } = answer.value;
      return { starts: slots.map(({ start }) => Date.parse(start)), isUnread };
    },
    [kind.slug, token, host],
  );
  const hold = useCallback<HoldSlot>(
    (start, earlier) =>
      keepSlot(kind.slug, { start, ...(earlier && { hold: earlier }), ...(host && { host }), ...(link && { link }) }),
    [kind.slug, host, link],
  );
  const hostHref = (id: string | null) => {
    const query = new URLSearchParams(search);
    query.delete("host");
    query.delete("start");
    if (id) query.set("host", id);
    return `?${query}`;
  };
  const monthHref = (wanted: string) => {
    const query = new URLSearchParams(search);
    query.set("month", wanted);
    query.delete("start");
    return `?${query}`;
  };

  const months = {
    month,
    bounds: {
      first: monthOf(dateIn(rest.now, rest.zone ?? kind.hostTimezone)),
      last: monthOf(dateIn(rest.until, rest.zone ?? kind.hostTimezone)),
    },
    monthHref,
  };
  const unreadFor = isUnread ? rest.contactEmail : null;

  function leave(manageUrl: string, isCertain: boolean) {
    const path = new URL(manageUrl).pathname;
    if (!moving && kind.redirectUrl && isCertain) return window.location.assign(kind.redirectUrl);
    if (moving || kind.slug !== strategySession || !isCertain) return navigate(path);
    // A content page has no scripts of the app, so this needs a document load.
    window.location.assign(`/strategy-session-confirmed?booking=${path.split("/").at(-1)}`);
  }

  return (
    <>
      {!framed && (
        <AppHeader title={moving ? "Move your call" : "Book a call"} account={account && accountEntry(account)} />
      )}
      <main id="main" aria-label={framed ? "Scheduler" : undefined} className={framed ? undefined : `wrap ${css.page}`}>
        {about && <AboutAnalysis about={about} />}
        {said && (
          <Notice kind="critical" className="below-125">
            {said}
          </Notice>
        )}
        {own && (
          <Notice kind="info" title="You have booked this call" className="below-125">
            <BookedCall call={own} />.
          </Notice>
        )}
        {bar && <Barred bar={bar} title={kind.title} contactEmail={rest.contactEmail} />}
        {!bar && !about?.booked && !about?.isNotForSale && (
          <Scheduler
            {...rest}
            kind={kind}
            framed={framed}
            first={first}
            zone={rest.zone ?? moving?.timezone ?? null}
            prefill={moving ? { name: "", email: moving.email } : rest.prefill}
            moving={moving}
            monthHref={monthHref}
            plain={
              moving && token ? (
                <PlainMoveForm
                  token={token}
                  starts={starts.filter((start) => start !== moving.start.getTime())}
                  repeated={repeated}
                  zone={rest.zone ?? moving.timezone}
                  months={months}
                  unreadFor={unreadFor}
                />
              ) : (
                <PlainBookForm
                  kind={kind}
                  starts={starts}
                  start={rest.start}
                  zone={rest.zone ?? kind.hostTimezone}
                  months={months}
                  contactEmail={rest.contactEmail}
                  isUnread={isUnread}
                  isUnknown={isUnknown}
                  prefill={rest.prefill}
                  hidden={{ attempt, host, link, blueprint: about?.blueprintId ?? null, tracking }}
                  refused={refused}
                  isOwn={own !== null}
                />
              )
            }
            load={load}
            choice={{ chosen: host, hrefOf: hostHref }}
            book={async (wish, key) => {
              const full = {
                ...{ ...wish, tracking, priceCents: kind.priceCents },
                ...(host && { host }),
                ...(link && { link }),
                ...(about && { blueprint: about.blueprintId }),
              };
              const outcome = await book(kind.slug, full, key);
              if (!outcome.ok && outcome.code === "price_changed") await revalidate();
              return outcome;
            }}
            hold={hold}
            release={releaseHold}
            move={(start) => move(token ?? "", start)}
            onDone={leave}
          />
        )}
      </main>
    </>
  );
}

async function keepSlot(
  eventType: string,
  wish: { start: string; hold?: string; host?: string; link?: string },
): Promise<HoldAnswer> {
  const answer = await call("POST /booking/{eventType}/hold", { eventType, ...wish });
  if (answer.ok) return { kind: "held", hold: answer.value.hold, expiresAt: new Date(answer.value.expiresAt) };
  const isRefused = answer.status === 409 || answer.error.code === "calendar_unread";
  return isRefused ? { kind: "refused", ...answer.error } : { kind: "none" };
}

/** Also sent while the page unloads. */
const releaseHold = (token: string) =>
  void navigator.sendBeacon(`/api/booking/holds/${encodeURIComponent(token)}/release`);

type FullWish = Wish & {
  priceCents: number | null;
  blueprint?: string;
  host?: string;
  link?: string;
  tracking: Partial<Record<(typeof trackingNames)[number], string>>;
};

async function book(eventType: string, wish: FullWish, key: string): Promise<Outcome> {
  const request = { eventType, ...wish, ...(wantsPrivacy() ? {} : { session_id: sessionId() }) };
  const answer = await call("POST /booking/{eventType}", request, { headers: { "idempotency-key": key } });
  return answer.ok ? { ok: true, value: answer.value } : { ok: false, ...answer.error };
}

async function move(token: string, start: string): Promise<Outcome> {
  const answer = await call("POST /booking/by-token/{token}/reschedule", { token, start });
  if (!answer.ok) return { ok: false, ...answer.error };
  return {
    ok: true,
    value: { uid: answer.value.uid, manageUrl: new URL(`/booking/${token}`, window.location.href).href },
  };
}

import { useRef, useState } from "react";
import { type ClientActionFunctionArgs, data, redirect, useFetcher } from "react-router";
import {
  confirmCallPayment,
  findOpenCheckout,
  findReturn,
} from "#app/features/billing/payments/call-payments.server.ts";
import { scheduleHref } from "#app/features/booking/agenda/blueprint-call.ts";
import { calendarLinks } from "#app/features/booking/agenda/calendar-links.ts";
import { findCall } from "#app/features/booking/availability/calendar.server.ts";
import { type CallDetails, refusalMessage } from "#app/features/booking/booking.ts";
import { CallSheet } from "#app/features/booking/ui/call-sheet.tsx";
import { callTime, clockIn, dateIn } from "#app/features/booking/zoned-time.ts";
import { type DateStyle, weekdayText } from "#app/lib/dates/date-text.ts";
import { zoneText } from "#app/lib/dates/zone-names.ts";
import { unlisted } from "#app/lib/firm.ts";
import { runIntent } from "#app/lib/forms/form-intent.ts";
import { exactUsd } from "#app/lib/money.ts";
import { counted } from "#app/lib/numbers.ts";
import type { bookingEndpoints } from "#app/routes/api/booking/booking.server.ts";
import { client } from "#app/shell/api-client.ts";
import { useArrivalFocus } from "#app/shell/pages/use-arrival-focus.ts";
import { requestContext } from "#app/shell/request-context.ts";
import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";
import { useKeptFocus } from "#app/ui/dialogs/use-kept-focus.ts";
import { TextArea } from "#app/ui/forms/field.tsx";
import { FormFailure } from "#app/ui/forms/form-failure.tsx";
import { isSending } from "#app/ui/forms/form-sending.ts";
import { AppHeader } from "#app/ui/frames/app-header.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import type { Route } from "./+types/booking";
import css from "./booking.module.css";

const call = client<typeof bookingEndpoints>();

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const ctx = context.get(requestContext);
  const query = new URL(request.url).searchParams;
  // Back from Checkout, before its event arrives.
  const isBack = query.has("paid");
  if (isBack) await confirmCallPayment(ctx, params.token);
  const call = await findCall(ctx, params.token);
  if (!call) throw data(null, { status: 404 });
  if (isBack && call.status === "confirmed" && call.kind.redirectUrl) throw redirect(call.kind.redirectUrl);
  // Without scripts: the page to pay on, whether to ask for the cancellation, and the result of the forms (routes/forms/booking-forms.server.ts).
  const checkoutUrl = query.has("pay") ? await findOpenCheckout(ctx, params.token) : null;
  const returned = call.status === "cancelled" ? await findReturn(ctx, params.token) : null;
  return { call, checkoutUrl, returned, isAsking: query.has("cancel"), said: query.get("said") };
}

type Answered = { ok: true } | { ok: false; error: { message: string } };

/** Cancels the call, or leads to its Checkout page; a refused form keeps its values. Without scripts the form posts to the server. */
export const clientAction = async ({ request, params }: ClientActionFunctionArgs) =>
  runIntent<Answered>(await request.formData(), {
    pay: async () => {
      const answer = await call("POST /booking/by-token/{token}/payment", { token: params["token"] ?? "" });
      if (answer.ok) (window.top ?? window).location.assign(answer.value.url);
      return answer;
    },
    cancel: ({ text }) =>
      call("POST /booking/by-token/{token}/cancellation", { token: params["token"] ?? "", reason: text("reason") }),
  });

/** The URL is the key to change the call: keeps it out of referrers and indexes. */
export const headers = () => ({ "referrer-policy": "same-origin" });
export const meta: Route.MetaFunction = ({ loaderData }) => unlisted(`${titleOf(loaderData?.call)}`);

type Titled = Pick<CallDetails, "status" | "awaits" | "hasStarted" | "isMoved" | "pendingEnd">;

function titleOf(call: Titled | undefined): string {
  if (!call) return "Booking";
  if (call.status === "pending" && call.awaits === "payment") return "Pay to book your call";
  if (call.status === "pending") return "Your call waits for confirmation";
  if (call.pendingEnd === "unpaid") return "Your call was not paid in time";
  if (call.pendingEnd === "declined") return "We cannot take this call";
  if (call.pendingEnd) return "Your call was not confirmed in time";
  if (call.status === "cancelled") return "Your call is canceled";
  if (call.hasStarted) return "Your call has started or is over";
  return call.isMoved ? "Your call has a new time" : "Your call is booked";
}

export default function BookingPage({
  loaderData: { call, checkoutUrl, returned, isAsking, said },
  params,
}: Route.ComponentProps) {
  const isOpen = call.status !== "cancelled" && !call.hasStarted;
  const refused = isOpen ? refusalMessage(said) : null;
  const { style } = useFirmDates();
  const main = useRef<HTMLElement>(null);
  useKeptFocus(main);
  useArrivalFocus();
  return (
    <>
      <AppHeader title={call.kind.title} />
      <main ref={main} id="main" className={`wrap ${css.page}`}>
        <div className={`grid gap-110 ${css.head}`}>
          <h1 className="t1">{titleOf(call)}</h1>
          <p className="lede">{ledeOf(call, returned, style)}</p>
          <FormFailure text={refused} />
        </div>
        <div className={`grid start ${css.columns}`}>
          <CallSheet call={call} />
          <div className="grid gap-200 justify-items-start">
            {isOpen && call.elsewhere ? (
              <p className="prose">
                This call was booked with Calendly.{" "}
                {call.elsewhere.url ? (
                  <a href={call.elsewhere.url}>Move or cancel it there.</a>
                ) : (
                  "It is changed there."
                )}
              </p>
            ) : isOpen ? (
              <OpenCallActions call={call} token={params.token} checkoutUrl={checkoutUrl} isAsking={isAsking} />
            ) : (
              <>
                {canBookAgain(call) ? (
                  <ButtonLink variant="primary" forward href={againHref(call)}>
                    Book Another Time
                  </ButtonLink>
                ) : (
                  <p className="prose">
                    Another call needs a personal link. Write to{" "}
                    <a href={`mailto:${call.hostEmail}`}>{call.hostEmail}</a> to get one.
                  </p>
                )}
                {call.status === "cancelled" && call.hasCounted && (
                  <ButtonLink icon="download" href={`/booking/${params.token}/event.ics`}>
                    Calendar file that removes it
                  </ButtonLink>
                )}
              </>
            )}
          </div>
        </div>
      </main>
    </>
  );
}

/** A canceled call is rebooked for the same analysis. A held call has already unlocked its analysis. */
const againHref = ({ kind, status, blueprintId, againLink }: CallDetails): string =>
  scheduleHref(kind.slug, status === "cancelled" ? blueprintId : null, againLink);

const canBookAgain = ({ needsLink, againLink }: CallDetails): boolean => !needsLink || againLink !== null;

/** What a cancellation now means for the price; null for a call that costs nothing yet. */
function refundText({ priceCents, payBy, status, isRefundable, refundHours, isMovedLate }: CallDetails): string | null {
  if (priceCents === null || status !== "confirmed") return null;
  const price = exactUsd(priceCents / 100);
  if (payBy === "invoice")
    return isRefundable
      ? `You then owe nothing. If you have paid the invoice, we refund ${price} in full.`
      : `The invoice over ${price} stays due.`;
  if (isRefundable) return `We refund the price of ${price} in full, and an email tells you when it is on its way.`;
  if (isMovedLate)
    return `You moved this call after the time in which its price of ${price} was refundable. It is not refunded.`;
  return refundHours === null
    ? `The price of ${price} is not refunded.`
    : `The price of ${price} was refundable until ${counted(refundHours, "hour")} before the start. It is not refunded.`;
}

const cancelKey = "cancel-call";

type Returned = Awaited<ReturnType<typeof findReturn>>;

const paymentOf = ({ priceCents }: CallDetails) => `Your payment of ${exactUsd((priceCents ?? 0) / 100)}`;
const refundedText = (call: CallDetails) => `${paymentOf(call)} was refunded.`;
const lateText = (returned: NonNullable<Returned>, call: CallDetails) =>
  returned === "refunded"
    ? refundedText(call)
    : `${paymentOf(call)} arrived too late. We refund it in full, and an email tells you when it is on its way.`;

function ledeOf(call: CallDetails, returned: Returned, style: DateStyle): string {
  if (call.status === "pending" && call.awaits === "payment")
    return `The time is held for you until ${deadlineIn(call, style)} (${zoneText(call.timezone, style)}).`;
  if (call.status === "pending") {
    const paid = call.priceCents === null ? "" : ` ${exactUsd(call.priceCents / 100)} is due after the confirmation.`;
    return `The time is held for you. ${call.kind.hostName} confirms or declines it, and you get an email either way.${paid}`;
  }
  const another = (text: string) => (canBookAgain(call) ? ` ${text}` : "");
  if (call.pendingEnd) {
    const end = returned ? lateText(returned, call) : "The time is free again.";
    return `${end}${another("You can choose another one.")}`;
  }
  if (call.status === "cancelled") {
    const money = !call.isRefundDue
      ? returned && ` ${lateText(returned, call)}`
      : call.payBy === "invoice"
        ? " You owe nothing for it; what you have paid is refunded in full."
        : returned === "refunded"
          ? ` ${refundedText(call)}`
          : " We refund the price in full, and an email tells you when it is on its way.";
    const told = call.hasCounted ? ", and both sides were notified" : "";
    return `The time is free again${told}.${money ?? ""}${another("You can choose another one.")}`;
  }
  if (call.hasStarted) return `It can no longer be moved or canceled.${another("You can book another one.")}`;
  if (call.isMoved)
    return `It was moved to ${callTime(call, call.timezone, style)}. The new time went to ${call.email}.`;
  const sent = `The confirmation went to ${call.email}.`;
  return call.timezone === call.kind.hostTimezone
    ? sent
    : `${sent} Times are shown for you and for ${call.kind.hostName}.`;
}

/** With its day if it is not soon. */
function deadlineIn({ awaitsUntil, timezone, kind }: CallDetails, style: DateStyle): string {
  const clock = clockIn(awaitsUntil!, timezone, style);
  return kind.needsConfirmation ? `${weekdayText(dateIn(awaitsUntil!, timezone), style)}, ${clock}` : clock;
}

function OpenCallActions({
  call,
  token,
  checkoutUrl,
  isAsking,
}: {
  call: CallDetails;
  token: string;
  checkoutUrl: string | null;
  isAsking: boolean;
}) {
  const links = calendarLinks({
    title: `${call.kind.title} with ${call.kind.hostName}`,
    text: call.kind.description,
    place: call.meetingUrl || call.place,
    start: call.start,
    end: call.end,
  });
  return (
    <>
      {call.awaits === "payment" && call.priceCents !== null && (
        <PayForm priceCents={call.priceCents} checkoutUrl={checkoutUrl} />
      )}
      {call.status === "confirmed" && (
        <section className={`grid gap-90 ${css.group}`} aria-labelledby="calendar-title">
          <h2 className="t4" id="calendar-title">
            Add to your calendar
          </h2>
          <div className="row">
            <ButtonLink size={40} icon="download" href={`/booking/${token}/event.ics`}>
              Calendar file
            </ButtonLink>
            <ButtonLink size={40} icon="external" href={links.google} target="_blank" rel="noopener noreferrer">
              Google
            </ButtonLink>
            <ButtonLink size={40} icon="external" href={links.outlook} target="_blank" rel="noopener noreferrer">
              Outlook
            </ButtonLink>
          </div>
        </section>
      )}
      <section className={`grid gap-90 ${css.group}`} aria-labelledby="change-title">
        <h2 className="t4" id="change-title">
          {call.status === "pending" ? "Changed your mind?" : "Move or cancel"}
        </h2>
        {call.isTooLate && call.status === "confirmed" ? (
          <p>
            This call could be moved or canceled here until {counted(call.changeLimitHours, "hour")} before its start.
            Something came up? Write to <a href={`mailto:${call.hostEmail}`}>{call.hostEmail}</a>.
          </p>
        ) : (
          <>
            {call.changeLimitHours > 0 && call.status === "confirmed" && (
              <p>Possible until {counted(call.changeLimitHours, "hour")} before its start.</p>
            )}
            {call.status === "confirmed" && (
              <ButtonLink icon="calendar" href={`/schedule/${call.kind.slug}?move=${token}`}>
                Move this call
              </ButtonLink>
            )}
            <CancelForm hostName={call.kind.hostName} refund={refundText(call)} token={token} isAsking={isAsking} />
          </>
        )}
      </section>
    </>
  );
}

/** Leads to the Checkout page of the call. Without scripts, the form opens it, and a link leads to it. */
function PayForm({ priceCents, checkoutUrl }: { priceCents: number; checkoutUrl: string | null }) {
  const fetcher = useFetcher<typeof clientAction>({ key: "pay-call" });
  const refused = fetcher.data && !fetcher.data.ok ? fetcher.data.error.message : null;
  return (
    <fetcher.Form method="post" className={`grid gap-90 ${css.group}`}>
      <input type="hidden" name="intent" value="pay" />
      <FormFailure text={refused} />
      <div>
        {checkoutUrl ? (
          <ButtonLink variant="primary" forward href={checkoutUrl}>
            Continue to Stripe
          </ButtonLink>
        ) : (
          <Button type="submit" variant="primary" busy={isSending(fetcher)} busyText="Opening Checkout…">
            Pay {exactUsd(priceCents / 100)}
          </Button>
        )}
      </div>
      <p className="note">In US dollars, by card, on a page of Stripe. Your call is booked once it is paid.</p>
    </fetcher.Form>
  );
}

/** Asks for confirmation. Without scripts the button loads the page with the question, and the form posts to the server. */
function CancelForm({
  hostName,
  refund,
  token,
  isAsking,
}: {
  hostName: string;
  refund: string | null;
  token: string;
  isAsking: boolean;
}) {
  const fetcher = useFetcher<typeof clientAction>({ key: cancelKey });
  const [asking, setAsking] = useState(isAsking);
  const refused = fetcher.data && !fetcher.data.ok ? fetcher.data.error.message : null;
  if (!asking)
    return (
      <form
        method="get"
        action={`/booking/${token}`}
        onSubmit={(event) => {
          event.preventDefault();
          setAsking(true);
        }}
      >
        <Button type="submit" variant="tertiary" name="cancel" value="ask">
          Cancel this call
        </Button>
      </form>
    );
  return (
    <fetcher.Form method="post" className={css.cancel} aria-label="Cancel this call">
      <input type="hidden" name="intent" value="cancel" />
      <FormFailure text={refused} />
      <p>
        {hostName} gets an email, and the time is offered to others again. A canceled call cannot be restored, but you
        can book another one.
      </p>
      {refund && <p>{refund}</p>}
      <TextArea
        label="Reason"
        name="reason"
        optional
        autoFocus
        maxLength={500}
        rows={2}
        hint="Goes to the host only."
      />
      <div className="row">
        <Button type="submit" variant="primary" busy={isSending(fetcher)} busyText="Canceling…">
          Cancel the Call
        </Button>
        <ButtonLink
          variant="tertiary"
          href={`/booking/${token}`}
          onClick={(event) => {
            event.preventDefault();
            setAsking(false);
          }}
        >
          Keep it
        </ButtonLink>
      </div>
    </fetcher.Form>
  );
}

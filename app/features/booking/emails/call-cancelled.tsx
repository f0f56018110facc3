import { MailButton, MailFrame, MailTable, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { spanInZone } from "#app/lib/dates/date-text.ts";
import { beforeFigures } from "#app/lib/people/name-direction.ts";
import {
  type BookedCall,
  hostEntry,
  minutesOf,
  priceOf,
  scheduleUrl,
  visitorEntry,
} from "../agenda/booked-call.server.ts";
import { calendarAttachment } from "../agenda/calendar-file.server.ts";
import { startIn } from "./call-facts.tsx";
import { hostMail, visitorMail } from "./call-mail.tsx";

/**
 * Confirms a cancellation to the visitor, with a link to book another time. `firmsReason`: the firm's reason; null if the visitor
 * canceled. `wasCounted`: it was not pending, so its price was paid or is due, and it is in calendars.
 */
export const callCancelledMail = (
  call: BookedCall,
  now: Date,
  firmsReason: string | null,
  wasCounted: boolean,
): MailDraft =>
  visitorMail(call, {
    kind: "call-cancelled",
    news: "Canceled",
    secret: true,
    attachments: wasCounted ? [calendarAttachment(visitorEntry(call, now), "cancel")] : [],
    preview: `${startIn(call.booking.during, call.booking.timezone)} is free again.`,
    title: firmsReason === null ? "Your call is canceled" : "We have to cancel your call",
    body: (
      <>
        {firmsReason && (
          <MailText>
            {call.host.name} writes: {firmsReason}
          </MailText>
        )}
        {wasCounted && <Refund call={call} />}
        {wasCounted && <MailText>The attached file removes the call from your calendar.</MailText>}
        <MailButton href={scheduleUrl(call)}>Choose another time</MailButton>
      </>
    ),
  });

/** What happens to the price of a call that counted. */
function Refund({ call }: { call: BookedCall }) {
  const { priceCents, payBy, isRefundDue } = call.booking;
  if (priceCents === null) return null;
  const price = priceOf(call);
  if (payBy === "invoice")
    return (
      <MailText>
        {isRefundDue
          ? `You owe us nothing for this call. If you have paid its invoice, we refund ${price}, and you get an email when it is on its way.`
          : `It was canceled too late for a refund, so its invoice over ${price} stays due.`}
      </MailText>
    );
  return (
    <MailText>
      {isRefundDue
        ? `We refund ${price} to your card, and you get an email when it is on its way. You do not need to do anything.`
        : `It was canceled too late for a refund, so ${price} is not returned.`}
    </MailText>
  );
}

export const callCancelledHostMail = (call: BookedCall, now: Date, wasCounted: boolean): MailDraft =>
  hostMail(call, {
    kind: "call-cancelled-host",
    news: "Canceled",
    attachments: wasCounted ? [calendarAttachment(hostEntry(call, now), "cancel")] : [],
    title: hostTitle(wasCounted),
    body: (
      <MailText>
        The time is available again.{wasCounted && " The attached file removes the call from your calendar."}
      </MailText>
    ),
  });

const hostTitle = (wasCounted: boolean) => `A ${wasCounted ? "call" : "request for a call"} was canceled`;

/** Notifies the host that an invitee deleted their account, without naming the invitee. `wasCounted`: see `callCancelledMail`. */
export const callForgottenMail = (call: BookedCall, now: Date, wasCounted: boolean): MailDraft => {
  const isElsewhere = call.booking.source !== "own";
  const when = startIn(call.booking.during, call.host.timezone);
  return {
    kind: "call-cancelled-host",
    to: call.host.email,
    subject: `Canceled: ${call.kind.title}, ${when}`,
    attachments:
      wasCounted && !isElsewhere
        ? [calendarAttachment({ ...hostEntry(call, now), summary: call.kind.title, description: [] }, "cancel")]
        : [],
    body: (
      <MailFrame
        preview={`${when} is free again.`}
        title={hostTitle(wasCounted)}
        reason="Sent because you host calls of this type."
      >
        <MailTable
          rows={[
            { label: "Call", value: `${beforeFigures(call.kind.title)}, ${minutesOf(call)} minutes` },
            { label: "Your time", value: spanInZone(call.booking.during, call.host.timezone) },
          ]}
        />
        <MailText>
          The visitor has deleted their account, and nothing about them is kept. The time is offered again.
        </MailText>
        {wasCounted && (
          <MailText>
            {isElsewhere
              ? "It was booked in Calendly, which does not know about this: please cancel it there too."
              : "The attached file removes the call from your calendar."}
          </MailText>
        )}
      </MailFrame>
    ),
  };
};

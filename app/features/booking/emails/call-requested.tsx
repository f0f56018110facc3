import { MailButton, MailLink, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { clockOf, weekdayOf } from "#app/lib/dates/date-text.ts";
import { americanZone } from "#app/lib/dates/zone-names.ts";
import { type BookedCall, hostNames, priceOf, scheduleUrl } from "../agenda/booked-call.server.ts";
import type { Brief } from "../agenda/brief.server.ts";
import type { PendingEnd } from "../booking.ts";
import { manageUrl } from "../bookings/manage-token.server.ts";
import { CallBrief } from "./call-brief.tsx";
import { hostMail, visitorMail } from "./call-mail.tsx";

const untilIn = ({ booking }: BookedCall, zone: string) =>
  `${weekdayOf(booking.awaitsUntil!, zone)}, ${clockOf(booking.awaitsUntil!, zone)} (${americanZone(zone)})`;

/** The visitor's receipt of a call that a host must confirm. `secret`: it contains the manage link. */
export const callRequestedMail = (call: BookedCall): MailDraft =>
  visitorMail(call, {
    kind: "call-requested",
    news: "Requested",
    secret: true,
    title: "Your call waits for confirmation",
    because: "someone asked for this call",
    body: (
      <>
        <MailText>
          The time is held for you. {hostNames(call)} confirms or declines it by {untilIn(call, call.booking.timezone)},
          and you get an email either way.
          {call.booking.payBy === "checkout" && ` After the confirmation you pay ${priceOf(call)} by card.`}
          {call.booking.payBy === "invoice" && ` After the confirmation you get an invoice over ${priceOf(call)}.`}
        </MailText>
        <MailButton href={manageUrl(call.token)}>See or cancel your request</MailButton>
      </>
    ),
  });

/** Asks the visitor to pay a call that a host has confirmed. `secret`: it contains the manage link. */
export const callToPayMail = (call: BookedCall): MailDraft =>
  visitorMail(call, {
    kind: "call-to-pay",
    news: "Confirmed, please pay",
    secret: true,
    preview: `${priceOf(call)}, until ${untilIn(call, call.booking.timezone)}`,
    title: "Your call is confirmed and can be paid",
    because: "someone asked for this call",
    body: (
      <>
        <MailText>
          The time is held for you until {untilIn(call, call.booking.timezone)}. Your call is booked once it is paid.
        </MailText>
        <MailButton href={manageUrl(call.token)}>Pay {priceOf(call)}</MailButton>
      </>
    ),
  });

/** Asks a host to confirm a call. `secret`: its link decides. */
export const callRequestedHostMail = (call: BookedCall, brief: Brief | null, decisionUrl: string): MailDraft =>
  hostMail(call, {
    kind: "call-requested-host",
    news: "Please confirm",
    secret: true,
    title: `Please confirm: ${call.kind.title}`,
    body: (
      <>
        <MailText>
          The time is held until {untilIn(call, call.host.timezone)}. Without an answer, the request ends then and the
          time is offered again.
        </MailText>
        <MailButton href={decisionUrl}>Confirm or decline</MailButton>
        <CallBrief brief={brief} email={call.booking.email} />
      </>
    ),
  });

const endTexts: Record<PendingEnd, { title: string; text: string }> = {
  declined: { title: "We cannot take this call", text: "The time is free again. You can choose another one." },
  expired: {
    title: "Your call was not confirmed in time",
    text: "We are sorry: there was no answer in time, and the request has ended. You can choose another time.",
  },
  unpaid: {
    title: "Your call was not paid in time",
    text: "The time is free again, and nothing was charged. You can choose another one.",
  },
};

/** Says to the visitor that a call will not take place. `reason`: the host's words. */
export const callNotConfirmedMail = (call: BookedCall, end: PendingEnd, reason: string): MailDraft =>
  visitorMail(call, {
    kind: "call-not-confirmed",
    news: "Not confirmed",
    preview: endTexts[end].title,
    title: endTexts[end].title,
    because: "someone asked for this call",
    body: (
      <>
        {reason && (
          <MailText>
            {hostNames(call)} writes: {reason}
          </MailText>
        )}
        <MailText>{endTexts[end].text}</MailText>
        <MailButton href={scheduleUrl(call)}>Choose another time</MailButton>
      </>
    ),
  });

/** A request that was not confirmed, or not paid after its confirmation. */
export const requestExpiredHostMail = (call: BookedCall): MailDraft =>
  hostMail(call, {
    kind: "call-request-expired-host",
    news: "Expired",
    title: "A request has expired",
    body: (
      <MailText>
        It was not {call.booking.pendingEnd === "unpaid" ? "paid" : "confirmed"} in time, and {call.booking.name} got an
        email that says so. To arrange another time, write to{" "}
        <MailLink href={`mailto:${call.booking.email}`}>{call.booking.email}</MailLink>.
      </MailText>
    ),
  });

import { MailFrame, MailTable, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { spanInZone } from "#app/lib/dates/date-text.ts";
import { isAsciiAddress } from "#app/lib/people/email-address.ts";
import { forgottenAddress } from "#app/lib/people/forgotten-address.ts";
import { beforeFigures } from "#app/lib/people/name-direction.ts";
import { type BookedCall, guestEntry, hostNames, minutesOf } from "../agenda/booked-call.server.ts";
import { calendarAttachment } from "../agenda/calendar-file.server.ts";
import { Place, startIn } from "./call-facts.tsx";

export type GuestNews = "invited" | "moved" | "cancelled";

const textsByNews: Record<GuestNews, { kind: string; subject: string; title: string; text: string }> = {
  invited: {
    kind: "call-guest-invited",
    subject: "Invitation",
    title: "You are invited to a call",
    text: "The attached file adds the call to your calendar.",
  },
  moved: {
    kind: "call-guest-moved",
    subject: "New time",
    title: "The call has a new time",
    text: "The attached file updates the call in your calendar.",
  },
  cancelled: {
    kind: "call-guest-cancelled",
    subject: "Canceled",
    title: "The call is canceled",
    text: "The attached file removes the call from your calendar.",
  },
};

/**
 * A mail to a guest of a call. Names the inviting person by address only, because anyone can book and typed text must not be repeated.
 * Without a manage link. `holdSeconds`: delays it.
 */
export function guestMail(call: BookedCall, guest: string, news: GuestNews, now: Date, holdSeconds = 0): MailDraft {
  const { booking, kind, host } = call;
  const { kind: mailKind, subject, title, text } = textsByNews[news];
  const isKnown = booking.email !== forgottenAddress;
  return {
    kind: mailKind,
    to: guest,
    holdSeconds,
    replyTo: isKnown ? booking.email : host.email,
    subject: `${subject}: ${kind.title}, ${startIn(booking.during, booking.timezone)}`,
    attachments: [calendarAttachment(guestEntry(call, guest, now), news === "cancelled" ? "cancel" : "request")],
    body: (
      <MailFrame
        preview={startIn(booking.during, booking.timezone)}
        title={title}
        reason={`Sent because ${isKnown ? booking.email : "someone"} added this address as a guest of the call.`}
      >
        <MailTable
          rows={[
            {
              label: "Call",
              value: `${kind.title} with ${beforeFigures(hostNames(call))}, ${minutesOf(call)} minutes`,
            },
            ...(isKnown ? [{ label: "Invited by", value: booking.email }] : []),
            { label: "Time", value: spanInZone(booking.during, booking.timezone) },
            ...(news === "cancelled" ? [] : [{ label: "Where", value: <Place call={call} /> }]),
          ]}
        />
        <MailText>
          {text}
          {isKnown && isAsciiAddress(booking.email) && " Replies to this email go to the person who invited you."}
        </MailText>
      </MailFrame>
    ),
  };
}

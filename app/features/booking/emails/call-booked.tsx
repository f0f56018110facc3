import { MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { isAsciiAddress } from "#app/lib/people/email-address.ts";
import { agendaLine, type BookedCall, hostEntry, lacksLink, visitorEntry } from "../agenda/booked-call.server.ts";
import type { Brief } from "../agenda/brief.server.ts";
import { calendarAttachment } from "../agenda/calendar-file.server.ts";
import { CallBrief } from "./call-brief.tsx";
import { ChangeLink } from "./call-facts.tsx";
import { hostMail, visitorMail } from "./call-mail.tsx";

/** Confirms a call to the visitor: time, agenda, and how to change it. `secret`: it contains the manage link. */
export function callBookedMail(call: BookedCall, now: Date): MailDraft {
  const agenda = agendaLine(call);
  return visitorMail(call, {
    kind: "call-booked",
    news: "Booked",
    secret: true,
    attachments: [calendarAttachment(visitorEntry(call, now), "request")],
    title: "Your call is booked",
    because: "someone booked this call",
    body: (
      <>
        {agenda && <MailText>{agenda}</MailText>}
        <MailText>
          The attached file adds the call to your calendar. Reply to this email if anything is unclear.
        </MailText>
        <ChangeLink call={call} now={now} />
      </>
    ),
  });
}

/** Notifies the host of a new call, with the visitor's notes and the brief of their analysis. */
export const callBookedHostMail = (call: BookedCall, brief: Brief | null, now: Date): MailDraft =>
  hostMail(call, {
    kind: "call-booked-host",
    news: "New call",
    attachments: [calendarAttachment(hostEntry(call, now), "request")],
    title: `New call: ${call.kind.title}`,
    body: (
      <>
        <MailText>
          {lacksLink(call) && "Send them the link to the meeting before the call. "}
          The attached file adds the call to your calendar.
          {isAsciiAddress(call.booking.email) && " Replies to this email go to the person who booked."}
        </MailText>
        <CallBrief brief={brief} email={call.booking.email} />
      </>
    ),
  });

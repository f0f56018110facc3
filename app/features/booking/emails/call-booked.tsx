import { MailFrame, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import {
  agendaLine,
  type BookedCall,
  hostEntry,
  lacksLink,
  minutesOf,
  visitorEntry,
} from "../agenda/booked-call.server.ts";
import type { Brief } from "../agenda/brief.server.ts";
import { calendarAttachment } from "../agenda/calendar-file.server.ts";
import { CallBrief } from "./call-brief.tsx";
import { ChangeLink, HostFacts, startIn, VisitorFacts } from "./call-facts.tsx";

/** Confirms a call to the visitor: time, agenda, and how to change it. `secret`: it contains the manage link. */
export function callBookedMail(call: BookedCall, now: Date): MailDraft {
  const { booking, kind, host } = call;
  const agenda = agendaLine(call);
  return {
    kind: "call-booked",
    to: booking.email,
    replyTo: host.email,
    subject: `Booked: ${kind.title}, ${startIn(booking.during, booking.timezone)}`,
    secret: true,
    attachments: [calendarAttachment(visitorEntry(call, now), "request")],
    body: (
      <MailFrame
        preview={`${startIn(booking.during, booking.timezone)}, ${minutesOf(call)} minutes`}
        title="Your call is booked"
        reason={`Sent because someone booked this call with ${booking.email}.`}
      >
        <VisitorFacts call={call} />
        {agenda && <MailText>{agenda}</MailText>}
        <MailText>
          The attached file adds the call to your calendar. Reply to this email if anything is unclear.
        </MailText>
        <ChangeLink call={call} now={now} />
      </MailFrame>
    ),
  };
}

/** Notifies the host of a new call, with the visitor's notes and the brief of their analysis. */
export const callBookedHostMail = (call: BookedCall, brief: Brief | null, now: Date): MailDraft => ({
  kind: "call-booked-host",
  to: call.host.email,
  replyTo: call.booking.email,
  subject: `New call: ${call.kind.title} with ${call.booking.name}, ${startIn(call.booking.during, call.host.timezone)}`,
  attachments: [calendarAttachment(hostEntry(call, now), "request")],
  body: (
    <MailFrame
      preview={`${call.booking.name}, ${startIn(call.booking.during, call.host.timezone)}`}
      title={`New call: ${call.kind.title}`}
      reason="Sent because you host calls of this type."
    >
      <HostFacts call={call} />
      <MailText>
        {lacksLink(call)
          ? "Send them the link to the meeting before the call: replies to this email go to the person who booked. The attached file adds the call to your calendar."
          : "The attached file adds the call to your calendar. Replies to this email go to the person who booked."}
      </MailText>
      <CallBrief brief={brief} email={call.booking.email} />
    </MailFrame>
  ),
});

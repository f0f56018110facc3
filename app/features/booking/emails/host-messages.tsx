import { MailButton, MailFrame, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { type BookedCall, hostNames, meetingUrlOf, scheduleUrl } from "../agenda/booked-call.server.ts";
import { startIn, VisitorFacts } from "./call-facts.tsx";

/** Says to the visitor that the host runs late. */
export function runningLateMail(call: BookedCall): MailDraft {
  const { booking, host, kind } = call;
  const meetingUrl = meetingUrlOf(call);
  return {
    kind: "call-running-late",
    to: booking.email,
    replyTo: host.email,
    subject: `A few minutes late: ${kind.title}, ${startIn(booking.during, booking.timezone)}`,
    body: (
      <MailFrame
        preview={`${hostNames(call)} is on the way to your call.`}
        title="We are a few minutes late"
        reason={`Sent because this call was booked with ${booking.email}.`}
      >
        <MailText>
          {hostNames(call)} is running a few minutes late for your call and joins as soon as possible. We are sorry.
        </MailText>
        <VisitorFacts call={call} />
        {meetingUrl && <MailButton href={meetingUrl}>Join the call</MailButton>}
      </MailFrame>
    ),
  };
}

/** Invites the visitor of a missed call to book it again. */
export const rebookMail = (call: BookedCall): MailDraft => ({
  kind: "call-rebook",
  to: call.booking.email,
  replyTo: call.host.email,
  subject: `Another time for your ${call.kind.title}?`,
  body: (
    <MailFrame
      preview="Choose another time for your call."
      title="We missed you"
      reason={`Sent because this call was booked with ${call.booking.email}.`}
    >
      <VisitorFacts call={call} />
      <MailText>
        The call did not take place. Choose another time, or reply to this email and {call.host.name} helps you.
      </MailText>
      <MailButton href={scheduleUrl(call)}>Choose another time</MailButton>
    </MailFrame>
  ),
});

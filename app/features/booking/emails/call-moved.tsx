import { MailFrame, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { type BookedCall, hostEntry, visitorEntry } from "../agenda/booked-call.server.ts";
import { calendarAttachment } from "../agenda/calendar-file.server.ts";
import type { TimeRange } from "../availability/time-range.server.ts";
import { ChangeLink, HostFacts, startIn, VisitorFacts } from "./call-facts.tsx";

/** Shows the visitor the new time and the old one. `firmsReason`: the firm's reason; null if the visitor moved the call. */
export const callMovedMail = (
  call: BookedCall,
  before: TimeRange,
  now: Date,
  firmsReason: string | null = null,
): MailDraft => ({
  kind: "call-moved",
  to: call.booking.email,
  replyTo: call.host.email,
  subject: `New time: ${call.kind.title}, ${startIn(call.booking.during, call.booking.timezone)}`,
  secret: true,
  attachments: [calendarAttachment(visitorEntry(call, now), "request")],
  body: (
    <MailFrame
      preview={`Now ${startIn(call.booking.during, call.booking.timezone)}`}
      title={firmsReason === null ? "Your call has a new time" : "We moved your call"}
      reason={`Sent because this call was booked with ${call.booking.email}.`}
    >
      <VisitorFacts call={call} before={before} />
      {firmsReason && (
        <MailText>
          {call.host.name} writes: {firmsReason}
        </MailText>
      )}
      <MailText>
        The attached file updates the call in your calendar.
        {firmsReason !== null && " If the new time does not work for you, choose another one."}
      </MailText>
      <ChangeLink call={call} now={now} />
    </MailFrame>
  ),
});

export const callMovedHostMail = (call: BookedCall, before: TimeRange, now: Date): MailDraft => ({
  kind: "call-moved-host",
  to: call.host.email,
  replyTo: call.booking.email,
  subject: `Moved: ${call.kind.title} with ${call.booking.name}, ${startIn(call.booking.during, call.host.timezone)}`,
  attachments: [calendarAttachment(hostEntry(call, now), "request")],
  body: (
    <MailFrame
      preview={`Now ${startIn(call.booking.during, call.host.timezone)}`}
      title="A call has a new time"
      reason="Sent because you host calls of this type."
    >
      <HostFacts call={call} before={before} />
      <MailText>The attached file updates the call in your calendar.</MailText>
    </MailFrame>
  ),
});

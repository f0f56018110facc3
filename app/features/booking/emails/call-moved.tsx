import { MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { type BookedCall, hostEntry, visitorEntry } from "../agenda/booked-call.server.ts";
import { calendarAttachment } from "../agenda/calendar-file.server.ts";
import type { TimeRange } from "../availability/time-range.server.ts";
import { ChangeLink, startIn } from "./call-facts.tsx";
import { hostMail, visitorMail } from "./call-mail.tsx";

/** Shows the visitor the new time and the old one. `firmsReason`: the firm's reason; null if the visitor moved the call. */
export const callMovedMail = (
  call: BookedCall,
  before: TimeRange,
  now: Date,
  firmsReason: string | null = null,
): MailDraft =>
  visitorMail(call, {
    kind: "call-moved",
    news: "New time",
    secret: true,
    attachments: [calendarAttachment(visitorEntry(call, now), "request")],
    preview: `Now ${startIn(call.booking.during, call.booking.timezone)}`,
    title: firmsReason === null ? "Your call has a new time" : "We moved your call",
    before,
    body: (
      <>
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
      </>
    ),
  });

export const callMovedHostMail = (call: BookedCall, before: TimeRange, now: Date): MailDraft =>
  hostMail(call, {
    kind: "call-moved-host",
    news: "Moved",
    attachments: [calendarAttachment(hostEntry(call, now), "request")],
    preview: `Now ${startIn(call.booking.during, call.host.timezone)}`,
    title: "A call has a new time",
    before,
    body: <MailText>The attached file updates the call in your calendar.</MailText>,
  });

import { MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import type { BookedCall } from "../agenda/booked-call.server.ts";
import type { Brief } from "../agenda/brief.server.ts";
import type { TimeRange } from "../availability/time-range.server.ts";
import { CallBrief } from "./call-brief.tsx";
import { hostMail } from "./call-mail.tsx";

/** Sends the host the brief of a call booked in Calendly, which Calendly does not have. `before`: the time before a move. */
export const callTakenElsewhereMail = (
  call: BookedCall,
  { before, brief }: { before: TimeRange | null; brief: Brief | null },
): MailDraft =>
  hostMail(call, {
    kind: before ? "call-moved-host" : "call-booked-host",
    news: before ? "Moved" : "New call",
    title: before ? "A call has a new time" : `New call: ${call.kind.title}`,
    before,
    body: (
      <>
        <MailText>Booked with Calendly, which updates your calendar and emails the visitor.</MailText>
        {!before && <CallBrief brief={brief} email={call.booking.email} />}
      </>
    ),
  });

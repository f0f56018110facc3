import { MailButton, MailFrame, MailText } from "../../mail/frame.tsx";
import type { MailDraft } from "../../mail/mail.server.ts";
import { agendaLine, type BookedCall } from "../booked-call.server.ts";
import { manageUrl } from "../manage-token.server.ts";
import type { ReminderKind } from "../tables.server.ts";
import { startIn, VisitorFacts } from "./call-facts.tsx";

const words = {
  day: { title: "Your call is tomorrow", subject: "In a day" },
  hour: { title: "Your call is in an hour", subject: "In an hour" },
} as const satisfies Record<ReminderKind, object>;

/** To whoever booked, a day or an hour before. No calendar file: the entry is there. */
export function callReminderMail(call: BookedCall, kind: ReminderKind): MailDraft {
  const { booking, host } = call;
  const agenda = kind === "day" ? agendaLine(call) : undefined;
  return {
    kind: `call-reminder-${kind}`,
    to: booking.email,
    replyTo: host.email,
    subject: `${words[kind].subject}: ${call.kind.title}, ${startIn(booking.during, booking.timezone)}`,
    secret: true,
    body: (
      <MailFrame
        preview={`${startIn(booking.during, booking.timezone)}, ${call.kind.durationMinutes} minutes`}
        title={words[kind].title}
        reason={`Sent because this call was booked with ${booking.email}.`}
      >
        <VisitorFacts call={call} />
        {agenda && <MailText>{agenda}</MailText>}
        <MailText>
          {host.meetingUrl
            ? "The address above opens the call."
            : `${host.name} sends the link to the call. Answer this mail if you have none by then.`}
        </MailText>
        <MailButton href={manageUrl(call.token)}>Move or cancel this call</MailButton>
      </MailFrame>
    ),
  };
}

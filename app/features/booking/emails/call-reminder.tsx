import { MailButton, MailLink, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { fillVariables } from "#app/lib/formats/mail-variables.ts";
import { greetingName, splitName } from "#app/lib/people/person-name.ts";
import { agendaLine, type BookedCall, isTooLate, lacksLink, meetingUrlOf } from "../agenda/booked-call.server.ts";
import { manageUrl } from "../bookings/manage-token.server.ts";
import type { ReminderKind } from "../tables.server.ts";
import { dateIn } from "../zoned-time.ts";
import { ChangeLink } from "./call-facts.tsx";
import { visitorMail } from "./call-mail.tsx";

/**
 * Reminds the visitor a day or an hour before, without a calendar file. The first may be some hours late after a downtime: it says
 * "today" if that is true in the reader's time zone. `name`: for variables in the firm's words; null if anyone can have typed it, because
 * the form is public and must not mail arbitrary text in our name.
 */
export function callReminderMail(
  call: BookedCall,
  kind: ReminderKind,
  { now, name }: { now: Date; name: string | null },
): MailDraft {
  const { booking, host } = call;
  const meetingUrl = meetingUrlOf(call);
  const { zone, start } = { zone: booking.timezone, start: booking.during.start };
  const when = dateIn(start, zone) === dateIn(now, zone) ? "today" : "tomorrow";
  const agenda = kind === "day" ? agendaLine(call) : undefined;
  const firstName = name && greetingName(splitName(name).firstName);
  const words = fillVariables(call.kind.reminders[kind] ?? "", {
    ...(name && { name }),
    ...(firstName && { first_name: firstName }),
  });
  const ownWords = [...new Set(words.split("\n").filter(Boolean))];
  const texts =
    kind === "day"
      ? { kind: "call-reminder-day", title: `Your call is ${when}`, subject: when === "today" ? "Today" : "Tomorrow" }
      : { kind: "call-reminder-hour", title: "Your call is in an hour", subject: "In an hour" };
  return visitorMail(call, {
    kind: texts.kind,
    news: texts.subject,
    secret: true,
    title: texts.title,
    body: (
      <>
        {ownWords.map((line) => (
          <MailText key={line}>{line}</MailText>
        ))}
        {agenda && <MailText>{agenda}</MailText>}
        {meetingUrl && <MailButton href={meetingUrl}>Join the call</MailButton>}
        {lacksLink(call) && <MailText>No link yet? Reply to this email, and {host.name} will send it.</MailText>}
        {isTooLate(call, now) ? (
          <ChangeLink call={call} now={now} />
        ) : (
          <MailText>
            Something came up? <MailLink href={manageUrl(call.token)}>Move or cancel this call</MailLink>.
          </MailText>
        )}
      </>
    ),
  });
}

import { MailButton, MailFrame, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { CalendarDown } from "../tables.server.ts";

export type UnreadCalendar = {
  host: { id: string; name: string; email: string; calendarDown: CalendarDown };
  name: string;
  problem: string;
  /** A calendar that was never read has no stored times, whatever the host chose. */
  wasRead: boolean;
};

/** Notifies a host that a connected calendar cannot be read, once per outage. */
export const calendarUnreadMail = ({ host, name, problem, wasRead }: UnreadCalendar): MailDraft => ({
  kind: "calendar-unread",
  to: host.email,
  subject: `Your calendar ${name} cannot be read`,
  body: (
    <MailFrame
      preview={problem}
      title={`Your calendar ${name} cannot be read`}
      reason="Sent because this calendar is connected to your calls."
    >
      <MailText>{problem}</MailText>
      <MailText>
        {host.calendarDown === "busy" || !wasRead
          ? "Until it can be read again, no times of yours are offered."
          : "Until it can be read again, your times are offered as of the last read, and a new event in your calendar does not block them."}{" "}
        Calls that could not be written are written later.
      </MailText>
      <MailButton href={`${env().SITE_URL}/admin/calendar/hosts/${host.id}`}>Check the calendar</MailButton>
    </MailFrame>
  ),
});

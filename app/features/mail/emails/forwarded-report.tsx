import { MailButton, MailFrame, MailNote, MailText } from "../frame.tsx";
import type { MailDraft } from "../mail.server.ts";

type ForwardedReport = {
  to: string;
  /** The mail that the report is about, and its page; null if it could not be found. */
  about: { id: string; href: string } | null;
  filename: string;
  drawer: string;
};

/** A mail server's report that could not be read, with the report as a file. */
export function forwardedReportMail({ to, about, filename, drawer }: ForwardedReport): MailDraft {
  return {
    kind: "report-forwarded",
    to,
    subject: "A delivery report needs a person to read it",
    ...(about && { regarding: about.id }),
    attachments: [{ filename, contentType: "application/octet-stream", drawer }],
    body: (
      <MailFrame
        preview="A mail server sent a report that could not be read automatically."
        title="A delivery report could not be read"
        reason="Sent because a mail server's report about an email could not be processed."
      >
        <MailText>
          {about
            ? "A mail server sent a report about the email below, but not in a form that says whether it was delivered."
            : "A mail server sent a report, but it names no email that this site sent."}{" "}
          The report is attached; open it in your mail program.
        </MailText>
        <MailText>
          If the mailbox no longer exists, suppress the address under Mail, Suppressed addresses. If the report is about
          an email that you did not send, someone may have forged your address, and you can ignore it.
        </MailText>
        {about && <MailButton href={about.href}>Open the email</MailButton>}
        <MailNote>Nothing was changed because of this report.</MailNote>
      </MailFrame>
    ),
  };
}

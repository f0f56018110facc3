import { MailButton, MailFrame, MailNote, MailText } from "../frame/frame.tsx";
import type { MailDraft } from "../mail.server.ts";

type ForwardedReport = {
  to: string;
  /** The mail that the report is about, and its page; "unknown" if it could not be found, "unreadable" for a mail that may be no report. */
  about: { id: string; href: string } | "unknown" | "unreadable";
  filename: string;
  drawer: string;
};

/** A mail server's report that could not be read, with the report as a file. */
export function forwardedReportMail({ to, about, filename, drawer }: ForwardedReport): MailDraft {
  const draft = {
    kind: "report-forwarded",
    to,
    attachments: [{ filename, contentType: "application/octet-stream", drawer }],
  };
  if (about === "unreadable")
    return {
      ...draft,
      subject: "A received email needs a person to read it",
      body: (
        <MailFrame
          preview="An email arrived that could not be read automatically."
          title="A received email could not be read"
          reason="Sent because an email to this site could not be processed."
        >
          <MailText>
            An email arrived that takes too long or too much memory to read, or has too many parts. It can be a reply, a
            delivery report or neither. It is attached; open it in your mail program.
          </MailText>
          <MailNote>Nothing was changed because of this email.</MailNote>
        </MailFrame>
      ),
    };
  const mail = about === "unknown" ? null : about;
  return {
    ...draft,
    subject: "A delivery report needs a person to read it",
    ...(mail && { regarding: mail.id }),
    body: (
      <MailFrame
        preview="A mail server sent a report that could not be read automatically."
        title="A delivery report could not be read"
        reason="Sent because a mail server's report about an email could not be processed."
      >
        <MailText>
          {mail
            ? "A mail server sent a report about the email below, but not in a form that says whether it was delivered."
            : "A mail server sent a report, but it names no email that this site sent."}{" "}
          The report is attached; open it in your mail program.
        </MailText>
        <MailText>
          If the mailbox no longer exists, suppress the address under Mail, Suppressed addresses. If the report is about
          an email that you did not send, someone may have forged your address, and you can ignore it.
        </MailText>
        {mail && <MailButton href={mail.href}>Open the email</MailButton>}
        <MailNote>Nothing was changed because of this report.</MailNote>
      </MailFrame>
    ),
  };
}

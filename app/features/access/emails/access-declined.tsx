import { env } from "../../../platform/env.server.ts";
import { MailButton, MailFrame, MailLink, MailText } from "../../mail/frame.tsx";
import type { MailDraft } from "../../mail/mail.server.ts";

/** Says no, and what is open all the same. */
export const accessDeclinedMail = ({ to }: { to: string }): MailDraft => ({
  kind: "access-declined",
  to,
  subject: "About your GTMarc access request",
  body: (
    <MailFrame
      preview="We are not sending a code for this request. What you can use all the same."
      title="No access code this time"
      reason={`Sent because somebody asked for access with ${to}.`}
    >
      <MailText>
        We looked at your request and are not sending an access code for it. The analysis is made for
        business-to-business firms of roughly 10 to 200 people, and its figures would mislead others.
      </MailText>
      <MailText>
        If that describes you, or you asked with a private address, ask again from your company address or write to{" "}
        <MailLink href={`mailto:${env().CONTACT_EMAIL}`}>{env().CONTACT_EMAIL}</MailLink>. A person answers within 24
        hours.
      </MailText>
      <MailText>
        The starter kit is free and needs no code: 15 workflow templates and a spreadsheet for the return.
      </MailText>
      <MailButton href={`${env().SITE_URL}/downloads`}>Get the starter kit</MailButton>
    </MailFrame>
  ),
});

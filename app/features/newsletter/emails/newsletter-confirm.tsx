import { MailButton, MailFrame, MailNote, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { firmName } from "#app/lib/firm.ts";
import { env } from "#app/platform/env.server.ts";
import { confirmationDays } from "../subscribers/subscription.ts";

/** Not a mail of the list: the address is not subscribed, and may have left the list before. */
export const newsletterConfirmMail = ({ to, key }: { to: string; key: string }): MailDraft => ({
  kind: "newsletter-confirm",
  to,
  subject: "Confirm your newsletter subscription",
  replyTo: env().CONTACT_EMAIL,
  secret: true,
  body: (
    <MailFrame
      preview={`One click, and the ${firmName()} newsletter comes to this address.`}
      title="Please confirm your subscription"
      reason={`Sent because ${to} was entered in the newsletter form of ${firmName()}.`}
    >
      <MailText>
        About once a month, we send one revenue automation, with its cost, its return and what it took to build. Confirm
        that you want it at this address:
      </MailText>
      <MailButton href={`${env().SITE_URL}/newsletter/confirm/${key}`}>Confirm subscription</MailButton>
      <MailNote>
        The link works for {confirmationDays} days. If you did not subscribe, ignore this email: without the
        confirmation you get nothing more.
      </MailNote>
    </MailFrame>
  ),
});

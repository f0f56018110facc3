import { MailButton, MailLink, MailNote, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { firmName, getYours } from "#app/lib/firm.ts";
import { env } from "#app/platform/env.server.ts";
import { subscriberMail } from "./subscriber-mail.tsx";

export function newsletterWelcomeMail({ to, unsubscribeKey }: { to: string; unsubscribeKey: string }): MailDraft {
  return subscriberMail({
    kind: "newsletter-welcome",
    to,
    unsubscribeKey,
    subject: `Welcome to the ${firmName()} newsletter`,
    preview: "About once a month: one revenue automation, with its cost and return.",
    title: "Welcome aboard",
    reason: `Sent because ${to} was subscribed to the ${firmName()} newsletter.`,
    body: (unsubscribeHref) => (
      <>
        <MailText>
          About once a month, we send you one revenue automation, with its cost, its return and what it took to build.
        </MailText>
        <MailText>
          Until the first one comes, <MailLink href={`${env().SITE_URL}/automation-grid`}>the Automation Grid</MailLink>{" "}
          shows what we build, and the free analysis shows which five to build first at your firm.
        </MailText>
        <MailButton href={`${env().SITE_URL}/automation-blueprint-gtmarc`}>{getYours()}</MailButton>
        <MailNote>
          Didn’t subscribe, or want to leave? <MailLink href={unsubscribeHref}>Unsubscribe</MailLink> with one click,
          without an account. You can also choose topics and frequency there.
        </MailNote>
      </>
    ),
  });
}

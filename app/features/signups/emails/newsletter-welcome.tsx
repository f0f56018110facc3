import { env } from "../../../platform/env.server.ts";
import { MailButton, MailFrame, MailLink, MailNote, MailText } from "../../mail/frame.tsx";
import type { MailDraft } from "../../mail/mail.server.ts";

/** Welcomes a new subscriber, once. */
export const newsletterWelcomeMail = ({ to }: { to: string }): MailDraft => ({
  kind: "newsletter-welcome",
  to,
  subject: "Welcome to the GTMarc newsletter",
  replyTo: env().CONTACT_EMAIL,
  body: (
    <MailFrame
      preview="About once a month: one automation, drawn and costed."
      title="Welcome aboard"
      reason={`Sent because somebody subscribed ${to} to the GTMarc newsletter.`}
    >
      <MailText>
        About once a month you get one automation of revenue work: the drawing, the hours it returned, what it cost to
        build and what we would do differently.
      </MailText>
      <MailText>
        Until the first one comes, <MailLink href={`${env().SITE_URL}/automation-grid`}>the Automation Grid</MailLink>{" "}
        shows all eighteen, and the free analysis tells which five of them to build first in your firm.
      </MailText>
      <MailButton href={`${env().SITE_URL}/automation-blueprint-gtmarc`}>Get Your GTMarc</MailButton>
      <MailNote>
        You did not subscribe, or want to leave? Answer this mail with the word “stop”, and the address comes off the
        list.
      </MailNote>
    </MailFrame>
  ),
});

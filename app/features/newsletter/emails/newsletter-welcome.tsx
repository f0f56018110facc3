import { MailButton, MailFrame, MailLink, MailNote, MailText } from "#app/features/mail/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { env } from "#app/platform/env.server.ts";
import { leaveToken, leaveUrl, newsletterHeaders } from "../leave-link.server.ts";

/** Welcomes a new subscriber, or one who has come back. The first mail of the list, so it carries the way out. */
export function newsletterWelcomeMail({ to, leaveKey }: { to: string; leaveKey: string }): MailDraft {
  const token = leaveToken({ leaveKey, issue: null });
  return {
    kind: "newsletter-welcome",
    list: "newsletter",
    to,
    subject: "Welcome to the GTMarc newsletter",
    replyTo: env().CONTACT_EMAIL,
    headers: newsletterHeaders(token),
    body: (
      <MailFrame
        preview="About once a month: one automation, drawn and costed."
        title="Welcome aboard"
        reason={`Sent because somebody subscribed ${to} to the GTMarc newsletter.`}
        unsubscribeHref={leaveUrl(token)}
        unsubscribeLabel="Unsubscribe or choose topics"
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
          You did not subscribe, or want to leave?{" "}
          <MailLink href={leaveUrl(token)}>Take the address off the list</MailLink>. One press, no account. There you
          also choose topics and how often.
        </MailNote>
      </MailFrame>
    ),
  };
}

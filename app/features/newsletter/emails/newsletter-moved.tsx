import { MailFrame, MailLink, MailNote, MailText } from "#app/features/mail/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { env } from "#app/platform/env.server.ts";
import { leaveToken, leaveUrl, newsletterHeaders } from "../leave-link.server.ts";

/** Tells an address that a subscription was moved to it. */
export function newsletterMovedMail({ to, leaveKey }: { to: string; leaveKey: string }): MailDraft {
  const token = leaveToken({ leaveKey, issue: null });
  return {
    kind: "newsletter-moved",
    list: "newsletter",
    to,
    subject: "Your newsletter now comes here",
    replyTo: env().CONTACT_EMAIL,
    headers: newsletterHeaders(token),
    body: (
      <MailFrame
        preview="The GTMarc newsletter was moved to this address."
        title="Your newsletter comes here now"
        reason={`Sent because a newsletter subscription was moved to ${to}.`}
        unsubscribeHref={leaveUrl(token)}
        unsubscribeLabel="Unsubscribe or choose topics"
      >
        <MailText>
          Somebody who gets the GTMarc newsletter asked to have it at this address from now on. Nothing else changed:
          the same topics, as often as before.
        </MailText>
        <MailNote>
          That was not you? <MailLink href={leaveUrl(token)}>Take this address off the list</MailLink>. One press, no
          account, and it stays off.
        </MailNote>
      </MailFrame>
    ),
  };
}

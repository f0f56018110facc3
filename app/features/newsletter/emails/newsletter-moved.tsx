import { MailLink, MailNote, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { firmName } from "#app/lib/firm.ts";
import { subscriberMail } from "./subscriber-mail.tsx";

export function newsletterMovedMail({ to, unsubscribeKey }: { to: string; unsubscribeKey: string }): MailDraft {
  return subscriberMail({
    kind: "newsletter-moved",
    to,
    unsubscribeKey,
    subject: "Your newsletter now comes here",
    preview: `The ${firmName()} newsletter was moved to this address.`,
    title: "Your newsletter comes here now",
    reason: `Sent because a newsletter subscription was moved to ${to}.`,
    body: (unsubscribeHref) => (
      <>
        <MailText>
          A subscriber of the {firmName()} newsletter asked to receive it at this address from now on. Topics and
          frequency have not changed.
        </MailText>
        <MailNote>
          Wasn’t you? <MailLink href={unsubscribeHref}>Unsubscribe this address</MailLink> with one click, without an
          account.
        </MailNote>
      </>
    ),
  });
}

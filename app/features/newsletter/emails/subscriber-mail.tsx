import type { ReactNode } from "react";
import { MailFrame } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { env } from "#app/platform/env.server.ts";
import { leaveToken, leaveUrl, newsletterHeaders } from "../subscribers/leave-link.server.ts";

/** A mail about one subscription, with the headers and links to unsubscribe. `body` receives the URL of the unsubscribe page. */
export function subscriberMail({
  unsubscribeKey,
  preview,
  title,
  reason,
  body,
  ...draft
}: {
  kind: string;
  to: string;
  unsubscribeKey: string;
  subject: string;
  preview: string;
  title: string;
  reason: string;
  body: (unsubscribeHref: string) => ReactNode;
}): MailDraft {
  const token = leaveToken({ unsubscribeKey, issue: null });
  const unsubscribeHref = leaveUrl(token);
  return {
    ...draft,
    list: "newsletter",
    replyTo: env().CONTACT_EMAIL,
    headers: newsletterHeaders(token),
    body: (
      <MailFrame
        preview={preview}
        title={title}
        reason={reason}
        unsubscribeHref={unsubscribeHref}
        unsubscribeLabel="Unsubscribe or choose topics"
      >
        {body(unsubscribeHref)}
      </MailFrame>
    ),
  };
}

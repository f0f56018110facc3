import type { ReactNode } from "react";
import { promised } from "#app/features/content/promises.ts";
import { MailButton, MailFrame, MailLink, MailText } from "#app/features/mail/frame.tsx";
import { MailQuote } from "#app/features/mail/frame-blocks.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { env } from "#app/platform/env.server.ts";
import type { DeclineReason } from "../access.ts";

/** Says no and why, what would change it, and what is open all the same. `note` is what the admin adds. */
export const accessDeclinedMail = ({
  to,
  reason,
  note,
}: {
  to: string;
  reason: DeclineReason;
  note: string | null;
}): MailDraft => ({
  kind: "access-declined",
  to,
  subject: "About your GTMarc access request",
  body: (
    <MailFrame
      preview="We are not sending a code for this request. What you can use all the same."
      title="No access code this time"
      reason={`Sent because someone asked for access with ${to}.`}
    >
      <MailText>{why[reason]}</MailText>
      {note && (
        <MailQuote>
          <MailText>{note}</MailText>
        </MailQuote>
      )}
      <MailText>
        {whatHelps[reason]} Or write to{" "}
        <MailLink href={`mailto:${env().CONTACT_EMAIL}`}>{env().CONTACT_EMAIL}</MailLink>. A person answers{" "}
        {promised.answer}.
      </MailText>
      <MailText>
        The starter kit is free and needs no code: 15 workflow templates and a spreadsheet for the return.
      </MailText>
      <MailButton href={`${env().SITE_URL}/downloads`}>Get the starter kit</MailButton>
    </MailFrame>
  ),
});

const why: Record<DeclineReason, ReactNode> = {
  not_fit:
    "We looked at your request and are not sending an access code for it. The analysis is made for business-to-business firms of roughly 10 to 200 people, and its figures would mislead others.",
  private_address:
    "We looked at your request and are not sending an access code for it: it came from a private address, and the analysis is about a firm.",
  unclear:
    "We looked at your request and are not sending an access code for it: it was not clear which firm it is for.",
  duplicate: "We are not sending another access code: a colleague at your firm has access already.",
};

const whatHelps: Record<DeclineReason, string> = {
  not_fit: "If that describes your firm after all, ask again and name its website.",
  private_address: "Ask again from your company address, and we look at it anew.",
  unclear: "Ask again with the name and the website of your firm.",
  duplicate: "They can share their analysis with you by a link. If you need access of your own, ask again.",
};

import type { ReactNode } from "react";
import { templateFiles } from "#app/features/content/counts.ts";
import { promised } from "#app/features/content/promises.ts";
import { MailButton, MailFrame, MailLink, MailText } from "#app/features/mail/frame/frame.tsx";
import { MailQuote } from "#app/features/mail/frame/frame-blocks.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { firmName } from "#app/lib/firm.ts";
import { env } from "#app/platform/env.server.ts";
import type { DeclineReason } from "../access.ts";

/** `note` is the admin's addition. */
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
  subject: `About your ${firmName()} access request`,
  body: (
    <MailFrame
      preview="We are not sending a code for this request. You can still use our free material."
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
        {remedies[reason]} Or write to <MailLink href={`mailto:${env().CONTACT_EMAIL}`}>{env().CONTACT_EMAIL}</MailLink>
        . A person answers {promised.answer}.
      </MailText>
      <MailText>
        The starter kit is free and needs no code: {templateFiles} workflow templates and a spreadsheet to calculate the
        return.
      </MailText>
      <MailButton href={`${env().SITE_URL}/downloads`}>Get the starter kit</MailButton>
    </MailFrame>
  ),
});

const why: Record<DeclineReason, ReactNode> = {
  not_fit:
    "We reviewed your request and are not sending an access code for it. The analysis is built for business-to-business firms of roughly 10 to 200 people, and its figures would mislead anyone else.",
  private_address:
    "We reviewed your request and are not sending an access code for it: it came from a personal address, and the analysis is for a company.",
  unclear: "We reviewed your request and are not sending an access code for it: it was not clear which firm it is for.",
  duplicate: "We are not sending another access code: a colleague at your firm already has access.",
};

const remedies: Record<DeclineReason, string> = {
  not_fit: "If your firm does fit that description, request access again with its website.",
  private_address: "Request access again from your company address, and we will review your request.",
  unclear: "Request access again with the name and the website of your firm.",
  duplicate: "They can share their analysis with you by link. If you need your own access, request it again.",
};

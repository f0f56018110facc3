import { promised } from "#app/features/content/promises.ts";
import { MailFrame, MailHeading, MailLink, MailNote, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { firmName } from "#app/lib/firm.ts";
import { isInDomains } from "#app/lib/people/consumer-domains.ts";
import { env } from "#app/platform/env.server.ts";

/** Repeats no form input, because anyone can enter someone else's address. No date if an admin must decide. */
export const accessRequestedMail = ({
  to,
  codeWithin,
  waitsForAdmin,
}: {
  to: string;
  codeWithin: string;
  waitsForAdmin: boolean;
}): MailDraft => ({
  kind: "access-requested",
  to,
  subject: `We have your ${firmName()} access request`,
  body: (
    <MailFrame
      preview={
        waitsForAdmin
          ? "A person reviews your request first."
          : `Your access code arrives by email within ${codeWithin}.`
      }
      title="Your request is in"
      reason={`Sent because someone asked for access with ${to}.`}
    >
      {waitsForAdmin ? (
        <MailText>
          A person reviews your request first, so we cannot promise a date. We email our decision to this address.
          {isInDomains(to, env().ACCESS_CONSUMER_DOMAINS) &&
            ` With a work address, the code arrives within ${codeWithin}.`}
        </MailText>
      ) : (
        <MailText>
          Your access code arrives at this address within <strong>{codeWithin}</strong>. It opens the blueprint wizard
          and your free automation analysis.
        </MailText>
      )}
      <MailHeading>What to prepare</MailHeading>
      <MailText>
        The tools your sales, marketing and operations teams pay for, with their monthly cost, and the three processes
        that take up most of their week. With those ready, the analysis takes {promised.analysis}.
      </MailText>
      <MailText>
        Meanwhile, read a <MailLink href={`${env().SITE_URL}/sample-analysis`}>complete sample analysis</MailLink>.{" "}
        <MailLink href={`${env().SITE_URL}/our-approach`}>Our approach</MailLink> shows what happens after the analysis,
        and <MailLink href={`${env().SITE_URL}/automation-grid`}>the Automation Grid</MailLink> what we build. Sign in
        with this address to see the{" "}
        <MailLink href={`${env().SITE_URL}/verify-access`}>status of your request</MailLink>.
      </MailText>
      <MailNote>Didn’t request this? You can ignore this email.</MailNote>
    </MailFrame>
  ),
});

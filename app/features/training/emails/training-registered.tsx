import { capitalized, promised } from "#app/features/content/promises.ts";
import { MailFrame, MailHeading, MailLink, MailNote, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { firmName } from "#app/lib/firm.ts";
import { withArticle } from "#app/lib/words/article.ts";
import { env } from "#app/platform/env.server.ts";

/** Confirms a registration. Contains nothing that was typed in the form; the program comes from a closed list. */
export const trainingRegisteredMail = ({ to, program }: { to: string; program: string }): MailDraft => ({
  kind: "training-registered",
  to,
  subject: `Your registration: ${program}`,
  replyTo: env().CONTACT_EMAIL,
  body: (
    <MailFrame
      preview={`We write ${promised.answer} with the next dates and the fee.`}
      title="You are registered"
      reason={`Sent because someone registered ${to} for ${withArticle(firmName())} training.`}
    >
      <MailText>
        We have your registration for <strong>{program}</strong>.
      </MailText>
      <MailHeading>What happens next</MailHeading>
      <MailText>
        {capitalized(promised.answer)}, a person writes to this address with the next dates, the fee and what to
        prepare. Your place is booked when you confirm a date; until then nothing is owed.
      </MailText>
      <MailText>
        Until then: <MailLink href={`${env().SITE_URL}/training`}>the outline of all programs</MailLink>. Questions or
        requests? Just reply to this email.
      </MailText>
      <MailNote>Didn’t register? Ignore this email: nothing is booked until someone confirms a date.</MailNote>
    </MailFrame>
  ),
});

import { MailButton, MailCode, MailFrame, MailNote, MailText } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { firmName } from "#app/lib/firm.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { env } from "#app/platform/env.server.ts";
import { codeLifeDays } from "../access.ts";

/** `secret`: the outbox deletes the body after sending. */
export const accessCodeMail = ({ code, to, expiresAt }: { code: string; to: string; expiresAt: Date }): MailDraft => ({
  kind: "access-code",
  to,
  subject: `Your ${firmName()} access code`,
  secret: true,
  body: (
    <MailFrame
      preview="Your code opens the blueprint wizard: three steps of five minutes, then your analysis."
      title="Here is your access code"
      reason={`Sent because someone asked for access with ${to}.`}
    >
      <MailCode note={`valid for ${codeLifeDays} days, single use`}>{code}</MailCode>
      <MailText>
        Sign in with this email address, or create an account with it, then enter the code. It opens the blueprint
        wizard: company, tools and processes, about five minutes each. Your analysis is ready when you finish the third
        step.
      </MailText>
      <MailButton href={`${env().SITE_URL}/verify-access`}>Enter my access code</MailButton>
      <MailText>The code works until {companyDates().longDay(expiresAt)} and only for this address.</MailText>
      <MailNote>
        Didn’t request this? You can ignore this email: the code works only for an account with this address.
      </MailNote>
    </MailFrame>
  ),
});

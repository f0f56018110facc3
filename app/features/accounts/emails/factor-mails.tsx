import { MailLink } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { firmName } from "#app/lib/firm.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { env } from "#app/platform/env.server.ts";
import { SecurityNotice } from "./security-notice.tsx";

type Facts = { to: string; now: Date; notMe: string };

const facts = ({ to, now }: Facts) => [
  { label: "Account", value: to },
  { label: "When", value: companyDates().moment(now) },
];

export const factorAddedMail = (about: Facts): MailDraft => ({
  kind: "factor-added",
  to: about.to,
  subject: `Two-factor authentication is on for your ${firmName()} account`,
  secret: true,
  body: (
    <SecurityNotice
      title="Two-factor authentication is on"
      preview="Signing in now asks for a code from your authenticator app."
      facts={facts(about)}
      notMe={about.notMe}
    >
      Signing in now asks for a code from the authenticator app that was just set up. An app set up earlier no longer
      works, and every other device was signed out.
    </SecurityNotice>
  ),
});

export const factorRemovedMail = (about: Facts): MailDraft => ({
  kind: "factor-removed",
  to: about.to,
  subject: `Two-factor authentication is off for your ${firmName()} account`,
  secret: true,
  body: (
    <SecurityNotice
      title="Two-factor authentication is off"
      preview="Signing in no longer asks for a code."
      facts={facts(about)}
      notMe={about.notMe}
    >
      The authenticator app and the recovery codes were removed from your account. An admin account cannot sign in
      without a second factor: set one up again before you sign out.
    </SecurityNotice>
  ),
});

/** Reports a sign-in with a recovery code and the number left; asks for a new set if few are left. */
export const recoveryCodeUsedMail = (about: Facts & { left: number; few: boolean }): MailDraft => ({
  kind: about.few ? "recovery-codes-low" : "recovery-code-used",
  to: about.to,
  subject: about.few
    ? `Your ${firmName()} recovery codes are running out: ${about.left} left`
    : `A recovery code for your ${firmName()} account was used`,
  secret: true,
  body: (
    <SecurityNotice
      title={
        about.few ? `${about.left} recovery ${about.left === 1 ? "code" : "codes"} left` : "A recovery code was used"
      }
      preview={`${about.left} of 10 are left.`}
      facts={[...facts(about), { label: "Codes left", value: `${about.left} of 10` }]}
      notMe={about.notMe}
    >
      Someone signed in with a recovery code instead of the authenticator app. The code cannot be used again.
      {about.few && (
        <>
          {" "}
          Create <MailLink href={`${env().SITE_URL}/account?tab=security`}>a new set of codes</MailLink> while you are
          signed in.
        </>
      )}
    </SecurityNotice>
  ),
});

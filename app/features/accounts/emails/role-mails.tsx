import { MailLink } from "#app/features/mail/frame/frame.tsx";
import type { MailDraft } from "#app/features/mail/mail.server.ts";
import { firmName } from "#app/lib/firm.ts";
import { isAdminRole, type Role, roleLabels } from "#app/lib/rights.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { env } from "#app/platform/env.server.ts";
import { SecurityNotice } from "./security-notice.tsx";

type Facts = { to: string; now: Date };

const facts = ({ to, now }: Facts) => [
  { label: "Account", value: to },
  { label: "When", value: companyDates().moment(now) },
];

/** "an admin of GTMarc", "in the team of GTMarc: Sales" */
const position = (role: Role, at = "") =>
  isAdminRole(role) ? `an ${role}${at}` : `in the team${at}: ${roleLabels[role]}`;

/** `isProtected`: the user has a second factor; otherwise they set one up before they sign out. `before`: the former role. */
export const roleGivenMail = ({
  role,
  before,
  isProtected,
  ...about
}: Facts & { isProtected: boolean; role: Role; before: Role | null }): MailDraft => ({
  kind: "admin-added",
  to: about.to,
  subject: `You are now ${position(role, ` of ${firmName()}`)}`,
  body: (
    <SecurityNotice
      title={`You are now ${position(role)}`}
      preview={isProtected ? "Sign in with a code from your authenticator app." : "Set up two-factor authentication."}
      facts={facts(about)}
      byAdmin
    >
      {before
        ? `An admin changed your role from ${roleLabels[before]} to ${roleLabels[role]}.`
        : "An admin gave you access to the admin area."}{" "}
      {isProtected ? (
        "Sign in with your password and a code from your authenticator app."
      ) : (
        <>
          Before you sign out,{" "}
          <MailLink href={`${env().SITE_URL}/account?tab=security`}>set up two-factor authentication</MailLink> in the
          browser where you are signed in: {isAdminRole(role) ? "admins" : "members of the team"} cannot sign in without
          it.
        </>
      )}
    </SecurityNotice>
  ),
});

export const roleRemovedMail = ({ role, ...about }: Facts & { role: Role }): MailDraft => ({
  kind: "admin-removed",
  to: about.to,
  subject: `You are no longer ${isAdminRole(role) ? `an ${role}` : "in the team"} of ${firmName()}`,
  body: (
    <SecurityNotice
      title={`You are no longer ${isAdminRole(role) ? `an ${role}` : "in the team"}`}
      preview="You were signed out. Your account stays."
      facts={facts(about)}
      byAdmin
    >
      Your access to the admin area was removed, and you were signed out on every device. You keep your account and can
      sign in again.
    </SecurityNotice>
  ),
});

export const factorResetMail = (about: Facts & { isAdmin: boolean }): MailDraft => ({
  kind: "factor-reset",
  to: about.to,
  subject: `Two-factor authentication was reset for your ${firmName()} account`,
  body: (
    <SecurityNotice
      title="Two-factor authentication was reset"
      preview="Your authenticator app and recovery codes no longer work."
      facts={facts(about)}
      byAdmin
    >
      An admin removed the authenticator app and the recovery codes of your account, and you were signed out on every
      device.{" "}
      {about.isAdmin
        ? "Admins cannot sign in without a second factor. Ask another admin how to set up a new one."
        : "Your password alone signs you in."}
    </SecurityNotice>
  ),
});

import { type AuditObject, auditActions } from "#app/features/security/audit/audit-action.ts";

export const userObject: AuditObject = { name: "User", page: (id) => `/admin/users/${id}` };
const invitation: AuditObject = { name: "Invitation", page: () => "/admin/team" };
const siteText: AuditObject = { name: "Text", page: () => "/admin/settings/texts" };
const deleted: AuditObject = { name: "Deleted user", page: null };

export const { names: accountAudit, group: accountAuditGroup } = auditActions("Users", {
  adminCreated: ["admin.created", "made a user an admin", userObject],
  adminRevoked: ["admin.revoked", "removed a user from the team", userObject],
  roleChanged: ["role.changed", "changed a role", userObject],
  memberInvited: ["member.invited", "invited a person to the team", invitation],
  invitationWithdrawn: ["member.invitation-withdrawn", "withdrew an invitation to the team", invitation],
  memberJoined: ["member.joined", "joined the team by invitation", userObject],
  userVerified: ["user.verified", "confirmed the email address", userObject],
  userDisabled: ["user.disabled", "disabled an account", userObject],
  userEnabled: ["user.enabled", "enabled an account", userObject],
  sessionsEnded: ["user.sessions-ended", "ended sessions", userObject],
  factorReset: ["user.factor-reset", "reset the second factor", userObject],
  userExported: ["user.exported", "exported personal data", userObject],
  secondFactorAdded: ["second-factor.added", "set up two-factor authentication", userObject],
  secondFactorRemoved: ["second-factor.removed", "removed their second factor", userObject],
  recoveryCodesRenewed: ["recovery-codes.renewed", "created new recovery codes", userObject],
  passkeyAdded: ["passkey.added", "added a passkey", userObject],
  passkeyRenamed: ["passkey.renamed", "renamed a passkey", userObject],
  passkeyRemoved: ["passkey.removed", "removed a passkey", userObject],
  identityLinked: ["identity.linked", "connected a sign-in provider", userObject],
  identityRemoved: ["identity.removed", "disconnected a sign-in provider", userObject],
  companyJoined: ["user.company-joined", "joined a user to a company", userObject],
  companyLeft: ["user.company-left", "separated a user from a company", userObject],
  domainReleased: ["user.domain-released", "ended sharing a company by domain", userObject],
  domainLost: ["user.domain-lost", "ended sharing by a domain without its record", userObject],
  legalNoticeQueued: ["legal-notice.queued", "notified people with an account of a new text", siteText],
  legalNoticeStopped: ["legal-notice.stopped", "stopped the notice of a withdrawn text", siteText],
  legalNoticeEnded: ["legal-notice.ended", "ended the notice of a text on its day with emails not sent", siteText],
  accountDeleted: ["account.deleted", "deleted an account", deleted],
});

import { type AuditObject, auditActions, auditGroup } from "#app/features/security/audit/audit-action.ts";

export const accountAudit = auditActions({
  adminCreated: "admin.created",
  adminRevoked: "admin.revoked",
  userVerified: "user.verified",
  userDisabled: "user.disabled",
  userEnabled: "user.enabled",
  sessionsEnded: "user.sessions-ended",
  factorReset: "user.factor-reset",
  userExported: "user.exported",
  secondFactorAdded: "second-factor.added",
  secondFactorRemoved: "second-factor.removed",
  recoveryCodesRenewed: "recovery-codes.renewed",
  passkeyAdded: "passkey.added",
  passkeyRenamed: "passkey.renamed",
  passkeyRemoved: "passkey.removed",
  identityLinked: "identity.linked",
  identityRemoved: "identity.removed",
  companyJoined: "user.company-joined",
  companyLeft: "user.company-left",
  domainReleased: "user.domain-released",
  domainLost: "user.domain-lost",
  accountDeleted: "account.deleted",
});

export const userObject: AuditObject = { name: "User", page: (id) => `/admin/users/${id}` };
const deleted: AuditObject = { name: "Deleted user", page: null };

export const accountAuditGroup = auditGroup("Users", accountAudit, {
  adminCreated: ["made a user an admin", userObject],
  adminRevoked: ["removed the admin right", userObject],
  userVerified: ["confirmed the email address", userObject],
  userDisabled: ["disabled an account", userObject],
  userEnabled: ["enabled an account", userObject],
  sessionsEnded: ["ended sessions", userObject],
  factorReset: ["reset the second factor", userObject],
  userExported: ["exported personal data", userObject],
  secondFactorAdded: ["set up two-factor authentication", userObject],
  secondFactorRemoved: ["removed their second factor", userObject],
  recoveryCodesRenewed: ["created new recovery codes", userObject],
  passkeyAdded: ["added a passkey", userObject],
  passkeyRenamed: ["renamed a passkey", userObject],
  passkeyRemoved: ["removed a passkey", userObject],
  identityLinked: ["connected a sign-in provider", userObject],
  identityRemoved: ["disconnected a sign-in provider", userObject],
  companyJoined: ["joined a user to a company", userObject],
  companyLeft: ["separated a user from a company", userObject],
  domainReleased: ["ended sharing a company by domain", userObject],
  domainLost: ["ended sharing by a domain without its record", userObject],
  accountDeleted: ["deleted an account", deleted],
});

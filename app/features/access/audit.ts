import { userObject } from "#app/features/accounts/audit.ts";
import { type AuditObject, auditActions } from "#app/features/security/audit/audit-action.ts";

export const requestObject: AuditObject = { name: "Access request", page: (id) => `/admin/access-requests/${id}` };
export const codeObject: AuditObject = { name: "Access code", page: null };
export const blockObject: AuditObject = { name: "Block", page: null };

export const { names: accessAudit, group: accessAuditGroup } = auditActions("Access", {
  accessRequestApproved: ["access-request.approved", "approved an access request", requestObject],
  accessRequestDeclined: ["access-request.declined", "declined an access request", requestObject],
  accessRequestReopened: ["access-request.reopened", "reopened an access request", requestObject],
  accessCodeIssued: ["access-code.issued", "issued an access code", codeObject],
  accessCodeResent: ["access-code.resent", "emailed a new access code", requestObject],
  accessCodeRevoked: ["access-code.revoked", "revoked an access code", codeObject],
  accessGrantRevoked: ["access-grant.revoked", "revoked access to the wizard", userObject],
  accessGrantRestored: ["access-grant.restored", "restored access to the wizard", userObject],
  accessDevicesForgiven: ["access-devices.forgiven", "reset the device count", userObject],
  accessBlocked: ["access.blocked", "blocked an address", blockObject],
  accessUnblocked: ["access.unblocked", "lifted a block", blockObject],
});

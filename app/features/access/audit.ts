import { userObject } from "#app/features/accounts/audit.ts";
import { type AuditObject, auditActions, auditGroup } from "#app/features/security/audit/audit-action.ts";

export const accessAudit = auditActions({
  accessRequestApproved: "access-request.approved",
  accessRequestDeclined: "access-request.declined",
  accessRequestReopened: "access-request.reopened",
  accessCodeIssued: "access-code.issued",
  accessCodeResent: "access-code.resent",
  accessCodeRevoked: "access-code.revoked",
  accessGrantRevoked: "access-grant.revoked",
  accessGrantRestored: "access-grant.restored",
  accessDevicesForgiven: "access-devices.forgiven",
  accessBlocked: "access.blocked",
  accessUnblocked: "access.unblocked",
});

export const requestObject: AuditObject = { name: "Access request", page: (id) => `/admin/access-requests/${id}` };
export const codeObject: AuditObject = { name: "Access code", page: null };
export const blockObject: AuditObject = { name: "Block", page: null };

export const accessAuditGroup = auditGroup("Access", accessAudit, {
  accessRequestApproved: ["approved an access request", requestObject],
  accessRequestDeclined: ["declined an access request", requestObject],
  accessRequestReopened: ["reopened an access request", requestObject],
  accessCodeIssued: ["issued an access code", codeObject],
  accessCodeResent: ["emailed a new access code", requestObject],
  accessCodeRevoked: ["revoked an access code", codeObject],
  accessGrantRevoked: ["revoked access to the wizard", userObject],
  accessGrantRestored: ["restored access to the wizard", userObject],
  accessDevicesForgiven: ["reset the device count", userObject],
  accessBlocked: ["blocked an address", blockObject],
  accessUnblocked: ["lifted a block", blockObject],
});

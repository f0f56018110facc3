import { auditActions } from "#app/features/security/audit-action.ts";

/** What this feature records in the audit trail. */
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

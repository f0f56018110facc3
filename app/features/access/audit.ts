import { auditActions } from "#app/features/security/audit-action.ts";

/** The audit actions of this feature. */
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

import { auditActions } from "#app/features/security/audit-action.ts";

/** The audit actions of this feature. */
export const accountAudit = auditActions({
  adminCreated: "admin.created",
  adminRevoked: "admin.revoked",
  userVerified: "user.verified",
  secondFactorAdded: "second-factor.added",
  secondFactorRemoved: "second-factor.removed",
  recoveryCodesRenewed: "recovery-codes.renewed",
  accountDeleted: "account.deleted",
});

import { auditActions } from "#app/features/security/audit-action.ts";

/** The audit actions of this feature. */
export const mailAudit = auditActions({
  mailRetried: "mail.retried",
  suppressionAdded: "suppression.added",
  suppressionLifted: "suppression.lifted",
});

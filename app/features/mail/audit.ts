import { auditActions } from "#app/features/security/audit-action.ts";

/** What this feature records in the audit trail. */
export const mailAudit = auditActions({
  mailRetried: "mail.retried",
  suppressionAdded: "suppression.added",
  suppressionLifted: "suppression.lifted",
});

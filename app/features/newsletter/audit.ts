import { auditActions } from "#app/features/security/audit-action.ts";

/** What this feature records in the audit trail. */
export const newsletterAudit = auditActions({
  newsletterCreated: "newsletter.created",
  newsletterDeleted: "newsletter.deleted",
  newsletterTestSent: "newsletter.test-sent",
  newsletterScheduled: "newsletter.scheduled",
  newsletterUnscheduled: "newsletter.unscheduled",
  newsletterPaused: "newsletter.paused",
  newsletterResumed: "newsletter.resumed",
  newsletterCancelled: "newsletter.cancelled",
});

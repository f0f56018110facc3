import { auditActions } from "#app/features/security/audit-action.ts";

/** The audit actions of this feature. */
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

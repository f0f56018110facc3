import { type AuditObject, auditActions, auditGroup } from "#app/features/security/audit-action.ts";

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

const issue: AuditObject = { name: "Issue", page: (id) => `/admin/newsletter/${id}` };
const deleted: AuditObject = { name: "Issue", page: null };

export const newsletterAuditGroup = auditGroup("Newsletter", newsletterAudit, {
  newsletterCreated: ["created a newsletter issue", issue],
  newsletterDeleted: ["deleted a newsletter issue", deleted],
  newsletterTestSent: ["sent a test of a newsletter issue", issue],
  newsletterScheduled: ["sent or scheduled a newsletter issue", issue],
  newsletterUnscheduled: ["unscheduled a newsletter issue", issue],
  newsletterPaused: ["paused a newsletter issue", issue],
  newsletterResumed: ["resumed a newsletter issue", issue],
  newsletterCancelled: ["canceled a newsletter issue", issue],
});

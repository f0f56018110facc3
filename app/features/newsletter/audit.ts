import { type AuditObject, auditActions } from "#app/features/security/audit/audit-action.ts";

export const issueObject: AuditObject = { name: "Issue", page: (id) => `/admin/newsletter/${id}` };
const deleted: AuditObject = { name: "Issue", page: null };

export const { names: newsletterAudit, group: newsletterAuditGroup } = auditActions("Newsletter", {
  newsletterCreated: ["newsletter.created", "created a newsletter issue", issueObject],
  newsletterSaved: ["newsletter.saved", "edited a newsletter issue", issueObject],
  newsletterDeleted: ["newsletter.deleted", "deleted a newsletter issue", deleted],
  newsletterTestSent: ["newsletter.test-sent", "sent a test of a newsletter issue", issueObject],
  newsletterScheduled: ["newsletter.scheduled", "sent or scheduled a newsletter issue", issueObject],
  newsletterUnscheduled: ["newsletter.unscheduled", "unscheduled a newsletter issue", issueObject],
  newsletterPaused: ["newsletter.paused", "paused a newsletter issue", issueObject],
  newsletterResumed: ["newsletter.resumed", "resumed a newsletter issue", issueObject],
  newsletterCancelled: ["newsletter.cancelled", "canceled a newsletter issue", issueObject],
  newsletterPublished: ["newsletter.published", "published a newsletter issue in the archive", issueObject],
  newsletterWithdrawn: ["newsletter.withdrawn", "withdrew a newsletter issue from the archive", issueObject],
});

import { type AuditObject, auditActions, auditGroup } from "#app/features/security/audit/audit-action.ts";

export const newsletterAudit = auditActions({
  newsletterCreated: "newsletter.created",
  newsletterSaved: "newsletter.saved",
  newsletterDeleted: "newsletter.deleted",
  newsletterTestSent: "newsletter.test-sent",
  newsletterScheduled: "newsletter.scheduled",
  newsletterUnscheduled: "newsletter.unscheduled",
  newsletterPaused: "newsletter.paused",
  newsletterResumed: "newsletter.resumed",
  newsletterCancelled: "newsletter.cancelled",
  newsletterPublished: "newsletter.published",
  newsletterWithdrawn: "newsletter.withdrawn",
});

export const issueObject: AuditObject = { name: "Issue", page: (id) => `/admin/newsletter/${id}` };
const deleted: AuditObject = { name: "Issue", page: null };

export const newsletterAuditGroup = auditGroup("Newsletter", newsletterAudit, {
  newsletterCreated: ["created a newsletter issue", issueObject],
  newsletterSaved: ["edited a newsletter issue", issueObject],
  newsletterDeleted: ["deleted a newsletter issue", deleted],
  newsletterTestSent: ["sent a test of a newsletter issue", issueObject],
  newsletterScheduled: ["sent or scheduled a newsletter issue", issueObject],
  newsletterUnscheduled: ["unscheduled a newsletter issue", issueObject],
  newsletterPaused: ["paused a newsletter issue", issueObject],
  newsletterResumed: ["resumed a newsletter issue", issueObject],
  newsletterCancelled: ["canceled a newsletter issue", issueObject],
  newsletterPublished: ["published a newsletter issue in the archive", issueObject],
  newsletterWithdrawn: ["withdrew a newsletter issue from the archive", issueObject],
});

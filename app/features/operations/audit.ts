import { type AuditObject, auditActions } from "#app/features/security/audit/audit-action.ts";

/** The subject of entries about the whole database. */
export const databaseSubject = "database";

const jobs: AuditObject = { name: "Jobs", page: () => "/admin/jobs" };
const events: AuditObject = { name: "Events", page: () => "/admin/jobs/events" };
const database: AuditObject = { name: "Database", page: () => "/admin/settings" };
const integration: AuditObject = { name: "Integration", page: () => "/admin/settings" };

export const { names: operationsAudit, group: operationsAuditGroup } = auditActions("Jobs and settings", {
  jobsRetried: ["failed-jobs.retried", "retried failed jobs", jobs],
  jobsDiscarded: ["failed-jobs.discarded", "discarded failed jobs", jobs],
  deliveriesRequeued: ["event-deliveries.requeued", "delivered events again", events],
  integrationTested: ["integration.tested", "tested an integration", integration],
  backupMade: ["backup.made", "made a backup", database],
});

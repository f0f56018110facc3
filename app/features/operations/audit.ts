import { type AuditObject, auditActions, auditGroup } from "#app/features/security/audit/audit-action.ts";

export const operationsAudit = auditActions({
  jobsRetried: "failed-jobs.retried",
  jobsDiscarded: "failed-jobs.discarded",
  deliveriesRequeued: "event-deliveries.requeued",
  integrationTested: "integration.tested",
  backupMade: "backup.made",
});

/** The subject of entries about the whole database. */
export const databaseSubject = "database";

const jobs: AuditObject = { name: "Jobs", page: () => "/admin/jobs" };
const events: AuditObject = { name: "Events", page: () => "/admin/jobs/events" };
const database: AuditObject = { name: "Database", page: () => "/admin/settings" };
const integration: AuditObject = { name: "Integration", page: () => "/admin/settings" };

export const operationsAuditGroup = auditGroup("Jobs and settings", operationsAudit, {
  jobsRetried: ["retried failed jobs", jobs],
  jobsDiscarded: ["discarded failed jobs", jobs],
  deliveriesRequeued: ["delivered events again", events],
  integrationTested: ["tested an integration", integration],
  backupMade: ["made a backup", database],
});

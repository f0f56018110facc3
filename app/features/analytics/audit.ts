import { type AuditObject, auditActions, auditGroup } from "#app/features/security/audit-action.ts";

/** The audit actions of this feature. */
export const analyticsAudit = auditActions({
  ruleAccepted: "analytics-rule.accepted",
  ruleRejected: "analytics-rule.rejected",
  segmentCreated: "analytics-segment.created",
  segmentChanged: "analytics-segment.changed",
  segmentDeleted: "analytics-segment.deleted",
  annotationAdded: "analytics-annotation.added",
  annotationChanged: "analytics-annotation.changed",
  annotationDeleted: "analytics-annotation.deleted",
  funnelCreated: "analytics-funnel.created",
  funnelChanged: "analytics-funnel.changed",
  funnelDeleted: "analytics-funnel.deleted",
  weeklyMailStarted: "analytics-weekly-mail.started",
  weeklyMailStopped: "analytics-weekly-mail.stopped",
  historyUploaded: "analytics-import.uploaded",
  historyStarted: "analytics-import.started",
  historyDone: "analytics-import.done",
  historyRemoved: "analytics-import.removed",
  historyRejectedExported: "analytics-import.rejected-exported",
});

const rule: AuditObject = { name: "Rejection rule", page: null };
const segment: AuditObject = { name: "Segment", page: null };
const annotation: AuditObject = { name: "Annotation", page: null };
const funnel: AuditObject = { name: "Funnel", page: (id) => `/admin/funnel-analytics?funnel=${id}` };
const weeklyMail: AuditObject = { name: "Weekly mail about visits", page: null };
const history: AuditObject = { name: "Import of visits", page: (id) => `/admin/analytics/import/${id}` };

export const analyticsAuditGroup = auditGroup("Analytics", analyticsAudit, {
  ruleAccepted: ["counted the hits of a rejection rule", rule],
  weeklyMailStarted: ["subscribed to the weekly mail about visits", weeklyMail],
  weeklyMailStopped: ["unsubscribed from the weekly mail about visits", weeklyMail],
  historyUploaded: ["uploaded a history of visits", history],
  historyStarted: ["started an import of visits", history],
  historyDone: ["imported a history of visits", history],
  historyRemoved: ["removed an import of visits", history],
  historyRejectedExported: ["downloaded rejected rows of an import of visits", history],
  ruleRejected: ["rejected the hits of a rejection rule", rule],
  segmentCreated: ["saved a segment", segment],
  segmentChanged: ["changed a segment", segment],
  segmentDeleted: ["deleted a segment", segment],
  annotationAdded: ["added an annotation", annotation],
  annotationChanged: ["changed an annotation", annotation],
  annotationDeleted: ["deleted an annotation", annotation],
  funnelCreated: ["created a funnel", funnel],
  funnelChanged: ["changed a funnel", funnel],
  funnelDeleted: ["deleted a funnel", funnel],
});

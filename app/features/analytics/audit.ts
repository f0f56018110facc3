import { type AuditObject, auditActions } from "#app/features/security/audit/audit-action.ts";

const rule: AuditObject = { name: "Rejection rule", page: null };
export const segmentObject: AuditObject = { name: "Segment", page: null };
export const annotationObject: AuditObject = { name: "Annotation", page: null };
export const funnelObject: AuditObject = { name: "Funnel", page: (id) => `/admin/funnel-analytics/edit/${id}` };
const ofGoals = () => "/admin/analytics/goals";
const goal: AuditObject = { name: "Goal", page: ofGoals };
const sharedLink: AuditObject = { name: "Shared link to analytics", page: ofGoals };
const alerts: AuditObject = { name: "Alerts by email", page: null };
const weeklyMail: AuditObject = { name: "Weekly email about visits", page: null };
export const historyObject: AuditObject = { name: "Import of visits", page: (id) => `/admin/analytics/import/${id}` };

const visitorData: AuditObject = { name: "Export of visitor data", page: () => "/admin/analytics/import" };

export const { names: analyticsAudit, group: analyticsAuditGroup } = auditActions("Analytics", {
  ruleAccepted: ["analytics-rule.accepted", "counted the hits of a rejection rule", rule],
  goalCreated: ["analytics-goal.created", "created a goal", goal],
  goalChanged: ["analytics-goal.changed", "changed a goal", goal],
  goalDeleted: ["analytics-goal.deleted", "deleted a goal", goal],
  linkCreated: ["analytics-link.created", "shared a link to analytics", sharedLink],
  linkEnded: ["analytics-link.ended", "ended a shared link to analytics", sharedLink],
  alertsChanged: ["analytics-alerts.changed", "changed their alerts by email", alerts],
  weeklyMailStarted: ["analytics-weekly-mail.started", "subscribed to the weekly email about visits", weeklyMail],
  weeklyMailStopped: ["analytics-weekly-mail.stopped", "unsubscribed from the weekly email about visits", weeklyMail],
  historyUploaded: ["analytics-import.uploaded", "uploaded a history of visits", historyObject],
  historyStarted: ["analytics-import.started", "started an import of visits", historyObject],
  historyDone: ["analytics-import.done", "imported a history of visits", historyObject],
  historyRemoved: ["analytics-import.removed", "removed an import of visits", historyObject],
  historyRejectedExported: [
    "analytics-import.rejected-exported",
    "downloaded rejected rows of an import of visits",
    historyObject,
  ],
  visitorDataExported: ["analytics-data.exported", "exported visitor data", visitorData],
  ruleRejected: ["analytics-rule.rejected", "rejected the hits of a rejection rule", rule],
  segmentCreated: ["analytics-segment.created", "saved a segment", segmentObject],
  segmentChanged: ["analytics-segment.changed", "changed a segment", segmentObject],
  segmentDeleted: ["analytics-segment.deleted", "deleted a segment", segmentObject],
  annotationAdded: ["analytics-annotation.added", "added an annotation", annotationObject],
  annotationChanged: ["analytics-annotation.changed", "changed an annotation", annotationObject],
  annotationDeleted: ["analytics-annotation.deleted", "deleted an annotation", annotationObject],
  funnelCreated: ["analytics-funnel.created", "created a funnel", funnelObject],
  funnelChanged: ["analytics-funnel.changed", "changed a funnel", funnelObject],
  funnelDeleted: ["analytics-funnel.deleted", "deleted a funnel", funnelObject],
});

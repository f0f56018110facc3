import { type AuditObject, auditActions, auditGroup } from "#app/features/security/audit/audit-action.ts";

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
  goalCreated: "analytics-goal.created",
  goalChanged: "analytics-goal.changed",
  goalDeleted: "analytics-goal.deleted",
  linkCreated: "analytics-link.created",
  linkEnded: "analytics-link.ended",
  alertsChanged: "analytics-alerts.changed",
  weeklyMailStarted: "analytics-weekly-mail.started",
  weeklyMailStopped: "analytics-weekly-mail.stopped",
  historyUploaded: "analytics-import.uploaded",
  historyStarted: "analytics-import.started",
  historyDone: "analytics-import.done",
  historyRemoved: "analytics-import.removed",
  historyRejectedExported: "analytics-import.rejected-exported",
  visitorDataExported: "analytics-data.exported",
});

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

export const analyticsAuditGroup = auditGroup("Analytics", analyticsAudit, {
  ruleAccepted: ["counted the hits of a rejection rule", rule],
  goalCreated: ["created a goal", goal],
  goalChanged: ["changed a goal", goal],
  goalDeleted: ["deleted a goal", goal],
  linkCreated: ["shared a link to analytics", sharedLink],
  linkEnded: ["ended a shared link to analytics", sharedLink],
  alertsChanged: ["changed their alerts by email", alerts],
  weeklyMailStarted: ["subscribed to the weekly email about visits", weeklyMail],
  weeklyMailStopped: ["unsubscribed from the weekly email about visits", weeklyMail],
  historyUploaded: ["uploaded a history of visits", historyObject],
  historyStarted: ["started an import of visits", historyObject],
  historyDone: ["imported a history of visits", historyObject],
  historyRemoved: ["removed an import of visits", historyObject],
  historyRejectedExported: ["downloaded rejected rows of an import of visits", historyObject],
  visitorDataExported: ["exported visitor data", visitorData],
  ruleRejected: ["rejected the hits of a rejection rule", rule],
  segmentCreated: ["saved a segment", segmentObject],
  segmentChanged: ["changed a segment", segmentObject],
  segmentDeleted: ["deleted a segment", segmentObject],
  annotationAdded: ["added an annotation", annotationObject],
  annotationChanged: ["changed an annotation", annotationObject],
  annotationDeleted: ["deleted an annotation", annotationObject],
  funnelCreated: ["created a funnel", funnelObject],
  funnelChanged: ["changed a funnel", funnelObject],
  funnelDeleted: ["deleted a funnel", funnelObject],
});

import { type AuditObject, auditActions, auditGroup } from "#app/features/security/audit/audit-action.ts";

export const webhooksAudit = auditActions({
  endpointAdded: "webhook-endpoint.added",
  endpointChanged: "webhook-endpoint.changed",
  endpointPaused: "webhook-endpoint.paused",
  endpointResumed: "webhook-endpoint.resumed",
  endpointDeleted: "webhook-endpoint.deleted",
  secretRotated: "webhook-secret.rotated",
  secretRead: "webhook-secret.read",
  testSent: "webhook-test.sent",
  deliveriesReplayed: "webhook-deliveries.replayed",
});

export const endpointObject: AuditObject = {
  name: "Webhook endpoint",
  page: (id) => `/admin/webhook-setup-guide/endpoints/${id}`,
};

export const webhooksAuditGroup = auditGroup("Webhooks", webhooksAudit, {
  endpointAdded: ["added a webhook endpoint", endpointObject],
  endpointChanged: ["changed a webhook endpoint", endpointObject],
  endpointPaused: ["paused a webhook endpoint", endpointObject],
  endpointResumed: ["resumed a webhook endpoint", endpointObject],
  endpointDeleted: ["deleted a webhook endpoint", endpointObject],
  secretRotated: ["replaced the secret of a webhook endpoint", endpointObject],
  secretRead: ["viewed the secret of a webhook endpoint", endpointObject],
  testSent: ["sent a test event", endpointObject],
  deliveriesReplayed: ["sent events again", endpointObject],
});

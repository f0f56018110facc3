import { type AuditObject, auditActions } from "#app/features/security/audit/audit-action.ts";

export const endpointObject: AuditObject = {
  name: "Webhook endpoint",
  page: (id) => `/admin/webhook-setup-guide/endpoints/${id}`,
};

export const { names: webhooksAudit, group: webhooksAuditGroup } = auditActions("Webhooks", {
  endpointAdded: ["webhook-endpoint.added", "added a webhook endpoint", endpointObject],
  endpointChanged: ["webhook-endpoint.changed", "changed a webhook endpoint", endpointObject],
  endpointPaused: ["webhook-endpoint.paused", "paused a webhook endpoint", endpointObject],
  endpointResumed: ["webhook-endpoint.resumed", "resumed a webhook endpoint", endpointObject],
  endpointDeleted: ["webhook-endpoint.deleted", "deleted a webhook endpoint", endpointObject],
  secretRotated: ["webhook-secret.rotated", "replaced the secret of a webhook endpoint", endpointObject],
  secretRead: ["webhook-secret.read", "viewed the secret of a webhook endpoint", endpointObject],
  testSent: ["webhook-test.sent", "sent a test event", endpointObject],
  deliveriesReplayed: ["webhook-deliveries.replayed", "sent events again", endpointObject],
});

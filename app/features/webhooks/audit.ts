import { type AuditObject, auditActions, auditGroup } from "#app/features/security/audit-action.ts";

/** The audit actions of this feature. */
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

const endpoint: AuditObject = { name: "Webhook endpoint", page: (id) => `/admin/webhook-setup-guide/endpoints/${id}` };

export const webhooksAuditGroup = auditGroup("Webhooks", webhooksAudit, {
  endpointAdded: ["added a webhook endpoint", endpoint],
  endpointChanged: ["changed a webhook endpoint", endpoint],
  endpointPaused: ["paused a webhook endpoint", endpoint],
  endpointResumed: ["resumed a webhook endpoint", endpoint],
  endpointDeleted: ["deleted a webhook endpoint", endpoint],
  secretRotated: ["replaced the secret of a webhook endpoint", endpoint],
  secretRead: ["viewed the secret of a webhook endpoint", endpoint],
  testSent: ["sent a test event", endpoint],
  deliveriesReplayed: ["sent events again", endpoint],
});

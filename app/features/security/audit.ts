import { type AuditObject, auditActions, auditGroup } from "./audit/audit-action.ts";

export const securityAudit = auditActions({
  previewTokenCreated: "preview-token.created",
  previewTokenRevoked: "preview-token.revoked",
  apiTokenCreated: "api-token.created",
  apiTokenRevoked: "api-token.revoked",
  auditLogExported: "audit-log.exported",
});

const token: AuditObject = { name: "Preview token", page: null };
const apiToken: AuditObject = { name: "API token", page: () => "/admin/settings" };

export const securityAuditGroup = auditGroup("Security", securityAudit, {
  previewTokenCreated: ["created a preview token", token],
  previewTokenRevoked: ["revoked a preview token", token],
  apiTokenCreated: ["created an access token", apiToken],
  apiTokenRevoked: ["revoked an access token", apiToken],
  auditLogExported: ["exported the audit log", { name: "Audit log", page: () => "/admin/audit-log" }],
});

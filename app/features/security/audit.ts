import { type AuditObject, auditActions } from "./audit/audit-action.ts";

const token: AuditObject = { name: "Preview token", page: null };
const apiToken: AuditObject = { name: "API token", page: () => "/admin/settings" };

export const { names: securityAudit, group: securityAuditGroup } = auditActions("Security", {
  previewTokenCreated: ["preview-token.created", "created a preview token", token],
  previewTokenRevoked: ["preview-token.revoked", "revoked a preview token", token],
  apiTokenCreated: ["api-token.created", "created an access token", apiToken],
  apiTokenRevoked: ["api-token.revoked", "revoked an access token", apiToken],
  auditLogExported: [
    "audit-log.exported",
    "exported the audit log",
    { name: "Audit log", page: () => "/admin/audit-log" },
  ],
});

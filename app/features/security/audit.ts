import { type AuditObject, auditActions, auditGroup } from "./audit-action.ts";

/** The audit actions of this feature. */
export const securityAudit = auditActions({
  previewTokenCreated: "preview-token.created",
  previewTokenRevoked: "preview-token.revoked",
  auditLogExported: "audit-log.exported",
});

const token: AuditObject = { name: "Preview token", page: null };

export const securityAuditGroup = auditGroup("Security", securityAudit, {
  previewTokenCreated: ["created a preview token", token],
  previewTokenRevoked: ["revoked a preview token", token],
  auditLogExported: ["exported the audit log", { name: "Audit log", page: () => "/admin/audit-log" }],
});

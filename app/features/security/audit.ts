import { auditActions } from "./audit-action.ts";

/** What this feature records in the audit trail. */
export const securityAudit = auditActions({
  previewTokenCreated: "preview-token.created",
  previewTokenRevoked: "preview-token.revoked",
});

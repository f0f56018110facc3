import { auditActions } from "./audit-action.ts";

/** The audit actions of this feature. */
export const securityAudit = auditActions({
  previewTokenCreated: "preview-token.created",
  previewTokenRevoked: "preview-token.revoked",
});

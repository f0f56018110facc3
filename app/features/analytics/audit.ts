import { type AuditObject, auditActions, auditGroup } from "#app/features/security/audit-action.ts";

/** The audit actions of this feature. */
export const analyticsAudit = auditActions({
  ruleAccepted: "analytics-rule.accepted",
  ruleRejected: "analytics-rule.rejected",
});

const rule: AuditObject = { name: "Rejection rule", page: null };

export const analyticsAuditGroup = auditGroup("Analytics", analyticsAudit, {
  ruleAccepted: ["counted the hits of a rejection rule", rule],
  ruleRejected: ["rejected the hits of a rejection rule", rule],
});

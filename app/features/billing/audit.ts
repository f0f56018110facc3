import { auditActions } from "#app/features/security/audit-action.ts";

/** What this feature records in the audit trail. */
export const billingAudit = auditActions({
  invoicePaid: "invoice.paid",
  invoiceCancelled: "invoice.cancelled",
  paymentRefunded: "payment.refunded",
});

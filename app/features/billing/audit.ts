import { auditActions } from "#app/features/security/audit-action.ts";

/** The audit actions of this feature. */
export const billingAudit = auditActions({
  invoicePaid: "invoice.paid",
  invoiceCancelled: "invoice.cancelled",
  paymentRefunded: "payment.refunded",
});

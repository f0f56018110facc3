import { type AuditObject, auditActions } from "#app/features/security/audit/audit-action.ts";

export const paymentObject: AuditObject = { name: "Payment", page: () => "/admin/billing" };

export const { names: billingAudit, group: billingAuditGroup } = auditActions("Billing", {
  invoicePaid: ["invoice.paid", "marked an invoice as paid", paymentObject],
  invoiceCancelled: ["invoice.cancelled", "canceled an invoice", paymentObject],
  invoiceCorrected: ["invoice.corrected", "corrected an invoice", paymentObject],
  paymentRefunded: ["payment.refunded", "recorded a refund", paymentObject],
  refundDue: ["payment.refund-due", "set a payment due for refund", paymentObject],
  paymentChecked: ["payment.checked", "marked a payment as checked", paymentObject],
  paymentReported: ["payment.reported", "reported a payment", paymentObject, "Stripe"],
});

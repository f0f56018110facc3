import { type AuditObject, auditActions, auditGroup } from "#app/features/security/audit/audit-action.ts";

export const billingAudit = auditActions({
  invoicePaid: "invoice.paid",
  invoiceCancelled: "invoice.cancelled",
  invoiceCorrected: "invoice.corrected",
  paymentRefunded: "payment.refunded",
  refundDue: "payment.refund-due",
  paymentChecked: "payment.checked",
  paymentReported: "payment.reported",
});

export const paymentObject: AuditObject = { name: "Payment", page: () => "/admin/billing" };

export const billingAuditGroup = auditGroup("Billing", billingAudit, {
  invoicePaid: ["marked an invoice as paid", paymentObject],
  invoiceCancelled: ["canceled an invoice", paymentObject],
  invoiceCorrected: ["corrected an invoice", paymentObject],
  paymentRefunded: ["recorded a refund", paymentObject],
  refundDue: ["set a payment due for refund", paymentObject],
  paymentChecked: ["marked a payment as checked", paymentObject],
  paymentReported: ["reported a payment", paymentObject, "Stripe"],
});

import { type AuditObject, auditActions } from "#app/features/security/audit/audit-action.ts";

export const mailObject: AuditObject = { name: "Mail", page: (id) => `/admin/mail/${id}` };
export const suppressionObject: AuditObject = { name: "Suppression", page: () => "/admin/mail/suppressions" };

export const { names: mailAudit, group: mailAuditGroup } = auditActions("Mail", {
  mailRetried: ["mail.retried", "retried an email", mailObject],
  suppressionAdded: ["suppression.added", "stopped all lists for an address", suppressionObject],
  suppressionLifted: ["suppression.lifted", "lifted a suppression", suppressionObject],
});

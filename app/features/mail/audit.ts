import { type AuditObject, auditActions, auditGroup } from "#app/features/security/audit/audit-action.ts";

export const mailAudit = auditActions({
  mailRetried: "mail.retried",
  suppressionAdded: "suppression.added",
  suppressionLifted: "suppression.lifted",
});

export const mailObject: AuditObject = { name: "Mail", page: (id) => `/admin/mail/${id}` };
export const suppressionObject: AuditObject = { name: "Suppression", page: () => "/admin/mail/suppressions" };

export const mailAuditGroup = auditGroup("Mail", mailAudit, {
  mailRetried: ["retried an email", mailObject],
  suppressionAdded: ["stopped all lists for an address", suppressionObject],
  suppressionLifted: ["lifted a suppression", suppressionObject],
});

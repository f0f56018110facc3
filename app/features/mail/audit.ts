import { type AuditObject, auditActions, auditGroup } from "#app/features/security/audit-action.ts";

/** The audit actions of this feature. */
export const mailAudit = auditActions({
  mailRetried: "mail.retried",
  suppressionAdded: "suppression.added",
  suppressionLifted: "suppression.lifted",
});

const message: AuditObject = { name: "Mail", page: (id) => `/admin/mail/${id}` };
const suppression: AuditObject = { name: "Suppression", page: () => "/admin/mail/suppressions" };

export const mailAuditGroup = auditGroup("Mail", mailAudit, {
  mailRetried: ["retried a mail", message],
  suppressionAdded: ["stopped all lists for an address", suppression],
  suppressionLifted: ["lifted a suppression", suppression],
});

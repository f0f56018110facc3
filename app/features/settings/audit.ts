import { type AuditObject, auditActions, auditGroup } from "#app/features/security/audit/audit-action.ts";

export const settingsAudit = auditActions({
  changed: "setting.changed",
  undone: "setting.undone",
});

const setting: AuditObject = { name: "Setting", page: () => "/admin/settings" };

export const settingsAuditGroup = auditGroup("Settings", settingsAudit, {
  changed: ["changed a setting", setting],
  undone: ["undid a change of a setting", setting],
});

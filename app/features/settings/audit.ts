import { type AuditObject, auditActions } from "#app/features/security/audit/audit-action.ts";

const setting: AuditObject = { name: "Setting", page: () => "/admin/settings" };

export const { names: settingsAudit, group: settingsAuditGroup } = auditActions("Settings", {
  changed: ["setting.changed", "changed a setting", setting],
  undone: ["setting.undone", "undid a change of a setting", setting],
});

import { auditActions } from "#app/features/security/audit-action.ts";

/** What this feature records in the audit trail. */
export const pipelineAudit = auditActions({
  prospectCreated: "prospect.created",
  prospectEdited: "prospect.edited",
  stageChanged: "prospect.stage-changed",
  noteWritten: "prospect.note-written",
  noteDeleted: "prospect.note-deleted",
  taskCreated: "prospect.task-created",
  taskChanged: "prospect.task-changed",
  taskDeleted: "prospect.task-deleted",
  prospectsMerged: "prospect.merged",
  mergeUndone: "prospect.merge-undone",
});

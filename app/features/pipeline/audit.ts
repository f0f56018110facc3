import { type AuditObject, auditActions, auditGroup } from "#app/features/security/audit/audit-action.ts";

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
  prospectsMoved: "prospects.moved",
  prospectsChanged: "prospects.changed",
  prospectsDeleted: "prospects.deleted",
  importUploaded: "prospect-import.uploaded",
  importStarted: "prospect-import.started",
  importDone: "prospect-import.done",
  importDeleted: "prospect-import.deleted",
  importUndoStarted: "prospect-import.undo-started",
  importUndone: "prospect-import.undone",
  rejectedRowsExported: "prospect-import.rejected-exported",
  prospectsExported: "prospects.exported",
  viewSaved: "pipeline-view.saved",
  viewChanged: "pipeline-view.changed",
  viewDeleted: "pipeline-view.deleted",
});

export const prospectObject: AuditObject = { name: "Prospect", page: (id) => `/admin/prospect-pipeline/${id}` };

const selection: AuditObject = { name: "Selection", page: null };
export const importObject: AuditObject = { name: "Import", page: (id) => `/admin/prospect-pipeline/import/${id}` };
export const viewObject: AuditObject = { name: "View", page: null };

export const pipelineAuditGroup = auditGroup("Pipeline", pipelineAudit, {
  prospectCreated: ["added a prospect", prospectObject],
  prospectEdited: ["edited a prospect", prospectObject],
  stageChanged: ["moved a prospect", prospectObject],
  noteWritten: ["wrote a note", prospectObject],
  noteDeleted: ["deleted a note", prospectObject],
  taskCreated: ["added a task", prospectObject],
  taskChanged: ["changed a task", prospectObject],
  taskDeleted: ["deleted a task", prospectObject],
  prospectsMerged: ["merged prospects", prospectObject],
  mergeUndone: ["undid a merge", prospectObject],
  prospectsMoved: ["moved several prospects", selection],
  prospectsChanged: ["changed several prospects", selection],
  prospectsDeleted: ["deleted prospects", selection],
  importUploaded: ["uploaded a file of prospects", importObject],
  importStarted: ["started an import of prospects", importObject],
  importDone: ["finished an import of prospects", importObject],
  importDeleted: ["deleted an uploaded file", importObject],
  importUndoStarted: ["started undoing an import of prospects", importObject],
  importUndone: ["finished undoing an import of prospects", importObject],
  rejectedRowsExported: ["downloaded the rejected rows of an import", importObject],
  prospectsExported: ["exported prospects", selection],
  viewSaved: ["saved a view of the pipeline", viewObject],
  viewChanged: ["changed a view of the pipeline", viewObject],
  viewDeleted: ["deleted a view of the pipeline", viewObject],
});

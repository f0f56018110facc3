import { type AuditObject, auditActions } from "#app/features/security/audit/audit-action.ts";

export const prospectObject: AuditObject = { name: "Prospect", page: (id) => `/admin/prospect-pipeline/${id}` };

const selection: AuditObject = { name: "Selection", page: null };
export const importObject: AuditObject = { name: "Import", page: (id) => `/admin/prospect-pipeline/import/${id}` };
export const viewObject: AuditObject = { name: "View", page: null };

export const { names: pipelineAudit, group: pipelineAuditGroup } = auditActions("Pipeline", {
  prospectCreated: ["prospect.created", "added a prospect", prospectObject],
  prospectEdited: ["prospect.edited", "edited a prospect", prospectObject],
  stageChanged: ["prospect.stage-changed", "moved a prospect", prospectObject],
  noteWritten: ["prospect.note-written", "wrote a note", prospectObject],
  noteDeleted: ["prospect.note-deleted", "deleted a note", prospectObject],
  taskCreated: ["prospect.task-created", "added a task", prospectObject],
  taskChanged: ["prospect.task-changed", "changed a task", prospectObject],
  taskDeleted: ["prospect.task-deleted", "deleted a task", prospectObject],
  prospectsMerged: ["prospect.merged", "merged prospects", prospectObject],
  mergeUndone: ["prospect.merge-undone", "undid a merge", prospectObject],
  prospectsMoved: ["prospects.moved", "moved several prospects", selection],
  prospectsChanged: ["prospects.changed", "changed several prospects", selection],
  prospectsDeleted: ["prospects.deleted", "deleted prospects", selection],
  importUploaded: ["prospect-import.uploaded", "uploaded a file of prospects", importObject],
  importStarted: ["prospect-import.started", "started an import of prospects", importObject],
  importDone: ["prospect-import.done", "finished an import of prospects", importObject],
  importDeleted: ["prospect-import.deleted", "deleted an uploaded file", importObject],
  importUndoStarted: ["prospect-import.undo-started", "started undoing an import of prospects", importObject],
  importUndone: ["prospect-import.undone", "finished undoing an import of prospects", importObject],
  rejectedRowsExported: [
    "prospect-import.rejected-exported",
    "downloaded the rejected rows of an import",
    importObject,
  ],
  prospectsExported: ["prospects.exported", "exported prospects", selection],
  viewSaved: ["pipeline-view.saved", "saved a view of the pipeline", viewObject],
  viewChanged: ["pipeline-view.changed", "changed a view of the pipeline", viewObject],
  viewDeleted: ["pipeline-view.deleted", "deleted a view of the pipeline", viewObject],
});

import { z } from "@hono/zod-openapi";
import { mergeFieldKeys } from "#app/features/pipeline/merging/merge-fields.ts";
import { mergeProspects, undoMerge } from "#app/features/pipeline/merging/merging.server.ts";
import { deleteNote, editNote, writeNote } from "#app/features/pipeline/notes/notes.server.ts";
import {
  createProspect,
  editProspect,
  moveProspect,
} from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import { readProspectState } from "#app/features/pipeline/prospects/prospect-detail.server.ts";
import {
  NewProspect,
  NoteEdit,
  NoteText,
  ProspectEdit,
  StageMove,
  TaskEdit,
  TaskText,
} from "#app/features/pipeline/prospects/prospect-input.ts";
import { lostNoteText, type Stage, stageLabel } from "#app/features/pipeline/prospects/stages.ts";
import { dueDateText } from "#app/features/pipeline/tasks/due-dates.ts";
import { addTask, deleteTask, editTask, markTask } from "#app/features/pipeline/tasks/tasks.server.ts";
import { Created, recordId, seenVersion } from "../endpoint.server.ts";
import { adminArea, endpoints } from "../endpoints.server.ts";

const MergeRequest = z.object({
  mergedId: recordId(),
  take: z.array(z.enum(mergeFieldKeys)).default([]).describe("Fields with the value of the merged prospect"),
});

/** Refusals of every change of one or many prospects. */
export const prospectRefusals = {
  unknown_owner: [422, "Choose an owner from the list.", { ownerId: "This person is not an admin." }],
  note_required: [422, lostNoteText, { note: lostNoteText }],
} as const;

const admin = adminArea(
  "pipeline",
  {
    ...prospectRefusals,
    exists: "This address is in the pipeline already.",
    stale: staleMessage,
    unknown_assignee: [422, "Choose an assignee from the list.", { assigneeId: "This person is not an admin." }],
    due_date_not_allowed: [422, dueDateText, { dueOn: dueDateText }],
    reason_required: [422, "Choose why the prospect was lost.", { reason: "Choose why the prospect was lost." }],
    same: "Choose another prospect: one cannot be merged into itself.",
    undone: "This merge was undone already.",
    later_merge: "A later merge includes this one. Undo the later merge first.",
    address_gone: "This merge cannot be undone: one prospect would have no email address.",
  },
  [404, 409, 422],
);

export const pipelineAdminEndpoints = endpoints(
  admin.post("/admin/prospects", {
    summary: "Add a prospect by hand",
    body: NewProspect,
    creates: Created,
    command: createProspect,
  }),
  admin.get("/admin/prospects/{prospectId}/state", {
    summary: "A value that changes whenever a prospect, a note or a task of it changes",
    returns: z.object({ state: z.string(), mergedInto: z.uuid().nullable() }),
    command: readProspectState,
  }),
  admin.put("/admin/prospects/{prospectId}", {
    summary: "Save a prospect's contact, owner, tags and expected close date",
    body: ProspectEdit,
    returns: z.object({ version: z.int() }),
    command: editProspect,
  }),
  admin.post("/admin/prospects/{prospectId}/stage", {
    summary: "Move a prospect to another stage",
    body: StageMove,
    command: moveProspect,
  }),
  admin.post("/admin/prospects/{prospectId}/notes", {
    summary: "Write a note about a prospect",
    body: NoteText,
    creates: Created,
    command: writeNote,
  }),
  admin.put("/admin/prospect-notes/{noteId}", {
    summary: "Change a note",
    body: NoteEdit,
    command: editNote,
  }),
  admin.delete("/admin/prospect-notes/{noteId}", {
    summary: "Delete a note",
    query: seenVersion,
    refusals: { stale: "Another admin changed this note. Check it, then delete it again." },
    command: deleteNote,
  }),
  admin.post("/admin/prospects/{prospectId}/tasks", {
    summary: "Add a task to a prospect",
    body: TaskText,
    creates: Created,
    command: addTask,
  }),
  admin.put("/admin/prospect-tasks/{taskId}", {
    summary: "Change a task",
    body: TaskEdit,
    command: editTask,
  }),
  admin.delete("/admin/prospect-tasks/{taskId}", {
    summary: "Delete a task",
    query: seenVersion,
    refusals: { stale: "Another admin changed this task. Check it, then delete it again." },
    command: deleteTask,
  }),
  admin.put("/admin/prospect-tasks/{taskId}/done", {
    summary: "Mark a task as done, or open again",
    body: z.object({ isDone: z.boolean() }),
    command: markTask,
  }),
  admin.post("/admin/prospects/{prospectId}/merges", {
    summary: "Merge another prospect into this one",
    body: MergeRequest,
    creates: z.object({ mergeId: z.string() }),
    command: (ctx, { prospectId: keptId, ...input }) => mergeProspects(ctx, { keptId, ...input }),
  }),
  admin.delete("/admin/prospect-merges/{mergeId}", {
    summary: "Undo a merge",
    command: undoMerge,
  }),
);

function staleMessage(reason: { version: number } | { stage: Stage } | { body: string; version: number }): string {
  if ("stage" in reason) return `This prospect is now in ${stageLabel(reason.stage)}. Check it, then move it again.`;
  if ("body" in reason)
    return "Another admin changed this note. Your text is still in the form: compare it, then save again.";
  return "This prospect changed while you were editing. Your text is still in the form: compare it, then save again.";
}

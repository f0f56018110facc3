import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { dueDateText } from "#app/features/pipeline/due-dates.ts";
import { mergeFieldKeys } from "#app/features/pipeline/merge-fields.ts";
import { mergeProspects, undoMerge } from "#app/features/pipeline/merging.server.ts";
import { deleteNote, editNote, writeNote } from "#app/features/pipeline/notes.server.ts";
import { createProspect, editProspect, moveProspect } from "#app/features/pipeline/prospect-commands.server.ts";
import { readProspectState } from "#app/features/pipeline/prospect-detail.server.ts";
import {
  NewProspect,
  NoteEdit,
  NoteText,
  ProspectEdit,
  StageMove,
  TaskEdit,
  TaskText,
} from "#app/features/pipeline/prospect-input.ts";
import { lostNoteText, type Stage, stageLabel } from "#app/features/pipeline/stages.ts";
import { addTask, deleteTask, editTask, markTask } from "#app/features/pipeline/tasks.server.ts";
import type { Refusal, Stale } from "#app/lib/refusal.ts";
import { never, type Result } from "#app/lib/result.ts";
import {
  adminFirst,
  adminOnly,
  answers,
  Created,
  Done,
  done,
  jsonBody,
  newEndpoints,
  notFound,
  recordId,
  refusal,
  refusals,
  seenVersion,
} from "./endpoint.server.ts";

const MergeRequest = z.object({
  mergedId: recordId(),
  take: z.array(z.enum(mergeFieldKeys)).default([]).describe("Fields with the value of the merged prospect"),
});
const ofProspect = z.object({ prospectId: recordId() });
const ofNote = z.object({ noteId: recordId() });
const ofTask = z.object({ taskId: recordId() });
/** The statuses that `answer` can return. */
const refused = refusals(401, 403, 404, 409, 422);

export const pipelineAdminEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/prospects",
      summary: "Add a prospect by hand",
      middleware: adminOnly,
      request: { body: jsonBody(NewProspect) },
      responses: { ...answers(201, Created), ...refused },
    }),
    async (c) => answer(c, await createProspect(c.get("ctx"), c.req.valid("json")), (value) => c.json(value, 201)),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/admin/prospects/{prospectId}/state",
      summary: "A value that changes whenever a prospect, a note or a task of it changes",
      middleware: adminOnly,
      request: { params: ofProspect },
      responses: { ...answers(200, z.object({ state: z.string(), mergedInto: z.uuid().nullable() })), ...refused },
    }),
    async (c) => answer(c, await readProspectState(c.get("ctx"), c.req.valid("param")), (value) => c.json(value, 200)),
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/prospects/{prospectId}",
      summary: "Save a prospect's contact, owner, tags and expected close date",
      middleware: adminOnly,
      request: { params: ofProspect, body: jsonBody(ProspectEdit) },
      responses: { ...answers(200, z.object({ version: z.int() })), ...refused },
    }),
    async (c) =>
      answer(c, await editProspect(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") }), (value) =>
        c.json(value, 200),
      ),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/prospects/{prospectId}/stage",
      summary: "Move a prospect to another stage",
      middleware: adminOnly,
      request: { params: ofProspect, body: jsonBody(StageMove) },
      responses: { ...answers(200, Done), ...refused },
    }),
    async (c) =>
      answer(c, await moveProspect(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") }), () =>
        c.json(done, 200),
      ),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/prospects/{prospectId}/notes",
      summary: "Write a note about a prospect",
      middleware: adminOnly,
      request: { params: ofProspect, body: jsonBody(NoteText) },
      responses: { ...answers(201, Created), ...refused },
    }),
    async (c) =>
      answer(c, await writeNote(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") }), (value) =>
        c.json(value, 201),
      ),
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/prospect-notes/{noteId}",
      summary: "Change a note",
      middleware: adminOnly,
      request: { params: ofNote, body: jsonBody(NoteEdit) },
      responses: { ...answers(200, Done), ...refused },
    }),
    async (c) =>
      answer(c, await editNote(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") }), () =>
        c.json(done, 200),
      ),
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/prospect-notes/{noteId}",
      summary: "Delete a note",
      middleware: adminOnly,
      request: { params: ofNote, query: seenVersion },
      responses: { ...answers(200, Done), ...refused },
    }),
    async (c) =>
      answer(
        c,
        await deleteNote(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("query") }),
        () => c.json(done, 200),
        "Another admin changed this note. Check it, then delete it again.",
      ),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/prospects/{prospectId}/tasks",
      summary: "Add a task to a prospect",
      middleware: adminOnly,
      request: { params: ofProspect, body: jsonBody(TaskText) },
      responses: { ...answers(201, Created), ...refused },
    }),
    async (c) =>
      answer(c, await addTask(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") }), (value) =>
        c.json(value, 201),
      ),
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/prospect-tasks/{taskId}",
      summary: "Change a task",
      middleware: adminOnly,
      request: { params: ofTask, body: jsonBody(TaskEdit) },
      responses: { ...answers(200, Done), ...refused },
    }),
    async (c) =>
      answer(c, await editTask(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") }), () =>
        c.json(done, 200),
      ),
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/prospect-tasks/{taskId}",
      summary: "Delete a task",
      middleware: adminOnly,
      request: { params: ofTask, query: seenVersion },
      responses: { ...answers(200, Done), ...refused },
    }),
    async (c) =>
      answer(
        c,
        await deleteTask(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("query") }),
        () => c.json(done, 200),
        "Another admin changed this task. Check it, then delete it again.",
      ),
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/prospect-tasks/{taskId}/done",
      summary: "Mark a task as done, or open again",
      middleware: adminOnly,
      request: { params: ofTask, body: jsonBody(z.object({ isDone: z.boolean() })) },
      responses: { ...answers(200, Done), ...refused },
    }),
    async (c) =>
      answer(c, await markTask(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") }), () =>
        c.json(done, 200),
      ),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/prospects/{prospectId}/merges",
      summary: "Merge another prospect into this one",
      middleware: adminOnly,
      request: { params: ofProspect, body: jsonBody(MergeRequest) },
      responses: { ...answers(201, z.object({ mergeId: z.string() })), ...refused },
    }),
    async (c) => {
      const input = { keptId: c.req.valid("param").prospectId, ...c.req.valid("json") };
      return answer(c, await mergeProspects(c.get("ctx"), input), (value) => c.json(value, 201));
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/prospect-merges/{mergeId}",
      summary: "Undo a merge",
      middleware: adminOnly,
      request: { params: z.object({ mergeId: recordId() }) },
      responses: { ...answers(200, Done), ...refused },
    }),
    async (c) => answer(c, await undoMerge(c.get("ctx"), c.req.valid("param")), () => c.json(done, 200)),
  );

type UndoRefusal = "undone" | "later_merge" | "address_gone";
type PipelineRefusal =
  | Refusal<"not_admin" | "not_found" | "exists" | "unknown_owner" | "unknown_assignee" | "due_date_not_allowed">
  | Refusal<"reason_required" | "note_required" | "same" | UndoRefusal>
  | Stale<{ version: number } | { stage: Stage } | { body: string; version: number }>;

function answer<Value, Answer>(
  c: Context,
  result: Result<Value, PipelineRefusal>,
  json: (value: Value) => Answer,
  /** The message for `stale`, if it does not come from an edit. */
  staleText?: string,
) {
  if (result.ok) return json(result.value);
  const { reason } = result;
  switch (reason.kind) {
    case "not_admin":
      return adminFirst(c);
    case "not_found":
      return notFound(c);
    case "exists":
      return refusal(c, 409, reason.kind, "This address is in the pipeline already.");
    case "stale":
      return refusal(c, 409, reason.kind, staleText ?? staleMessage(reason));
    case "unknown_owner":
      return refusal(c, 422, reason.kind, "Choose an owner from the list.", {
        fields: { ownerId: "This person is not an admin." },
      });
    case "unknown_assignee":
      return refusal(c, 422, reason.kind, "Choose an assignee from the list.", {
        fields: { assigneeId: "This person is not an admin." },
      });
    case "due_date_not_allowed":
      return refusal(c, 422, reason.kind, dueDateText, { fields: { dueOn: dueDateText } });
    case "reason_required":
      return refusal(c, 422, reason.kind, "Choose why the prospect was lost.", {
        fields: { reason: "Choose why the prospect was lost." },
      });
    case "note_required":
      return refusal(c, 422, reason.kind, lostNoteText, { fields: { note: lostNoteText } });
    case "same":
      return refusal(c, 409, reason.kind, "Choose another prospect: one cannot be merged into itself.");
    case "undone":
      return refusal(c, 409, reason.kind, "This merge was undone already.");
    case "later_merge":
      return refusal(c, 409, reason.kind, "A later merge includes this one. Undo the later merge first.");
    case "address_gone":
      return refusal(c, 409, reason.kind, "This merge cannot be undone: one prospect would have no email address.");
    default:
      return never(reason);
  }
}

function staleMessage(reason: Extract<PipelineRefusal, { kind: "stale" }>): string {
  if ("stage" in reason) return `This prospect is now in ${stageLabel(reason.stage)}. Check it, then move it again.`;
  if ("body" in reason)
    return "Another admin changed this note. Your text is still in the form: compare it, then save again.";
  return "This prospect changed while you were editing. Your text is still in the form: compare it, then save again.";
}

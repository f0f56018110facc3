import { createRoute, z } from "@hono/zod-openapi";
import { mergeProspects, undoMerge } from "#app/features/pipeline/merging.server.ts";
import { deleteNote, editNote, writeNote } from "#app/features/pipeline/notes.server.ts";
import { createProspect, editProspect, moveProspect } from "#app/features/pipeline/prospect-commands.server.ts";
import {
  NewProspect,
  NoteEdit,
  NoteText,
  ProspectEdit,
  StageMove,
  TaskText,
} from "#app/features/pipeline/prospect-input.ts";
import { stageLabel } from "#app/features/pipeline/stages.ts";
import { addTask, editTask, markTask } from "#app/features/pipeline/tasks.server.ts";
import { never } from "#app/lib/result.ts";
import {
  adminFirst,
  adminOnly,
  answers,
  jsonBody,
  newEndpoints,
  notFound,
  recordId,
  refusal,
  refusals,
} from "./endpoint.server.ts";

const ofProspect = z.object({ prospectId: recordId() });
const ofNote = z.object({ noteId: recordId() });
const ofTask = z.object({ taskId: recordId() });
const Done = z.object({ ok: z.literal(true) });
const Created = z.object({ id: z.string() });
const done = { ok: true as const };

/** What admins do in the pipeline. */
export const pipelineAdminEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/prospects",
      summary: "Add a prospect by hand",
      middleware: adminOnly,
      request: { body: jsonBody(NewProspect) },
      responses: { ...answers(201, Created), ...refusals(401, 403, 409, 422) },
    }),
    async (c) => {
      const result = await createProspect(c.get("ctx"), c.req.valid("json"));
      if (result.ok) return c.json(result.value, 201);
      switch (result.reason.kind) {
        case "not_admin":
          return adminFirst(c);
        case "exists":
          return refusal(c, 409, "exists", "This address is in the pipeline already.");
        default:
          return never(result.reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/prospects/{prospectId}",
      summary: "Save a prospect's contact, owner, tags and expected close date",
      middleware: adminOnly,
      request: { params: ofProspect, body: jsonBody(ProspectEdit) },
      responses: { ...answers(200, z.object({ version: z.int() })), ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => {
      const result = await editProspect(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") });
      if (result.ok) return c.json(result.value, 200);
      switch (result.reason.kind) {
        case "not_admin":
          return adminFirst(c);
        case "not_found":
          return notFound(c);
        case "stale":
          return refusal(
            c,
            409,
            "stale",
            "A colleague saved this prospect while you were editing. Your text is still in the form: compare it, then save again.",
          );
        case "unknown_owner":
          return refusal(c, 422, "unknown_owner", "Choose an owner from the list.", {
            fields: { ownerId: "This person is not an admin." },
          });
        default:
          return never(result.reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/prospects/{prospectId}/stage",
      summary: "Move a prospect to another stage",
      middleware: adminOnly,
      request: { params: ofProspect, body: jsonBody(StageMove) },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => {
      const result = await moveProspect(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") });
      if (result.ok) return c.json(done, 200);
      const { reason } = result;
      switch (reason.kind) {
        case "not_admin":
          return adminFirst(c);
        case "not_found":
          return notFound(c);
        case "stale":
          return refusal(
            c,
            409,
            "stale",
            `This prospect is now in ${stageLabel(reason.stage)}. Check it, then move it again.`,
          );
        case "reason_required":
          return refusal(c, 422, "reason_required", "Choose why the prospect was lost.", {
            fields: { reason: "Choose why the prospect was lost." },
          });
        default:
          return never(reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/prospects/{prospectId}/notes",
      summary: "Write a note about a prospect",
      middleware: adminOnly,
      request: { params: ofProspect, body: jsonBody(NoteText) },
      responses: { ...answers(201, Created), ...refusals(401, 403, 404, 422) },
    }),
    async (c) => {
      const result = await writeNote(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") });
      if (result.ok) return c.json(result.value, 201);
      return result.reason.kind === "not_admin" ? adminFirst(c) : notFound(c);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/prospect-notes/{noteId}",
      summary: "Change a note",
      middleware: adminOnly,
      request: { params: ofNote, body: jsonBody(NoteEdit) },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => {
      const result = await editNote(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") });
      if (result.ok) return c.json(done, 200);
      switch (result.reason.kind) {
        case "not_admin":
          return adminFirst(c);
        case "not_found":
          return notFound(c);
        case "stale":
          return refusal(c, 409, "stale", "A colleague changed this note. Reload the page to see it, then edit again.");
        default:
          return never(result.reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/prospect-notes/{noteId}",
      summary: "Delete a note",
      middleware: adminOnly,
      request: { params: ofNote },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404) },
    }),
    async (c) => {
      const result = await deleteNote(c.get("ctx"), c.req.valid("param"));
      return result.ok ? c.json(done, 200) : adminFirst(c);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/prospects/{prospectId}/tasks",
      summary: "Add a task to a prospect",
      middleware: adminOnly,
      request: { params: ofProspect, body: jsonBody(TaskText) },
      responses: { ...answers(201, Created), ...refusals(401, 403, 404, 422) },
    }),
    async (c) => {
      const result = await addTask(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") });
      if (result.ok) return c.json(result.value, 201);
      return result.reason.kind === "not_admin" ? adminFirst(c) : notFound(c);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/prospect-tasks/{taskId}",
      summary: "Change a task",
      middleware: adminOnly,
      request: { params: ofTask, body: jsonBody(TaskText) },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 422) },
    }),
    async (c) => {
      const result = await editTask(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") });
      if (result.ok) return c.json(done, 200);
      return result.reason.kind === "not_admin" ? adminFirst(c) : notFound(c);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/prospect-tasks/{taskId}/done",
      summary: "Mark a task as done, or open again",
      middleware: adminOnly,
      request: { params: ofTask, body: jsonBody(z.object({ isDone: z.boolean() })) },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 422) },
    }),
    async (c) => {
      const result = await markTask(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") });
      if (result.ok) return c.json(done, 200);
      return result.reason.kind === "not_admin" ? adminFirst(c) : notFound(c);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/prospects/{prospectId}/merges",
      summary: "Merge another prospect into this one",
      middleware: adminOnly,
      request: { params: ofProspect, body: jsonBody(z.object({ mergedId: recordId() })) },
      responses: { ...answers(201, z.object({ mergeId: z.string() })), ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => {
      const input = { keptId: c.req.valid("param").prospectId, mergedId: c.req.valid("json").mergedId };
      const result = await mergeProspects(c.get("ctx"), input);
      if (result.ok) return c.json(result.value, 201);
      switch (result.reason.kind) {
        case "not_admin":
          return adminFirst(c);
        case "not_found":
          return notFound(c);
        case "same":
          return refusal(c, 409, "same", "Choose another prospect: one cannot be merged into itself.");
        default:
          return never(result.reason);
      }
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/prospect-merges/{mergeId}",
      summary: "Undo a merge",
      middleware: adminOnly,
      request: { params: z.object({ mergeId: recordId() }) },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409) },
    }),
    async (c) => {
      const result = await undoMerge(c.get("ctx"), c.req.valid("param"));
      if (result.ok) return c.json(done, 200);
      switch (result.reason.kind) {
        case "not_admin":
          return adminFirst(c);
        case "not_found":
          return notFound(c);
        case "undone":
          return refusal(c, 409, "undone", "This merge was undone already.");
        default:
          return never(result.reason);
      }
    },
  );

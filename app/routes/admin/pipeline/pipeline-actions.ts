import { deletedPartsText, type ManyChanged } from "#app/features/pipeline/lists/bulk.ts";
import type { MergeField } from "#app/features/pipeline/merging/merge-fields.ts";
import { creationFields } from "#app/features/pipeline/prospect-fields.ts";
import { type NewProspect, ProspectEdit } from "#app/features/pipeline/prospects/prospect-input.ts";
import type { LostReason, Stage } from "#app/features/pipeline/prospects/stages.ts";
import { type FormFields, type IntentOf, runIntent } from "#app/lib/forms/form-intent.ts";
import { pick } from "#app/lib/program/record-of.ts";
import type { pipelineAdminEndpoints } from "#app/routes/api/admin/pipeline-admin.server.ts";
import type { pipelineListsAdminEndpoints } from "#app/routes/api/admin/pipeline-lists-admin.server.ts";
import { type ActionResult, actionsOf } from "#app/shell/admin/action.tsx";
import { enrollmentActions } from "../sequences/sequence-actions.ts";

const act = actionsOf<typeof pipelineAdminEndpoints | typeof pipelineListsAdminEndpoints>();

const prospectIn = (form: FormFields) => ({ prospectId: form.text("prospectId") });
const taskIn = (form: FormFields) => ({ taskId: form.text("taskId") });
const orNull = (text: string) => text.trim() || null;

export const pipelineActions = {
  ...enrollmentActions,
  create: async (form: FormFields) => {
    const json = pick(form.all(), ["email", ...creationFields]) as NewProspect;
    return act("POST /admin/prospects", json, "Added to the pipeline.");
  },
  move: async (form: FormFields) => {
    const [from, to] = [form.text("from") as Stage, form.text("to") as Stage];
    const reason = orNull(form.text("reason")) as LostReason | null;
    const note = orNull(form.text("note"));
    const param = prospectIn(form);
    return act(
      "POST /admin/prospects/{prospectId}/stage",
      { ...param, from, to, reason, note },
      `Moved to ${form.text("label")}.`,
      from === "lost" ? {} : { undo: { intent: "move", ...param, from: to, to: from, label: form.text("fromLabel") } },
    );
  },
  edit: async (form: FormFields) => {
    const json = ProspectEdit.parse(form.json("prospect"));
    return act("PUT /admin/prospects/{prospectId}", { ...prospectIn(form), ...json }, "Saved.");
  },
  "write-note": async (form: FormFields) =>
    act("POST /admin/prospects/{prospectId}/notes", { ...prospectIn(form), body: form.text("body") }, "Note saved."),
  "edit-note": async (form: FormFields) =>
    act(
      "PUT /admin/prospect-notes/{noteId}",
      { noteId: form.text("noteId"), body: form.text("body"), version: Number(form.text("version")) },
      "Note saved.",
    ),
  "delete-note": async (form: FormFields) =>
    act(
      "DELETE /admin/prospect-notes/{noteId}",
      { noteId: form.text("noteId"), version: form.text("version") },
      "Note deleted.",
    ),
  "add-task": async (form: FormFields) =>
    act("POST /admin/prospects/{prospectId}/tasks", { ...prospectIn(form), ...taskOf(form) }, "Task added."),
  "edit-task": async (form: FormFields) =>
    act(
      "PUT /admin/prospect-tasks/{taskId}",
      { ...taskIn(form), ...taskOf(form), version: Number(form.text("version")) },
      "Task saved.",
    ),
  "delete-task": async (form: FormFields) =>
    act("DELETE /admin/prospect-tasks/{taskId}", { ...taskIn(form), version: form.text("version") }, "Task deleted."),
  "finish-task": async (form: FormFields) =>
    act("PUT /admin/prospect-tasks/{taskId}/done", { ...taskIn(form), isDone: true }, "Task done.", {
      undo: { intent: "reopen-task", ...taskIn(form) },
    }),
  "reopen-task": async (form: FormFields) =>
    act("PUT /admin/prospect-tasks/{taskId}/done", { ...taskIn(form), isDone: false }, "Task is open again."),
  delete: async (form: FormFields) => {
    const json = { prospectIds: [form.text("prospectId")] };
    const text = (value: ManyChanged) => `${form.text("label")} was deleted${deletedPartsText(value)}.`;
    return act("POST /admin/prospect-deletions", json, text, { go: "/admin/prospect-pipeline" });
  },
  merge: async (form: FormFields) =>
    act(
      "POST /admin/prospects/{prospectId}/merges",
      { ...prospectIn(form), mergedId: form.text("mergedId"), take: form.json("take") as MergeField[] },
      "Merged.",
    ),
  "undo-merge": async (form: FormFields) =>
    act("DELETE /admin/prospect-merges/{mergeId}", { mergeId: form.text("mergeId") }, "The merge is undone."),
};

export type PipelineIntent = IntentOf<typeof pipelineActions>;

export const performPipelineAction = (form: FormData): Promise<ActionResult> =>
  runIntent<ActionResult>(form, pipelineActions);

const taskOf = (form: FormFields) => ({
  title: form.text("title"),
  dueOn: orNull(form.text("dueOn")),
  assigneeId: orNull(form.text("assigneeId")),
});

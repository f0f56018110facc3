import type { MergeField } from "#app/features/pipeline/merge-fields.ts";
import { creationFields } from "#app/features/pipeline/prospect-fields.ts";
import { type NewProspect, ProspectEdit } from "#app/features/pipeline/prospect-input.ts";
import type { LostReason, Stage } from "#app/features/pipeline/stages.ts";
import { type FormFields, type IntentOf, runIntent } from "#app/lib/form-intent.ts";
import { pick } from "#app/lib/record-of.ts";
import { type ActionResult, resultOf } from "#app/shell/admin/action.tsx";
import { api, ask } from "#app/shell/api-client.ts";
import { enrollmentActions } from "../sequences/sequence-actions.ts";

const endpoints = api.api.admin;
const prospectIn = (form: FormFields) => ({ prospectId: form.text("prospectId") });
const taskIn = (form: FormFields) => ({ taskId: form.text("taskId") });
const orNull = (text: string) => text.trim() || null;

export const pipelineActions = {
  ...enrollmentActions,
  create: async (form: FormFields) => {
    const json = pick(form.all(), ["email", ...creationFields]) as NewProspect;
    return resultOf(await ask(endpoints.prospects.$post({ json })), "Added to the pipeline.");
  },
  move: async (form: FormFields) => {
    const [from, to] = [form.text("from") as Stage, form.text("to") as Stage];
    const reason = orNull(form.text("reason")) as LostReason | null;
    const note = orNull(form.text("note"));
    const param = prospectIn(form);
    return resultOf(
      await ask(endpoints.prospects[":prospectId"].stage.$post({ param, json: { from, to, reason, note } })),
      `Moved to ${form.text("label")}.`,
      from === "lost" ? undefined : { intent: "move", ...param, from: to, to: from, label: form.text("fromLabel") },
    );
  },
  edit: async (form: FormFields) => {
    const json = ProspectEdit.parse(form.json("prospect"));
    return resultOf(await ask(endpoints.prospects[":prospectId"].$put({ param: prospectIn(form), json })), "Saved.");
  },
  "write-note": async (form: FormFields) =>
    resultOf(
      await ask(
        endpoints.prospects[":prospectId"].notes.$post({ param: prospectIn(form), json: { body: form.text("body") } }),
      ),
      "Note saved.",
    ),
  "edit-note": async (form: FormFields) =>
    resultOf(
      await ask(
        endpoints["prospect-notes"][":noteId"].$put({
          param: { noteId: form.text("noteId") },
          json: { body: form.text("body"), version: Number(form.text("version")) },
        }),
      ),
      "Note saved.",
    ),
  "delete-note": async (form: FormFields) =>
    resultOf(
      await ask(
        endpoints["prospect-notes"][":noteId"].$delete({
          param: { noteId: form.text("noteId") },
          query: { version: form.text("version") },
        }),
      ),
      "Note deleted.",
    ),
  "add-task": async (form: FormFields) =>
    resultOf(
      await ask(endpoints.prospects[":prospectId"].tasks.$post({ param: prospectIn(form), json: taskOf(form) })),
      "Task added.",
    ),
  "edit-task": async (form: FormFields) =>
    resultOf(
      await ask(
        endpoints["prospect-tasks"][":taskId"].$put({
          param: taskIn(form),
          json: { ...taskOf(form), version: Number(form.text("version")) },
        }),
      ),
      "Task saved.",
    ),
  "delete-task": async (form: FormFields) =>
    resultOf(
      await ask(
        endpoints["prospect-tasks"][":taskId"].$delete({
          param: taskIn(form),
          query: { version: form.text("version") },
        }),
      ),
      "Task deleted.",
    ),
  "finish-task": async (form: FormFields) =>
    resultOf(
      await ask(endpoints["prospect-tasks"][":taskId"].done.$put({ param: taskIn(form), json: { isDone: true } })),
      "Task done.",
      { intent: "reopen-task", ...taskIn(form) },
    ),
  "reopen-task": async (form: FormFields) =>
    resultOf(
      await ask(endpoints["prospect-tasks"][":taskId"].done.$put({ param: taskIn(form), json: { isDone: false } })),
      "Task is open again.",
    ),
  delete: async (form: FormFields) => {
    const json = { prospectIds: [form.text("prospectId")] };
    const answer = resultOf(await ask(endpoints["prospect-deletions"].$post({ json })), "Prospect deleted.");
    return answer.ok ? { ...answer, go: "/admin/prospect-pipeline" } : answer;
  },
  merge: async (form: FormFields) =>
    resultOf(
      await ask(
        endpoints.prospects[":prospectId"].merges.$post({
          param: prospectIn(form),
          json: { mergedId: form.text("mergedId"), take: form.json("take") as MergeField[] },
        }),
      ),
      "Merged.",
    ),
  "undo-merge": async (form: FormFields) =>
    resultOf(
      await ask(endpoints["prospect-merges"][":mergeId"].$delete({ param: { mergeId: form.text("mergeId") } })),
      "The merge is undone.",
    ),
};

export type PipelineIntent = IntentOf<typeof pipelineActions>;

export const performPipelineAction = (form: FormData): Promise<ActionResult> =>
  runIntent<ActionResult>(form, pipelineActions);

const taskOf = (form: FormFields) => ({
  title: form.text("title"),
  dueOn: orNull(form.text("dueOn")),
  assigneeId: orNull(form.text("assigneeId")),
});

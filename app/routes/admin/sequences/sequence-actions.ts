import { redirect } from "react-router";
import type { DraftInput } from "#app/features/sequences/ui/editor/editor-fields.ts";
import { type FormFields, type IntentOf, runIntent } from "#app/lib/forms/form-intent.ts";
import { counted } from "#app/lib/numbers.ts";
import type { sequencesAdminEndpoints } from "#app/routes/api/admin/sequences-admin.server.ts";
import { type ActionResult, actionsOf, resultOf } from "#app/shell/admin/action.tsx";
import { client } from "#app/shell/api-client.ts";

const act = actionsOf<typeof sequencesAdminEndpoints>();
const call = client<typeof sequencesAdminEndpoints>();

const sequenceIn = (form: FormFields) => ({ id: form.text("sequenceId") });
const enrollmentIn = (form: FormFields) => ({ enrollmentId: form.text("enrollmentId") });

export const enrollmentActions = {
  enroll: async (form: FormFields) =>
    act("POST /admin/sequences/{id}/enrollments", { ...sequenceIn(form), email: form.text("email") }, "Enrolled."),
  "pause-person": async (form: FormFields) =>
    act("POST /admin/sequence-enrollments/{enrollmentId}/pause", enrollmentIn(form), "Paused for this person.", {
      undo: { intent: "resume-person", ...enrollmentIn(form) },
    }),
  "resume-person": async (form: FormFields) =>
    act("POST /admin/sequence-enrollments/{enrollmentId}/resumption", enrollmentIn(form), "Resumed for this person."),
  "remove-person": async (form: FormFields) =>
    act("POST /admin/sequence-enrollments/{enrollmentId}/removal", enrollmentIn(form), "Removed from the sequence."),
};

const sequenceActions = {
  ...enrollmentActions,
  // The search also submits this as a navigation, which the redirect handles.
  create: async () => {
    const answer = await call("POST /admin/sequences", { title: "New sequence" });
    return answer.ok ? redirect(`/admin/email-sequences/${answer.value.id}`) : resultOf(answer, "");
  },
  save: async (form: FormFields) => {
    const json = form.json("sequence") as DraftInput & { version: number };
    return act("PUT /admin/sequences/{id}", { ...sequenceIn(form), ...json }, "Draft saved.");
  },
  publish: async (form: FormFields) =>
    act(
      "POST /admin/sequences/{id}/versions",
      { ...sequenceIn(form), version: Number(form.text("version")) },
      ({ number }) => `Version ${number} is published.`,
    ),
  "move-people": async (form: FormFields) => {
    const number = Number(form.text("number"));
    return act("POST /admin/sequences/{id}/moves", { ...sequenceIn(form), number }, ({ moved, left }) => {
      const rest = left > 0 ? ` ${counted(left, "person is", "people are")} in another sequence with its goal.` : "";
      return `Moved ${counted(moved, "person", "people")} to version ${number}.${rest}`;
    });
  },
  start: async (form: FormFields) =>
    act("POST /admin/sequences/{id}/start", sequenceIn(form), "Started. It enrolls and sends from now on."),
  stop: async (form: FormFields) =>
    act("POST /admin/sequences/{id}/stop", sequenceIn(form), "Stopped. It neither enrolls nor sends."),
  pause: async (form: FormFields) =>
    act("POST /admin/sequences/{id}/pause", sequenceIn(form), "Paused. Nothing is sent.", {
      undo: { intent: "resume", sequenceId: form.text("sequenceId") },
    }),
  resume: async (form: FormFields) => act("POST /admin/sequences/{id}/resumption", sequenceIn(form), "Resumed."),
  "pause-all": async () =>
    act("POST /admin/sequence-pause", {}, "All sequences are paused.", { undo: { intent: "resume-all" } }),
  "resume-all": async () =>
    act("POST /admin/sequence-resumption", {}, "The sequences that were paused together are resumed."),
  "enroll-view": async (form: FormFields) =>
    act(
      "POST /admin/sequences/{id}/view-enrollments",
      { ...sequenceIn(form), query: form.text("query") },
      ({ enrolled, blocked }) =>
        `Enrolled ${counted(enrolled, "person", "people")}${blocked > 0 ? `, left out ${counted(blocked, "person", "people")}` : ""}.`,
      { go: `/admin/email-sequences/${form.text("sequenceId")}/people` },
    ),
  test: async (form: FormFields) => {
    const prospectId = form.text("prospectId");
    const json = { stepKey: form.text("step"), to: form.text("to"), ...(prospectId ? { prospectId } : {}) };
    return act("POST /admin/sequences/{id}/test", { ...sequenceIn(form), ...json }, "The test email is on its way.");
  },
};

export type SequenceIntent = IntentOf<typeof sequenceActions>;

export const performSequenceAction = (form: FormData): Promise<ActionResult | Response> =>
  runIntent<ActionResult | Response>(form, sequenceActions);

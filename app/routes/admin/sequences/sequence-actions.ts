import { redirect } from "react-router";
import type { DraftInput } from "#app/features/sequences/ui/editor-fields.ts";
import { type FormFields, type IntentOf, runIntent } from "#app/lib/form-intent.ts";
import { counted } from "#app/lib/numbers.ts";
import { type ActionResult, resultOf } from "#app/shell/admin/action.tsx";
import { api, ask } from "#app/shell/api-client.ts";

const endpoints = api.api.admin.sequences;
const one = endpoints[":id"];
const enrollments = api.api.admin["sequence-enrollments"][":enrollmentId"];
const sequenceIn = (form: FormFields) => ({ id: form.text("sequenceId") });
const enrollmentIn = (form: FormFields) => ({ enrollmentId: form.text("enrollmentId") });

export const enrollmentActions = {
  enroll: async (form: FormFields) =>
    resultOf(
      await ask(one.enrollments.$post({ param: sequenceIn(form), json: { email: form.text("email") } })),
      "Enrolled.",
    ),
  "pause-person": async (form: FormFields) =>
    resultOf(await ask(enrollments.pause.$post({ param: enrollmentIn(form) })), "Paused for this person.", {
      intent: "resume-person",
      ...enrollmentIn(form),
    }),
  "resume-person": async (form: FormFields) =>
    resultOf(await ask(enrollments.resumption.$post({ param: enrollmentIn(form) })), "Resumed for this person."),
  "remove-person": async (form: FormFields) =>
    resultOf(await ask(enrollments.removal.$post({ param: enrollmentIn(form) })), "Removed from the sequence."),
};

const sequenceActions = {
  ...enrollmentActions,
  // The search also submits this as a navigation, which the redirect handles.
  create: async () => {
    const answer = await ask(endpoints.$post({ json: { title: "New sequence" } }));
    return answer.ok ? redirect(`/admin/email-sequences/${answer.value.id}`) : resultOf(answer, "");
  },
  save: async (form: FormFields) => {
    const json = form.json("sequence") as DraftInput & { version: number };
    return resultOf(await ask(one.$put({ param: sequenceIn(form), json })), "Draft saved.");
  },
  publish: async (form: FormFields) => {
    const answer = await ask(
      one.versions.$post({ param: sequenceIn(form), json: { version: Number(form.text("version")) } }),
    );
    return resultOf(answer, answer.ok ? `Version ${answer.value.number} is published.` : "");
  },
  "move-people": async (form: FormFields) => {
    const answer = await ask(
      one.moves.$post({ param: sequenceIn(form), json: { number: Number(form.text("number")) } }),
    );
    if (!answer.ok) return resultOf(answer, "");
    const { moved, left } = answer.value;
    const rest = left > 0 ? ` ${counted(left, "person is", "people are")} in another sequence with its goal.` : "";
    return resultOf(answer, `Moved ${counted(moved, "person", "people")} to version ${form.text("number")}.${rest}`);
  },
  start: async (form: FormFields) =>
    resultOf(await ask(one.start.$post({ param: sequenceIn(form) })), "Started. It enrolls and sends from now on."),
  stop: async (form: FormFields) =>
    resultOf(await ask(one.stop.$post({ param: sequenceIn(form) })), "Stopped. It neither enrolls nor sends."),
  pause: async (form: FormFields) =>
    resultOf(await ask(one.pause.$post({ param: sequenceIn(form) })), "Paused. Nothing is sent.", {
      intent: "resume",
      sequenceId: form.text("sequenceId"),
    }),
  resume: async (form: FormFields) =>
    resultOf(await ask(one.resumption.$post({ param: sequenceIn(form) })), "Resumed."),
  "pause-all": async () =>
    resultOf(await ask(api.api.admin["sequence-pause"].$post()), "All sequences are paused.", { intent: "resume-all" }),
  "resume-all": async () =>
    resultOf(
      await ask(api.api.admin["sequence-resumption"].$post()),
      "The sequences that were paused together are resumed.",
    ),
  "enroll-view": async (form: FormFields) => {
    const answer = await ask(
      one["view-enrollments"].$post({ param: sequenceIn(form), json: { query: form.text("query") } }),
    );
    if (!answer.ok) return resultOf(answer, "");
    const { enrolled, blocked } = answer.value;
    const done = resultOf(
      answer,
      `Enrolled ${counted(enrolled, "person", "people")}${blocked > 0 ? `, left out ${counted(blocked, "person", "people")}` : ""}.`,
    );
    return going(done, `/admin/email-sequences/${form.text("sequenceId")}/people`);
  },
  test: async (form: FormFields) => {
    const prospectId = form.text("prospectId");
    const json = { stepKey: form.text("step"), to: form.text("to"), ...(prospectId ? { prospectId } : {}) };
    return resultOf(await ask(one.test.$post({ param: sequenceIn(form), json })), "The test email is on its way.");
  },
};

export type SequenceIntent = IntentOf<typeof sequenceActions>;

export const performSequenceAction = (form: FormData): Promise<ActionResult | Response> =>
  runIntent<ActionResult | Response>(form, sequenceActions);

const going = (answer: ActionResult, go: string | undefined): ActionResult =>
  answer.ok && go ? { ...answer, go } : answer;

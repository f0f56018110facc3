import { z } from "@hono/zod-openapi";
import {
  Definition,
  type EndReason,
  enrollmentStates,
  SequenceTitle,
} from "#app/features/sequences/definitions/definition.ts";
import {
  endEnrollment,
  enrol,
  enrolView,
  listEnrollments,
  pauseEnrollment,
  previewView,
  resumeEnrollment,
} from "#app/features/sequences/enrollments/enrollments.server.ts";
import { moveToNewest } from "#app/features/sequences/enrollments/moving.server.ts";
import { blockedText, sequenceRefusalText } from "#app/features/sequences/refusals.ts";
import {
  createSequence,
  listSequences,
  pauseAll,
  pauseSequence,
  publishSequence,
  readSequence,
  resumeAll,
  resumeSequence,
  saveDraft,
  startSequence,
  stopSequence,
} from "#app/features/sequences/sequences.server.ts";
import { dryRun, dryRunKinds, dryRunView, maxDryRunDays } from "#app/features/sequences/steps/dry-run.server.ts";
import { previewStep, sendTestMail } from "#app/features/sequences/steps/step-previews.server.ts";
import { emailAddress } from "#app/lib/people/email-address.ts";
import { mapped } from "#app/lib/result.ts";
import { text } from "#app/lib/text.ts";
import { adminArea, endpoints } from "../endpoints.server.ts";

/** Lists and figures for the pages, typed by their queries. */
const Listed = z.looseObject({});

const email = emailAddress("Enter a valid email address.");
const version = z.int().min(1);
const of = z.enum(dryRunKinds).default("published");
const days = z.coerce.number().int().min(1).max(maxDryRunDays);
/** The query of a pipeline view, such as `stage=lead&cold=1`. */
const View = z.object({ query: text({ max: 2000 }) });
const StepQuery = z.object({ stepKey: text({ max: 40 }), prospectId: z.uuid().optional() });

const admin = adminArea(
  "sequences",
  {
    ...sequenceRefusalText,
    not_admin: [403, sequenceRefusalText.not_admin],
    blocked: ({ why }: { why: EndReason }) => blockedText(why),
  },
  [404, 409, 422],
);

export const sequencesAdminEndpoints = endpoints(
  admin.get("/admin/sequences", {
    summary: "Every sequence with its numbers of enrollments",
    returns: z.object({ sequences: z.array(Listed) }),
    command: async (ctx) => mapped(await listSequences(ctx), (sequences) => ({ sequences })),
  }),
  admin.post("/admin/sequences", {
    summary: "Create a sequence with an empty draft",
    body: z.object({ title: SequenceTitle }),
    creates: z.object({ id: z.uuid(), name: z.string() }),
    command: createSequence,
  }),
  admin.post("/admin/sequence-pause", {
    summary: "Pause every sequence",
    command: pauseAll,
  }),
  admin.post("/admin/sequence-resumption", {
    summary: "Resume every sequence",
    command: resumeAll,
  }),
  admin.get("/admin/sequences/{id}", {
    summary: "A sequence with its draft and its versions",
    returns: Listed,
    command: readSequence,
  }),
  admin.put("/admin/sequences/{id}", {
    summary: "Save the draft; `version` is the one that was read",
    body: z.object({ version, title: SequenceTitle, definition: Definition }),
    returns: z.object({ version: z.int() }),
    command: saveDraft,
  }),
  admin.post("/admin/sequences/{id}/versions", {
    summary: "Publish the draft for everyone who is enrolled from now on",
    body: z.object({ version }),
    creates: z.object({ number: z.int() }),
    command: publishSequence,
  }),
  admin.post("/admin/sequences/{id}/moves", {
    summary: "Move people in older versions to the newest one; `number` is the version that was read",
    body: z.object({ number: version }),
    returns: z.object({ moved: z.int(), left: z.int() }),
    command: moveToNewest,
  }),
  admin.post("/admin/sequences/{id}/start", {
    summary: "Enroll people and send from now on",
    command: startSequence,
  }),
  admin.post("/admin/sequences/{id}/stop", {
    summary: "End enrolling and sending; people who are enrolled wait",
    command: stopSequence,
  }),
  admin.post("/admin/sequences/{id}/pause", {
    summary: "Keep enrolling, but send nothing",
    command: pauseSequence,
  }),
  admin.post("/admin/sequences/{id}/resumption", {
    summary: "Send again",
    command: resumeSequence,
  }),
  admin.get("/admin/sequences/{id}/enrollments", {
    summary: "Enrollments of a sequence, newest first, 50 per page",
    query: z.object({
      state: z.enum(enrollmentStates).optional(),
      after: z.string().max(200).optional(),
      before: z.string().max(200).optional(),
    }),
    returns: Listed,
    command: listEnrollments,
  }),
  admin.post("/admin/sequences/{id}/enrollments", {
    summary: "Enroll the person with this address",
    body: z.object({ email }),
    creates: z.object({ enrollmentId: z.uuid() }),
    command: enrol,
  }),
  admin.post("/admin/sequences/{id}/view-enrollments", {
    summary: "Enroll everyone of a view of the pipeline whom the rules allow",
    body: View,
    returns: z.object({ enrolled: z.int(), blocked: z.int() }),
    command: enrolView,
  }),
  admin.get("/admin/sequences/{id}/view-preview", {
    summary: "The people of a view who would be enrolled, and why the others would not",
    query: View,
    returns: Listed,
    command: previewView,
  }),
  admin.get("/admin/sequences/{id}/dry-run", {
    summary: "Simulate the sequence for one address",
    query: z.object({ email, days, of }),
    returns: z.object({ entries: z.array(Listed) }),
    command: async (ctx, input) => mapped(await dryRun(ctx, input), (entries) => ({ entries })),
  }),
  admin.get("/admin/sequences/{id}/view-dry-run", {
    summary: "Simulate the sequence for everyone in a view, day by day",
    query: View.extend({ days, of }),
    returns: Listed,
    command: dryRunView,
  }),
  admin.get("/admin/sequences/{id}/preview", {
    summary: "An email of the draft as a prospect would get it",
    query: StepQuery,
    returns: z.object({ subject: z.string(), html: z.string(), text: z.string() }),
    command: previewStep,
  }),
  admin.post("/admin/sequences/{id}/test", {
    summary: "Send an email of the draft to one address",
    body: StepQuery.extend({ to: email }),
    command: sendTestMail,
  }),
  admin.post("/admin/sequence-enrollments/{enrollmentId}/pause", {
    summary: "Send nothing more to this person until resumed",
    command: pauseEnrollment,
  }),
  admin.post("/admin/sequence-enrollments/{enrollmentId}/resumption", {
    summary: "Go on where the person was paused",
    command: resumeEnrollment,
  }),
  admin.post("/admin/sequence-enrollments/{enrollmentId}/removal", {
    summary: "Take the person out of the sequence",
    command: endEnrollment,
  }),
);

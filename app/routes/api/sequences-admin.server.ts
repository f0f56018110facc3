import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { Definition, type EndReason, enrollmentStates, SequenceTitle } from "#app/features/sequences/definition.ts";
import { dryRun, dryRunKinds, dryRunView, maxDryRunDays } from "#app/features/sequences/dry-run.server.ts";
import {
  endEnrollment,
  enrol,
  enrolView,
  listEnrollments,
  pauseEnrollment,
  previewView,
  resumeEnrollment,
} from "#app/features/sequences/enrollments.server.ts";
import { moveToNewest } from "#app/features/sequences/moving.server.ts";
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
import { previewStep, sendTestMail } from "#app/features/sequences/step-previews.server.ts";
import { emailAddress } from "#app/lib/email-address.ts";
import type { Result } from "#app/lib/result.ts";
import { text } from "#app/lib/text.ts";
import {
  adminOnly,
  answers,
  Done,
  done,
  jsonBody,
  newEndpoints,
  notFound,
  recordId,
  refusal,
  refusals,
} from "./endpoint.server.ts";

const ofSequence = z.object({ id: recordId() });
const ofEnrollment = z.object({ enrollmentId: recordId() });
const refused = refusals(401, 403, 404, 409, 422);
/** Lists and figures for the pages, typed by their queries. */
const Listed = z.looseObject({});

const email = emailAddress("Enter a valid email address.");
const version = z.int().min(1);
const of = z.enum(dryRunKinds).default("published");
const days = z.coerce.number().int().min(1).max(maxDryRunDays);
/** The query of a pipeline view, such as `stage=lead&cold=1`. */
const View = z.object({ query: text({ max: 2000 }) });
const StepQuery = z.object({ stepKey: text({ max: 40 }), prospectId: z.uuid().optional() });

type Reason = { kind: keyof typeof sequenceRefusalText } | { kind: "blocked"; why: EndReason };

/** An action that needs only the sequence's id. */
const sequenceAction = <const Name extends string>(name: Name, summary: string) =>
  createRoute({
    method: "post",
    path: `/admin/sequences/{id}/${name}` as const,
    summary,
    middleware: adminOnly,
    request: { params: ofSequence },
    responses: { ...answers(200, Done), ...refused },
  });

const enrollmentEndpoint = <const Name extends string>(name: Name, summary: string) =>
  createRoute({
    method: "post",
    path: `/admin/sequence-enrollments/{enrollmentId}/${name}` as const,
    summary,
    middleware: adminOnly,
    request: { params: ofEnrollment },
    responses: { ...answers(200, Done), ...refused },
  });

export const sequencesAdminEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "get",
      path: "/admin/sequences",
      summary: "Every sequence with its numbers of enrollments",
      middleware: adminOnly,
      responses: { ...answers(200, z.object({ sequences: z.array(Listed) })), ...refused },
    }),
    async (c) => answer(c, await listSequences(c.get("ctx")), (sequences) => c.json({ sequences }, 200)),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/sequences",
      summary: "Create a sequence with an empty draft",
      middleware: adminOnly,
      request: { body: jsonBody(z.object({ title: SequenceTitle })) },
      responses: { ...answers(201, z.object({ id: z.uuid(), name: z.string() })), ...refused },
    }),
    async (c) => answer(c, await createSequence(c.get("ctx"), c.req.valid("json")), (value) => c.json(value, 201)),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/sequence-pause",
      summary: "Pause every sequence",
      middleware: adminOnly,
      responses: { ...answers(200, Done), ...refused },
    }),
    async (c) => answer(c, await pauseAll(c.get("ctx")), () => c.json(done, 200)),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/sequence-resumption",
      summary: "Resume every sequence",
      middleware: adminOnly,
      responses: { ...answers(200, Done), ...refused },
    }),
    async (c) => answer(c, await resumeAll(c.get("ctx")), () => c.json(done, 200)),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/admin/sequences/{id}",
      summary: "A sequence with its draft and its versions",
      middleware: adminOnly,
      request: { params: ofSequence },
      responses: { ...answers(200, Listed), ...refused },
    }),
    async (c) => answer(c, await readSequence(c.get("ctx"), c.req.valid("param")), (value) => c.json(value, 200)),
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/sequences/{id}",
      summary: "Save the draft; `version` is the one that was read",
      middleware: adminOnly,
      request: {
        params: ofSequence,
        body: jsonBody(z.object({ version, title: SequenceTitle, definition: Definition })),
      },
      responses: { ...answers(200, z.object({ version: z.int() })), ...refused },
    }),
    async (c) =>
      answer(c, await saveDraft(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") }), (value) =>
        c.json(value, 200),
      ),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/sequences/{id}/versions",
      summary: "Publish the draft for everyone who is enrolled from now on",
      middleware: adminOnly,
      request: { params: ofSequence, body: jsonBody(z.object({ version })) },
      responses: { ...answers(201, z.object({ number: z.int() })), ...refused },
    }),
    async (c) =>
      answer(c, await publishSequence(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") }), (value) =>
        c.json(value, 201),
      ),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/sequences/{id}/moves",
      summary: "Move people in older versions to the newest one; `number` is the version that was read",
      middleware: adminOnly,
      request: { params: ofSequence, body: jsonBody(z.object({ number: version })) },
      responses: { ...answers(200, z.object({ moved: z.int(), left: z.int() })), ...refused },
    }),
    async (c) =>
      answer(c, await moveToNewest(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") }), (value) =>
        c.json(value, 200),
      ),
  )
  .openapi(sequenceAction("start", "Enroll people and send from now on"), async (c) =>
    answer(c, await startSequence(c.get("ctx"), c.req.valid("param")), () => c.json(done, 200)),
  )
  .openapi(sequenceAction("stop", "End enrolling and sending; people who are enrolled wait"), async (c) =>
    answer(c, await stopSequence(c.get("ctx"), c.req.valid("param")), () => c.json(done, 200)),
  )
  .openapi(sequenceAction("pause", "Keep enrolling, but send nothing"), async (c) =>
    answer(c, await pauseSequence(c.get("ctx"), c.req.valid("param")), () => c.json(done, 200)),
  )
  .openapi(sequenceAction("resumption", "Send again"), async (c) =>
    answer(c, await resumeSequence(c.get("ctx"), c.req.valid("param")), () => c.json(done, 200)),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/admin/sequences/{id}/enrollments",
      summary: "Enrollments of a sequence, newest first, 50 per page",
      middleware: adminOnly,
      request: {
        params: ofSequence,
        query: z.object({
          state: z.enum(enrollmentStates).optional(),
          after: z.string().max(200).optional(),
          before: z.string().max(200).optional(),
        }),
      },
      responses: { ...answers(200, Listed), ...refused },
    }),
    async (c) =>
      answer(c, await listEnrollments(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("query") }), (value) =>
        c.json(value, 200),
      ),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/sequences/{id}/enrollments",
      summary: "Enroll the person with this address",
      middleware: adminOnly,
      request: { params: ofSequence, body: jsonBody(z.object({ email })) },
      responses: { ...answers(201, z.object({ enrollmentId: z.uuid() })), ...refused },
    }),
    async (c) =>
      answer(c, await enrol(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") }), (value) =>
        c.json(value, 201),
      ),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/sequences/{id}/view-enrollments",
      summary: "Enroll everyone of a view of the pipeline whom the rules allow",
      middleware: adminOnly,
      request: { params: ofSequence, body: jsonBody(View) },
      responses: { ...answers(200, z.object({ enrolled: z.int(), blocked: z.int() })), ...refused },
    }),
    async (c) =>
      answer(c, await enrolView(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") }), (value) =>
        c.json(value, 200),
      ),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/admin/sequences/{id}/view-preview",
      summary: "The people of a view who would be enrolled, and why the others would not",
      middleware: adminOnly,
      request: { params: ofSequence, query: View },
      responses: { ...answers(200, Listed), ...refused },
    }),
    async (c) =>
      answer(c, await previewView(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("query") }), (value) =>
        c.json(value, 200),
      ),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/admin/sequences/{id}/dry-run",
      summary: "Simulate the sequence for one address",
      middleware: adminOnly,
      request: { params: ofSequence, query: z.object({ email, days, of }) },
      responses: { ...answers(200, z.object({ entries: z.array(Listed) })), ...refused },
    }),
    async (c) =>
      answer(c, await dryRun(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("query") }), (entries) =>
        c.json({ entries }, 200),
      ),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/admin/sequences/{id}/view-dry-run",
      summary: "Simulate the sequence for everyone in a view, day by day",
      middleware: adminOnly,
      request: { params: ofSequence, query: View.extend({ days, of }) },
      responses: { ...answers(200, Listed), ...refused },
    }),
    async (c) =>
      answer(c, await dryRunView(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("query") }), (value) =>
        c.json(value, 200),
      ),
  )
  .openapi(
    createRoute({
      method: "get",
      path: "/admin/sequences/{id}/preview",
      summary: "An email of the draft as a prospect would get it",
      middleware: adminOnly,
      request: { params: ofSequence, query: StepQuery },
      responses: { ...answers(200, z.object({ subject: z.string(), html: z.string(), text: z.string() })), ...refused },
    }),
    async (c) =>
      answer(c, await previewStep(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("query") }), (value) =>
        c.json(value, 200),
      ),
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/sequences/{id}/test",
      summary: "Send an email of the draft to one address",
      middleware: adminOnly,
      request: { params: ofSequence, body: jsonBody(StepQuery.extend({ to: email })) },
      responses: { ...answers(200, Done), ...refused },
    }),
    async (c) =>
      answer(c, await sendTestMail(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") }), () =>
        c.json(done, 200),
      ),
  )
  .openapi(enrollmentEndpoint("pause", "Send nothing more to this person until resumed"), async (c) =>
    answer(c, await pauseEnrollment(c.get("ctx"), c.req.valid("param")), () => c.json(done, 200)),
  )
  .openapi(enrollmentEndpoint("resumption", "Go on where the person was paused"), async (c) =>
    answer(c, await resumeEnrollment(c.get("ctx"), c.req.valid("param")), () => c.json(done, 200)),
  )
  .openapi(enrollmentEndpoint("removal", "Take the person out of the sequence"), async (c) =>
    answer(c, await endEnrollment(c.get("ctx"), c.req.valid("param")), () => c.json(done, 200)),
  );

/** Responds with `then` for a value, or with 403, 404 or 409 for a refusal. */
function answer<Value, Answer>(c: Context, result: Result<Value, Reason>, then: (value: Value) => Answer) {
  if (result.ok) return then(result.value);
  const { reason } = result;
  switch (reason.kind) {
    case "not_admin":
      return refusal(c, 403, reason.kind, sequenceRefusalText.not_admin);
    case "not_found":
      return notFound(c);
    case "blocked":
      return refusal(c, 409, reason.kind, blockedText(reason.why));
    default:
      return refusal(c, 409, reason.kind, sequenceRefusalText[reason.kind]);
  }
}

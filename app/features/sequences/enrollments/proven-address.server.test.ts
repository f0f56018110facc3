import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { accessDecided, accessRequested } from "#app/features/access/events.ts";
import { blockPerson } from "#app/features/access/grants/blocks.server.ts";
import { accessCode, accessRequest } from "#app/features/access/tables.server.ts";
import { accountVerified } from "#app/features/accounts/events.ts";
import { analysisCreated } from "#app/features/analysis/events.ts";
import { bookingMade } from "#app/features/booking/events.ts";
import { type Consumer, registerConsumers } from "#app/features/events/consumers.server.ts";
import { deliverEvent } from "#app/features/events/delivery.server.ts";
import { eventJobs } from "#app/features/events/dispatch.server.ts";
import type { EventDefinition } from "#app/features/events/event-definition.ts";
import { publish } from "#app/features/events/events.server.ts";
import { deliverMailJob } from "#app/features/mail/jobs.server.ts";
import { pipelineEvents } from "#app/features/pipeline/events.ts";
import { ensureProspect, refreshProspect } from "#app/features/pipeline/pipeline.server.ts";
import { createProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import { dayMs, hourMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { runningSequence } from "#tests/fixtures/sequences-commands.ts";
import { testNow, useDatabase } from "#tests/setup/test-database.ts";
import { followedNames, followSequences, resetSequences } from "../consumer.server.ts";
import { ensureBuiltInSequences } from "../definitions/built-in.server.ts";
import { builtInSequences } from "../definitions/built-in.ts";
import { type Definition, emptyDefinition, type Step } from "../definitions/definition.ts";
import { findSequenceByName, startSequence } from "../sequences.server.ts";
import { dryRun, dryRunView } from "../steps/dry-run.server.ts";
import { advanceDue } from "../steps/worker.server.ts";
import { enrol, enrolView, previewView } from "./enrollments.server.ts";
import { enrolInactive } from "./inactivity.server.ts";

const events = [
  ...[accessRequested, accessDecided, accountVerified, analysisCreated, bookingMade],
  ...pipelineEvents,
] as unknown as EventDefinition[];
const sequences: Consumer = {
  name: "sequences",
  events: events.filter(({ name }) => followedNames.includes(name)),
  handle: followSequences,
  reset: resetSequences,
};
const { ctx, db, pool } = useDatabase({ jobs: [...eventJobs([sequences]), deliverMailJob] });
beforeAll(() => registerConsumers({ consumers: [sequences], events }));
afterAll(() => registerConsumers({ consumers: [], events: [] }));
beforeEach(() => void useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example" }));

const dana = "dana@northfield.example";
const at = (days: number): Ctx => ({ ...ctx, now: new Date(testNow.getTime() + days * dayMs) });
const rows = async (query: string) => (await pool.query(query)).rows;
const states = () => rows("select state, reason from sequence_enrollment order by id");
const happened = (definition: unknown, payload: object, now = ctx) =>
  inTransaction(now, (tx) => publish(tx, definition as EventDefinition, payload as never));
const deliver = async (definition: unknown, payload: object) =>
  deliverEvent(ctx, sequences, await happened(definition, payload));

const mail = (conditions: Step["conditions"] = []): Step => ({
  ...{ key: "hello", kind: "mail", delay: { amount: 0, unit: "business_days" }, conditions },
  mail: { subject: "Hello {{first_name|there}}", preview: "", body: "How is {{company|your company}}?" },
});
const onRequest: Definition = {
  ...emptyDefinition,
  trigger: { kind: "event", event: "access.requested" },
  goal: "payment",
  steps: [mail()],
};
const requested = (email = dana) => ({
  ...{ requestId: newId(), email, companyName: "Visit evil.example", companyWebsite: null, role: null, industry: null },
});
const verified = (email = dana, now = ctx) => happened(accountVerified, { userId: newId(), email }, now);
const request = (status: "approved" | "declined", decidedAt = ctx.now) =>
  db.insert(accessRequest).values({
    ...{ email: dana, companyName: "Northfield", isConsumerDomain: false, requestedAt: decidedAt, status, decidedAt },
  });

async function fromForm(email = dana, now = ctx) {
  await happened(accessRequested, requested(email), now);
  await inTransaction(now, async (tx) => {
    const { id } = await ensureProspect(tx, email, { announce: false });
    await refreshProspect(tx, id, { announce: false, isNew: true });
  });
}

test("an address entered by someone else is not enrolled by its event", async () => {
  await runningSequence(ctx, onRequest);
  await deliver(accessRequested, requested());
  expect(await states()).toEqual([{ state: "blocked", reason: "unproven" }]);
});

test("a verified address is enrolled by its event", async () => {
  await runningSequence(ctx, onRequest);
  await verified();
  await deliver(accessRequested, requested());
  expect(await states()).toEqual([{ state: "active", reason: null }]);
});

test("only proven addresses are enrolled for inactivity; addresses added by an admin count as proven", async () => {
  await runningSequence(ctx, { ...onRequest, trigger: { kind: "inactivity", days: 90 } });
  await fromForm(dana, at(-100));
  await fromForm("ada@lovelace.example", at(-100));
  await verified("ada@lovelace.example", at(-99));
  value(await createProspect(at(-100), { email: "bob@northfield.example" }));
  await pool.query("update prospect set last_activity_at = created_at");
  expect(await enrolInactive(ctx)).toEqual({ enrolled: 2 });
  expect(
    await rows("select p.email, e.reason from sequence_enrollment e join prospect p on p.id = prospect_id order by 1"),
  ).toEqual([
    { email: "ada@lovelace.example", reason: null },
    { email: "bob@northfield.example", reason: null },
    { email: dana, reason: "unproven" },
  ]);
});

test("the preview and the dry run of a view name the reason; an admin can enroll one person by hand", async () => {
  const { id } = await runningSequence(ctx, onRequest);
  await fromForm();
  expect(value(await previewView(ctx, { id, query: "q=northfield" }))).toMatchObject({
    enrol: 0,
    blocked: [{ why: "unproven", people: 1 }],
  });
  const { days } = value(await dryRunView(ctx, { id, query: "q=northfield", days: 30 }));
  expect(days.flatMap(({ entries }) => entries)).toMatchObject([{ kind: "end", skipped: "Address not confirmed" }]);
  expect(value(await enrolView(ctx, { id, query: "q=northfield" }))).toEqual({ enrolled: 0, blocked: 1 });
  expect(value(await dryRun(ctx, { id, email: dana, days: 30 }))[0]).toMatchObject({ kind: "mail" });
  value(await enrol(ctx, { id, email: dana }));
  expect(await advanceDue(ctx)).toMatchObject({ mails: 1 });
});

test("data that someone else entered about a person is not filled into a mail", async () => {
  const { id } = await runningSequence(ctx, onRequest);
  await verified();
  await fromForm();
  expect(await rows("select company from prospect")).toEqual([{ company: "Visit evil.example" }]);
  value(await enrol(ctx, { id, email: dana }));
  await advanceDue(ctx);
  const [{ fill }] = await rows("select fill from message");
  expect(Object.values(fill)).toContain("your company");
  expect(JSON.stringify(fill)).not.toContain("evil.example");
});

test("a company that the signed-in person entered is filled in", async () => {
  const { id } = await runningSequence(ctx, onRequest);
  await fromForm();
  const analysis = { blueprintId: newId(), userId: newId(), email: dana, companyName: "Northfield", revision: 1 };
  await happened(
    analysisCreated,
    { ...analysis, modelVersion: "1.1", annualValueCents: null, employees: 12, industry: null },
    at(1),
  );
  await inTransaction(at(1), async (tx) => {
    const [{ id: prospectId }] = await rows("select id from prospect");
    await refreshProspect(tx, prospectId, { announce: false });
  });
  value(await enrol(at(1), { id, email: dana }));
  await advanceDue(at(2));
  const [{ fill }] = await rows("select fill from message");
  expect(Object.values(fill)).toContain("Northfield");
});

test("a declined or blocked person is never enrolled automatically; a block also ends a running enrollment", async () => {
  const { id } = await runningSequence(ctx, onRequest);
  await verified();
  await request("declined");
  await deliver(accessRequested, requested());
  expect(await states()).toEqual([{ state: "blocked", reason: "kept_out" }]);
  await request("approved", at(1).now);
  await deliverEvent(at(1), sequences, await happened(accessRequested, requested(), at(1)));
  expect(await states()).toMatchObject([{ state: "blocked" }, { state: "active" }]);
  value(await blockPerson(ctx, { email: dana, reason: "Abuse" }));
  expect(await advanceDue(at(1))).toMatchObject({ mails: 0, ended: 1 });
  expect(await states()).toMatchObject([{ state: "blocked" }, { state: "exited", reason: "kept_out" }]);
  expect(await enrol(ctx, { id, email: dana })).toMatchObject({ reason: { why: "kept_out" } });
});

test("a used, revoked or expired code is not a valid code", async () => {
  const steps = [mail([{ fact: "has_valid_code", operator: "is", value: "yes" }])];
  const { id } = await runningSequence(ctx, { ...onRequest, steps });
  const code = { email: dana, issuedAt: at(-7).now, expiresAt: at(23).now };
  for (const [hash, other] of Object.entries({
    revoked: { ...code, revokedAt: ctx.now },
    used: { ...code, usedAt: ctx.now },
    expired: { ...code, expiresAt: at(-1).now },
  })) {
    await db.insert(accessCode).values({ hash, ...other });
    value(await enrol(ctx, { id, email: dana }));
    expect(await advanceDue(ctx), hash).toMatchObject({ mails: 0 });
    await pool.query("delete from access_code; delete from sequence_enrollment");
  }
  await db.insert(accessCode).values({ hash: "valid", ...code });
  value(await enrol(ctx, { id, email: dana }));
  expect(await advanceDue(ctx)).toMatchObject({ mails: 1 });
});

test("an exit between queueing and sending also cancels the last mail", async () => {
  const { id } = await runningSequence(ctx, { ...onRequest, trigger: { kind: "manual" } });
  value(await enrol(ctx, { id, email: dana }));
  expect(await advanceDue(ctx)).toMatchObject({ mails: 1, ended: 1 });
  const times = { start: at(3).now, end: new Date(at(3).now.getTime() + hourMs) };
  await deliver(bookingMade, {
    ...{ bookingId: newId(), uid: newId(), eventType: "strategy-session", ...times },
    ...{ name: "Dana", email: dana, userId: null },
  });
  expect(await rows("select status from message")).toEqual([{ status: "cancelled" }]);
  expect(await states()).toEqual([{ state: "exited", reason: "booking" }]);
});

test("the reminders of an unused code are skipped once the code is revoked", async () => {
  await ensureBuiltInSequences(ctx);
  value(await startSequence(ctx, { id: (await findSequenceByName(ctx, "code-unused"))! }));
  await verified();
  await db.insert(accessCode).values({ hash: "one", email: dana, issuedAt: ctx.now, expiresAt: at(30).now });
  await deliver(accessDecided, { requestId: newId(), email: dana, decision: "approved", decidedBy: null });
  expect(await advanceDue(at(7))).toMatchObject({ claimed: 1, mails: 1 });
  await pool.query("update access_code set revoked_at = now()");
  await advanceDue(at(24));
  expect(await rows("select subject from message")).toEqual([{ subject: "Your access code is still unused" }]);
  expect(await states()).toEqual([{ state: "finished", reason: "completed" }]);
});

test("mails about an undecided request do not promise a code", () => {
  const texts = builtInSequences.flatMap(({ definition }) =>
    definition.steps.flatMap((step) => (step.kind === "mail" ? [step] : [])),
  );
  for (const { conditions, mail: content } of texts) {
    const text = `${content.subject} ${content.preview} ${content.body}`;
    expect(text).not.toMatch(/on its way|expires soon|A week ago/);
    const facts = conditions.map(({ fact, operator }) => `${fact} ${operator}`);
    if (/your access code/i.test(text)) expect(facts.join()).toContain("has_valid_code");
  }
});

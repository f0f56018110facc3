import { sql } from "drizzle-orm";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { pageDeadLetters } from "#app/features/events/dead-letters.server.ts";
import { deliveryJob } from "#app/features/events/dispatch.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import { hourMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { log } from "#app/platform/log.server.ts";
import { forgetJobs, listFailedJobs, listQueues } from "#app/platform/queues/job-queues.server.ts";
import { defineJob, enqueue, type JobDefinition, runDueJobs } from "#app/platform/queues/jobs.server.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { deadLetter, failedJob } from "#tests/fixtures/operations-commands.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { discardJobs, redeliverEvents, retryJobs } from "./queue-commands.server.ts";

let outcome: () => Promise<void>;
const mailing = defineJob({
  name: "test.mailing",
  payload: z.object({ email: z.string() }),
  retry: { limit: 0, delaySeconds: 0 },
  run: () => outcome(),
});
const nightly = defineJob({
  name: "test.nightly",
  payload: z.object({}),
  retry: { limit: 0, delaySeconds: 0 },
  single: true,
  run: () => outcome(),
});
const delivery = deliveryJob("reports");
const deadLetterQueue = defineJob({ name: "events.dead-letter", payload: z.object({}), run: async () => {} });
const definitions = [deadLetterQueue, mailing, nightly, delivery] as JobDefinition[];
const { db, ctx } = useDatabase({ jobs: definitions });
let admin: Ctx;

beforeEach(async () => {
  vi.spyOn(log, "error").mockImplementation(() => {});
  outcome = async () => {};
  admin = await asAdmin(ctx);
  registerConsumers({
    consumers: [{ name: "reports", events: "all", handle: async () => {}, reset: async () => {} }],
    events: [],
  });
});
afterEach(() => vi.restoreAllMocks());

const runJobs = () => runDueJobs(db, definitions, []);
const failedJobs = async (queue: string | null = null) =>
  (await listFailedJobs(ctx, { queue, after: null, before: null })).rows;
const stateOf = async (name: string) => (await listQueues(ctx)).find((queue) => queue.name === name)!;
const entries = async () =>
  (await db.select().from(auditEntry)).map(({ act, subject, detail }) => [act, subject, detail]);

const dana = "dana@northfield.example";
async function fail(error: unknown) {
  outcome = () => Promise.reject(error);
  await enqueue(ctx, mailing, { email: dana });
  await runJobs();
}

test("a failed job is listed with its reason; the list and the queue's output contain no personal data", async () => {
  const refused = await db
    .execute(sql`insert into audit_entry (id, at, actor_kind, action) values (${dana}, now(), 'x', 'y')`)
    .catch((error: unknown) => error);
  await fail(refused);
  await fail(new Error(`No mailbox for ${dana} at https://x.example/?token=abcdef0123456789abcdef0123456789abcdef`));
  await fail(new SyntaxError(`Unexpected token 'D', "Dana Whitfield" is not valid JSON`));
  const reasons = (await failedJobs()).map(({ name, reason, attempts }) => [name, reason, attempts]);
  expect(reasons.toSorted()).toEqual([
    ["test.mailing", "Error: No mailbox for [email] at https://x.example/?token=[redacted]", 1],
    ["test.mailing", "SyntaxError: Unexpected token [value], [value] is not valid JSON", 1],
    ["test.mailing", "The database refused a statement (error 22P02).", 1],
  ]);
  const { rows } = await db.execute<{ output: unknown }>(sql`select output from pgboss.job where state = 'failed'`);
  expect(JSON.stringify(rows)).not.toMatch(/dana|abcdef|insert into|\.ts:/);
});

test("failure texts stored by an earlier version or by the queue itself are not shown", async () => {
  await failedJob(ctx, mailing.name);
  for (const output of [{ message: dana, stack: dana }, { value: { message: "job timed out" } }]) {
    const id = await failedJob(ctx, mailing.name);
    await db.execute(sql`update pgboss.job set output = ${JSON.stringify(output)}::jsonb where id = ${id}`);
  }
  expect((await failedJobs()).map(({ reason }) => reason).toSorted()).toEqual([
    "The database was unavailable.",
    "The reason was not kept. See the server log.",
    "The run took longer than allowed, or its process was killed.",
  ]);
});

test("a failed job can be retried; another queue's job or one that did not fail is not found", async () => {
  await fail(new Error("no"));
  const [job] = await failedJobs();
  const input = { queue: mailing.name, jobId: job!.id };
  expect(await retryJobs(admin, { ...input, queue: nightly.name })).toMatchObject({ reason: { kind: "not_found" } });
  expect(await retryJobs(admin, { ...input, queue: "test.unknown" })).toMatchObject({ reason: { kind: "not_found" } });
  expect(await retryJobs(admin, input)).toEqual({ ok: true, value: 1 });
  expect(await retryJobs(admin, input)).toMatchObject({ reason: { kind: "not_found" } });
  expect(await stateOf(mailing.name)).toMatchObject({ waiting: 1, failed: 0 });
  outcome = async () => {};
  await runJobs();
  expect(await stateOf(mailing.name)).toMatchObject({ waiting: 0, failed: 0, lastSuccessAt: expect.any(Date) });
  expect(await entries()).toEqual([["failed-jobs.retried", job!.id, { count: 1 }]]);
});

test("retrying a queue retries all of its failed jobs and no others", async () => {
  for (let n = 0; n < 3; n += 1) await failedJob(ctx, mailing.name, { data: { email: dana } });
  await failedJob(ctx, nightly.name);
  expect(await retryJobs(admin, { queue: mailing.name, jobId: null })).toEqual({ ok: true, value: 3 });
  expect((await failedJobs()).map(({ name }) => name)).toEqual([nightly.name]);
});

test("in a queue with at most one waiting job, the newest failed one is retried, and none while another waits", async () => {
  const old = await failedJob(ctx, nightly.name, { failedAt: new Date("2026-03-01T00:00:00Z") });
  await failedJob(ctx, nightly.name, { failedAt: new Date("2026-03-02T00:00:00Z") });
  expect(await retryJobs(admin, { queue: nightly.name, jobId: null })).toEqual({ ok: true, value: 1 });
  expect((await failedJobs()).map(({ id }) => id)).toEqual([old]);
  expect(await retryJobs(admin, { queue: nightly.name, jobId: old })).toMatchObject({
    reason: { kind: "already_waiting" },
  });
});

test("discarding deletes failed jobs with their parameters and nothing else", async () => {
  const one = await failedJob(ctx, mailing.name, { data: { email: dana } });
  await failedJob(ctx, mailing.name, { data: { email: dana } });
  await enqueue(ctx, mailing, { email: "max@otherfirm.example" });
  expect(await discardJobs(admin, { queue: mailing.name, jobId: one })).toEqual({ ok: true, value: 1 });
  expect(await discardJobs(admin, { queue: mailing.name, jobId: null })).toEqual({ ok: true, value: 1 });
  expect(await discardJobs(admin, { queue: mailing.name, jobId: null })).toMatchObject({
    reason: { kind: "not_found" },
  });
  expect(await stateOf(mailing.name)).toMatchObject({ waiting: 1, failed: 0 });
  expect(await entries()).toEqual([
    ["failed-jobs.discarded", one, { count: 1 }],
    ["failed-jobs.discarded", mailing.name, { count: 1 }],
  ]);
});

test("two admins who retry the same jobs at once queue them once", async () => {
  for (let n = 0; n < 5; n += 1) await failedJob(ctx, mailing.name, { data: { email: dana } });
  const both = await Promise.all([1, 2].map(() => retryJobs(admin, { queue: mailing.name, jobId: null })));
  expect(both.map((result) => (result.ok ? result.value : result.reason.kind)).toSorted()).toEqual([5, "not_found"]);
});

test("an undelivered event is queued again and removed from the list; an unknown consumer is not found", async () => {
  const [first, second, third] = [
    await deadLetter(ctx, "reports"),
    await deadLetter(ctx, "reports"),
    await deadLetter(ctx, "reports"),
  ];
  const listed = async () =>
    (await pageDeadLetters(ctx, { consumer: "reports", after: null, before: null })).rows.map(({ eventId }) => eventId);
  expect((await listed()).toSorted()).toEqual([first, second, third].toSorted());
  expect(await redeliverEvents(admin, { consumer: "nothing", eventId: null })).toMatchObject({ ok: false });
  expect(await redeliverEvents(admin, { consumer: "reports", eventId: first! })).toEqual({ ok: true, value: 1 });
  expect(await stateOf(delivery.name)).toMatchObject({ waiting: 1 });
  expect(await redeliverEvents(admin, { consumer: "reports", eventId: null })).toEqual({ ok: true, value: 2 });
  expect(await listed()).toEqual([]);
  expect(await redeliverEvents(admin, { consumer: "reports", eventId: null })).toMatchObject({ ok: false });
  expect(await entries()).toEqual([
    ["event-deliveries.requeued", first, { consumer: "reports", count: 1 }],
    ["event-deliveries.requeued", "reports", { consumer: "reports", count: 2 }],
  ]);
});

test("a queue shows its waiting and running jobs, the oldest due job and its schedule", async () => {
  expect(await stateOf(mailing.name)).toEqual({
    ...{ name: mailing.name, waiting: 0, running: 0, failed: 0 },
    ...{ oldestWaitingAt: null, lastSuccessAt: null, schedule: null },
  });
  await enqueue(ctx, mailing, { email: dana });
  await enqueue(ctx, mailing, { email: dana }, { runAt: new Date(Date.now() + hourMs) });
  await db.execute(sql`
    insert into pgboss.schedule (name, key, cron, timezone) values (${mailing.name}, '', '7 * * * *', 'UTC')`);
  const state = await stateOf(mailing.name);
  expect(state).toMatchObject({
    waiting: 2,
    oldestWaitingAt: expect.any(Date),
    schedule: { cron: "7 * * * *", timezone: "UTC", nextRunAt: new Date("2026-03-02T15:07:00Z") },
  });
  await db.execute(sql`delete from pgboss.schedule`);
});

test("failed jobs of all queues are listed page by page, newest first", async () => {
  const at = (n: number) => new Date(Date.parse("2026-03-01T00:00:00Z") + n * 1000);
  for (let n = 0; n < 60; n += 1) await failedJob(ctx, (n % 2 ? mailing : nightly).name, { failedAt: at(n) });
  const seen: number[] = [];
  let after: string | null = null;
  do {
    const page = await listFailedJobs(ctx, { queue: null, after, before: null });
    seen.push(...page.rows.map(({ failedAt }) => (failedAt.getTime() - at(0).getTime()) / 1000));
    after = page.next;
  } while (after);
  expect(seen).toEqual(Array.from({ length: 60 }, (_, n) => 59 - n));
});

test("the parameters of a person's jobs can be removed in any state", async () => {
  await failedJob(ctx, mailing.name, { data: { email: dana } });
  await enqueue(ctx, mailing, { email: dana });
  await enqueue(ctx, mailing, { email: "max@otherfirm.example" });
  await forgetJobs(ctx, { queue: mailing.name, parameters: { email: dana } });
  const { rows } = await db.execute(sql`select data from pgboss.job where name = ${mailing.name}`);
  expect(rows).toEqual([{ data: { email: "max@otherfirm.example" } }]);
});

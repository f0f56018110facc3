import { expect, test } from "vitest";
import { paymentReceived } from "#app/features/billing/events.ts";
import { bookingMade } from "#app/features/booking/events.ts";
import { deliverEvent } from "#app/features/events/delivery.server.ts";
import { lift, suppress } from "#app/features/mail/refusals/suppression.server.ts";
import { moveProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import { markTask } from "#app/features/pipeline/tasks/tasks.server.ts";
import { listDueTasks } from "#app/features/pipeline/tasks/today.server.ts";
import { inTransaction } from "#app/platform/context.server.ts";
import {
  booking,
  later,
  mail,
  sequenceJobs,
  sequences,
  useSequences,
  value,
} from "#tests/fixtures/running-sequences.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { type Definition, emptyDefinition, type Step } from "../definitions/definition.ts";
import { endEnrollment } from "../enrollments/enrollments.server.ts";
import { addRejectionTask, forwardSequenceReply } from "../enrollments/replies.server.ts";
import { settleOpenTasks } from "./step-tasks.server.ts";

const database = useDatabase({ jobs: sequenceJobs });
const { ctx, pool } = database;
const { at, rows, started, enrolled, advance, happened } = useSequences(database);

const call: Step = {
  ...{ key: "call", kind: "task", delay: { amount: 0, unit: "days" }, conditions: [] },
  task: { title: "Has not booked a call: get in touch", dueInBusinessDays: 0 },
};
const taskFirst: Definition = { ...emptyDefinition, steps: [call, mail("later", 2)] };
const onlyTask: Definition = { ...emptyDefinition, steps: [call] };
const dana = "dana@northfield.example";
const tasks = () =>
  rows("select title, done_at is not null as done, settled_because as because from prospect_task order by id");
const open = { title: call.task.title, done: false, because: null };
const settled = (because: string) => [{ ...open, done: true, because }];

test("the title of a task is about its person", async () => {
  const named = {
    ...call,
    task: { title: "Call {{first_name|them}} of {{company|their firm}}", dueInBusinessDays: 0 },
  };
  await enrolled((await started({ ...emptyDefinition, steps: [named] })).id);
  await advance();
  expect((await rows("select title from prospect_task")).map(({ title }) => title)).not.toContain(named.task.title);
  expect(JSON.stringify(await rows("select title from prospect_task"))).not.toContain("{{");
});

async function withTask(definition: Definition) {
  const { id } = await started(definition);
  const enrollmentId = await enrolled(id);
  await advance();
  expect(await tasks()).toEqual([open]);
  return enrollmentId!;
}

test("a booking settles the task of the sequence, and Today no longer counts it", async () => {
  await withTask(taskFirst);
  const dayAfter = { ...at(later(48)) };
  const today = () => listDueTasks(dayAfter, { of: "everyone", size: 5, firmZone: "America/New_York" });
  expect(value(await today())).toMatchObject({ tasks: { total: 1, late: 1 } });
  await deliverEvent(ctx, sequences, await happened(bookingMade, booking(dana), later(1)));
  expect(await tasks()).toEqual(settled("Reached the goal"));
  expect(value(await today())).toMatchObject({ tasks: { total: 0, late: 0 } });
});

test("a task of the last step is settled after the sequence has finished; the enrollment keeps its outcome", async () => {
  await withTask(onlyTask);
  await deliverEvent(ctx, sequences, await happened(bookingMade, booking(dana), later(1)));
  expect(await tasks()).toEqual(settled("Reached the goal"));
  expect(await rows("select state, reason from sequence_enrollment")).toEqual([
    { state: "finished", reason: "completed" },
  ]);
});

test("an exit that the worker finds settles the task too", async () => {
  await withTask({ ...taskFirst, goal: "analysis_created" });
  await happened(bookingMade, booking(dana), later(1));
  await advance(later(72));
  expect(await tasks()).toEqual(settled("Booked a call"));
});

test("removing a person settles the task; finishing all steps does not", async () => {
  const enrollmentId = await withTask(taskFirst);
  value(await endEnrollment(ctx, { enrollmentId }));
  expect(await tasks()).toEqual(settled("Removed by an admin"));
});

test("a task that an admin reopens is the admin's: no later exit closes it", async () => {
  await withTask(onlyTask);
  await deliverEvent(ctx, sequences, await happened(bookingMade, booking(dana), later(1)));
  const [{ id: taskId }] = await rows("select id from prospect_task");
  value(await markTask(ctx, { taskId, isDone: false }));
  await deliverEvent(ctx, sequences, await happened(bookingMade, booking(dana), later(2)));
  expect(await tasks()).toEqual([open]);
});

test("a task of an admin is not settled", async () => {
  await withTask(onlyTask);
  await pool.query("update prospect_task set origin = null, origin_id = null");
  await deliverEvent(ctx, sequences, await happened(bookingMade, booking(dana), later(1)));
  expect(await tasks()).toEqual([open]);
});

test("tasks whose exit happened before they were settled are found by the hourly run", async () => {
  await withTask(onlyTask);
  await happened(bookingMade, booking(dana), later(1));
  expect(await settleOpenTasks(at(later(24)))).toEqual({ settled: 1 });
  expect(await tasks()).toEqual(settled("Reached the goal"));
  expect(await settleOpenTasks(at(later(24)))).toEqual({ settled: 0 });
});

const reply = (email = dana) => ({
  ...{ messageId: crypto.randomUUID(), email, kind: "sequence-mail", isFromRecipient: true },
  matchedBy: "references" as const,
});
const replyTask = { title: `Reply to ${dana}`, done: false, because: null };

test.each([
  ["books", bookingMade, booking(dana), "Booked a call"],
  [
    "pays",
    paymentReceived,
    {
      ...{ paymentId: crypto.randomUUID(), email: dana, userId: null, amountCents: 49_900, blueprintId: null },
      method: "stripe",
    },
    "Paid",
  ],
])(
  "the task to reply is settled once the person %s, and not by what happened before",
  async (_what, event, payload, because) => {
    const { id } = await started(taskFirst);
    await enrolled(id);
    await happened(event, payload);
    await inTransaction(ctx, (tx) => forwardSequenceReply(tx, reply()));
    await settleOpenTasks(ctx);
    expect(await tasks()).toEqual([replyTask]);
    await deliverEvent(ctx, sequences, await happened(event, payload, later(1)));
    expect(await tasks()).toEqual([{ ...replyTask, done: true, because }]);
  },
);

test("the task to reply is settled when an admin closes the deal", async () => {
  const { id } = await started(taskFirst);
  await enrolled(id);
  await inTransaction(ctx, (tx) => forwardSequenceReply(tx, reply()));
  const [{ id: prospectId }] = await rows("select id from prospect");
  value(await moveProspect(at(later(1)), { prospectId, from: "lead", to: "lost", reason: "no_need" }));
  await settleOpenTasks(at(later(2)));
  expect(await tasks()).toEqual([{ ...replyTask, done: true, because: "Moved to another stage" }]);
});

test("the task to read a rejection is settled once the address is allowed again", async () => {
  const { id } = await started(taskFirst);
  await enrolled(id);
  await suppress(ctx, { address: dana, scope: "lists", reason: "rejected" });
  const bounced = { messageId: crypto.randomUUID(), email: dana, isFinal: true, cause: "rejected" as const };
  await inTransaction(ctx, (tx) => addRejectionTask(tx, bounced));
  expect(await settleOpenTasks(ctx)).toEqual({ settled: 0 });
  await lift(ctx, { address: dana, scopes: ["lists"], reasons: ["rejected"] });
  expect(await settleOpenTasks(ctx)).toEqual({ settled: 1 });
  expect(await tasks()).toMatchObject([{ done: true, because: "Emails are allowed again" }]);
});

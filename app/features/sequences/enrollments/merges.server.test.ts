import { afterAll, beforeEach, expect, test } from "vitest";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import type { EventDefinition } from "#app/features/events/event-definition.ts";
import { pipelineEvents } from "#app/features/pipeline/events.ts";
import { mergeProspects, undoMerge } from "#app/features/pipeline/merging/merging.server.ts";
import { forgetPerson as forgetProspect } from "#app/features/pipeline/personal-data.server.ts";
import { createProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { oneMail, runningSequence } from "#tests/fixtures/sequences-commands.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { type Definition, emptyDefinition } from "../definitions/definition.ts";
import { forgetPerson as forgetEnrollments } from "../personal-data.server.ts";
import { advanceDue } from "../steps/worker.server.ts";
import { enrol } from "./enrollments.server.ts";

const { ctx, pool } = useDatabase();
beforeEach(() => {
  useSettings({ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", CONTACT_EMAIL: "desk@gtmarc.example" });
  registerConsumers({ consumers: [], events: pipelineEvents as unknown as EventDefinition[] });
});
afterAll(() => registerConsumers({ consumers: [], events: [] }));

const twoMails: Definition = {
  ...emptyDefinition,
  steps: [oneMail.steps[0]!, { ...oneMail.steps[0]!, key: "second", delay: { amount: 1, unit: "days" } }],
};
const tomorrow = later(ctx, { days: 1 });
const person = async (name: string) => value(await createProspect(ctx, { email: `${name}@northfield.example` })).id;
const enrolled = async (id: string, name: string) =>
  value(await enrol(ctx, { id, email: `${name}@northfield.example` }));
const merge = async (kept: string, merged: string, at: Ctx = ctx) =>
  value(await mergeProspects(at, { keptId: kept, mergedId: merged })).mergeId;
/** Deletes in the same order as the deletion of an account. */
const forget = (name: string) =>
  inTransaction(ctx, async (tx) => {
    const subject = { userId: null, email: `${name}@northfield.example` };
    await forgetEnrollments(tx, subject);
    await forgetProspect(tx, subject);
  });
const states = async () =>
  (
    await pool.query(
      "select split_part(p.email, '@', 1) as of, e.state, e.reason from sequence_enrollment e join prospect p on p.id = e.prospect_id order by e.id",
    )
  ).rows;
const mails = async () =>
  (await pool.query("select split_part(to_address, '@', 1) as to, status from message order by id")).rows;

test("the kept prospect continues the enrollment of a merged one", async () => {
  const { id } = await runningSequence(ctx, twoMails);
  const [ada, bob] = [await person("ada"), await person("bob")];
  await enrolled(id, "ada");
  await advanceDue(ctx);
  await merge(bob, ada);
  expect(await advanceDue(tomorrow)).toMatchObject({ mails: 1 });
  expect((await mails()).map(({ to }) => to)).toEqual(["ada", "bob"]);
  expect(await states()).toEqual([{ of: "bob", state: "finished", reason: "completed" }]);
  expect(await enrol(ctx, { id, email: "ada@northfield.example" })).toMatchObject({ reason: { why: "re_entry" } });
});

test("of two enrollments in one sequence or goal only the kept prospect's continues", async () => {
  const { id } = await runningSequence(ctx, twoMails);
  const other = await runningSequence(ctx, twoMails, "Other");
  const [ada, bob] = [await person("ada"), await person("bob")];
  await enrolled(id, "ada");
  await enrolled(other.id, "bob");
  await merge(bob, ada);
  expect(await advanceDue(ctx)).toMatchObject({ mails: 1 });
  expect(await states()).toEqual([
    { of: "bob", state: "exited", reason: "merged" },
    { of: "bob", state: "active", reason: null },
  ]);
});

test("a kept prospect who finished the sequence does not get it again", async () => {
  const { id } = await runningSequence(ctx, twoMails);
  const [ada, bob] = [await person("ada"), await person("bob")];
  await enrolled(id, "bob");
  await advanceDue(ctx);
  await advanceDue(tomorrow);
  await enrolled(id, "ada");
  await advanceDue(tomorrow);
  await merge(bob, ada);
  await advanceDue(later(ctx, { days: 3 }));
  expect((await states()).map(({ state, reason }) => [state, reason])).toEqual([
    ["finished", "completed"],
    ["exited", "merged"],
  ]);
  expect((await mails()).map(({ to, status }) => `${to} ${status}`)).toEqual([
    ...["bob queued", "bob queued", "ada cancelled"],
  ]);
});

test("undoing a merge returns the enrollment", async () => {
  const { id } = await runningSequence(ctx, twoMails);
  const [ada, bob, cy] = [await person("ada"), await person("bob"), await person("cy")];
  await enrolled(id, "ada");
  await merge(bob, ada);
  const second = await merge(cy, bob, later(ctx, { seconds: 1 }));
  await advanceDue(ctx);
  expect(await states()).toMatchObject([{ of: "cy", state: "active" }]);
  value(await undoMerge(later(ctx, { seconds: 2 }), { mergeId: second }));
  await advanceDue(tomorrow);
  expect(await states()).toMatchObject([{ of: "bob", state: "finished" }]);
  expect((await mails()).map(({ to }) => to)).toEqual(["cy", "bob"]);
});

test("deleting a merged person keeps the enrollments of the kept prospect", async () => {
  const { id } = await runningSequence(ctx, twoMails);
  const other = await runningSequence(ctx, { ...twoMails, goal: "payment" }, "Other");
  const [ada, bob] = [await person("ada"), await person("bob")];
  await enrolled(id, "bob");
  await enrolled(other.id, "ada");
  await merge(bob, ada);
  await advanceDue(ctx);
  await forget("ada");
  expect(await states()).toEqual([{ of: "bob", state: "active", reason: null }]);
  expect(await advanceDue(tomorrow)).toMatchObject({ mails: 1 });
});

test("deleting the kept person keeps the enrollments of prospects merged into it, at any depth", async () => {
  const { id } = await runningSequence(ctx, twoMails);
  const [ada, bob, cy] = [await person("ada"), await person("bob"), await person("cy")];
  await enrolled(id, "ada");
  await merge(bob, ada);
  await merge(cy, bob, later(ctx, { seconds: 1 }));
  await advanceDue(ctx);
  await forget("cy");
  await advanceDue(tomorrow);
  expect(await states()).toEqual([{ of: "bob", state: "finished", reason: "completed" }]);
});

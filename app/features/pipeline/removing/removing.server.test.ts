import { beforeEach, expect, test } from "vitest";
import { type Consumer, registerConsumers } from "#app/features/events/consumers.server.ts";
import { deliverEvent } from "#app/features/events/delivery.server.ts";
import { eventJobs } from "#app/features/events/dispatch.server.ts";
import { publish } from "#app/features/events/events.server.ts";
import { newsletterSubscribed } from "#app/features/newsletter/events.ts";
import { findDeletionsOf } from "#app/features/security/audit/audit.server.ts";
import { inTransaction } from "#app/platform/context.server.ts";
import { asAdmin, later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { pipelineAudit } from "../audit.ts";
import { mergeProspects } from "../merging/merging.server.ts";
import { writeNote } from "../notes/notes.server.ts";
import { forgetPerson } from "../personal-data.server.ts";
import { followEvent, resetPipeline } from "../projection/consumer.server.ts";
import { followedEvents } from "../projection/facts.server.ts";
import { createProspect, moveProspect } from "../prospects/prospect-commands.server.ts";
import { addTask } from "../tasks/tasks.server.ts";
import {
  deleteProspectByAddress,
  deleteProspects,
  expireDeletedNames,
  registerBeforeRemoval,
} from "./removing.server.ts";

const pipeline: Consumer = { name: "pipeline", events: followedEvents, handle: followEvent, reset: resetPipeline };
const { ctx, pool } = useDatabase({ jobs: eventJobs([pipeline]) });
let admin: Awaited<ReturnType<typeof asAdmin>>;
beforeEach(async () => {
  registerConsumers({ consumers: [pipeline], events: followedEvents });
  registerBeforeRemoval("sequences", async () => {});
  admin = await asAdmin(ctx);
});

const email = "marker-dana@firm.example";
const rows = async (query: string) => (await pool.query(query)).rows;
const deletions = () => rows("select subject, detail from audit_entry where action = 'prospects.deleted'");
const person = (id: string) => ({ id, name: "Marker Whitlock", company: null, addresses: [email] });
const prospects = () => rows("select email, name, source from prospect order by email");
const subscribed = () =>
  inTransaction(ctx, (tx) =>
    publish(tx, newsletterSubscribed, { subscriberId: crypto.randomUUID(), email, source: "footer" } as never),
  );

async function add(address = email) {
  const { id } = value(await createProspect(admin, { email: address, name: "Marker Whitlock" }));
  value(await writeNote(admin, { prospectId: id, body: "Marker note" }));
  value(await addTask(admin, { prospectId: id, title: "Marker task", dueOn: null, assigneeId: null }));
  value(await moveProspect(admin, { prospectId: id, from: "lead", to: "qualified", reason: null }));
  return id;
}

test("deleting prospects removes what the pipeline stores about them, and nothing of others", async () => {
  const [id, other] = [await add(), await add("max@otherfirm.example")];
  const removed: string[] = [];
  registerBeforeRemoval("sequences", async (_tx, ids) => void removed.push(...ids));
  expect(value(await deleteProspects(admin, { prospectIds: [id, id, crypto.randomUUID()] }))).toEqual({
    ...{ changed: [id], unchanged: 0, refused: { not_found: 1 } },
    deletedParts: { notes: 1, tasks: 1, merged: 0 },
  });
  expect(removed).toEqual([id]);
  expect(await prospects()).toMatchObject([{ email: "max@otherfirm.example" }]);
  expect(await rows("select distinct prospect_id as id from prospect_note")).toEqual([{ id: other }]);
  for (const table of ["event", "prospect_task", "prospect_removal"])
    expect(await rows(`select 1 from ${table} t where t::text ilike '%marker-dana%'`)).toEqual([]);
  const titles = `select 1 from audit_entry where subject = '${id}' and detail::text like '%Marker task%'`;
  expect(await rows(titles)).toEqual([]);
  expect(await deletions()).toEqual([{ subject: id, detail: { prospectIds: [id], deleted: [person(id)] } }]);
});

test("the audit log names who was deleted for 30 days, then only the company; erasing the person removes the name", async () => {
  const [id, other] = [await add(), await add("max@otherfirm.example")];
  await pool.query("update prospect set company = 'Otherfirm' where id = $1", [other]);
  value(await deleteProspects(admin, { prospectIds: [id, other] }));
  const max = { ...person(other), company: "Otherfirm", addresses: ["max@otherfirm.example"] };
  const named = async () => (await deletions())[0].detail.deleted;
  expect(await named()).toEqual([person(id), max]);
  await expireDeletedNames(later(ctx, { days: 30 }));
  expect(await named()).toEqual([person(id), max]);
  await inTransaction(ctx, (tx) => forgetPerson(tx, { email, userId: null }));
  expect(await named()).toEqual([max]);
  await expireDeletedNames(later(ctx, { days: 31 }));
  expect(await deletions()).toMatchObject([
    { detail: { prospectIds: [id, other], deleted: [{ id: other, company: "Otherfirm" }] } },
  ]);
  expect(await rows("select 1 from audit_entry where detail::text ~ 'otherfirm.example|Marker'")).toEqual([]);
});

test("the audit log is searched for a deleted person by id, name, company and address", async () => {
  const [id, other] = [await add(), await add("max@otherfirm.example")];
  await pool.query("update prospect set name = 'Max Ober', company = 'Otherfirm' where id = $1", [other]);
  value(await deleteProspects(admin, { prospectIds: [other] }));
  value(await deleteProspects(admin, { prospectIds: [id] }));
  const find = (search: string) => findDeletionsOf(ctx, { action: pipelineAudit.prospectsDeleted, search });
  for (const search of [other, "max@Otherfirm.example", "ober", "otherfirm"])
    expect(await find(search)).toEqual([other]);
  expect(await find("Marker")).toEqual([id]);
  expect(await find("addresses")).toEqual([]);
});

test("a prospect is deleted with those merged into it", async () => {
  const [kept, merged] = [await add(), await add("max@otherfirm.example")];
  value(await mergeProspects(admin, { keptId: kept, mergedId: merged }));
  expect(value(await deleteProspects(admin, { prospectIds: [kept] })).deletedParts).toEqual({
    ...{ notes: 2, tasks: 2, merged: 1 },
  });
  expect((await deletions())[0].detail.deleted[0].addresses).toEqual([email, "max@otherfirm.example"]);
  expect([await prospects(), await rows("select 1 from prospect_address")]).toEqual([[], []]);
});

test("earlier events make no prospect again, in a replay or late; later ones do, without the deleted past", async () => {
  const early = await subscribed();
  await deliverEvent(ctx, pipeline, early);
  expect(await prospects()).toMatchObject([{ email, source: "newsletter" }]);
  value(await deleteProspectByAddress(admin, { email }));
  const replayed = (await rows(`select * from event where id = '${early}'`))[0];
  await inTransaction(ctx, (tx) =>
    followEvent(tx, { ...replayed, email, userId: null, occurredAt: ctx.now, payload: { email } } as never, {
      isReplay: true,
    }),
  );
  expect(await prospects()).toEqual([]);
  await deliverEvent(ctx, pipeline, await subscribed());
  expect(await prospects()).toMatchObject([{ email, name: null, source: "newsletter" }]);
});

test("an admin can add a deleted address again; erasing the person removes the mark of the deletion", async () => {
  await add();
  value(await deleteProspectByAddress(admin, { email }));
  expect(await rows("select 1 from prospect_removal")).toHaveLength(1);
  value(await createProspect(admin, { email, name: "Dana again" }));
  expect(await prospects()).toMatchObject([{ name: "Dana again" }]);
  await inTransaction(ctx, (tx) => forgetPerson(tx, { email, userId: null }));
  expect([await prospects(), await rows("select 1 from prospect_removal")]).toEqual([[], []]);
});

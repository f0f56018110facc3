import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { event } from "#app/features/events/tables.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { as, asAdmin } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { mergeProspects } from "../merging/merging.server.ts";
import { followedEvents } from "../projection/facts.server.ts";
import { createProspect, editProspect, moveProspect } from "../prospects/prospect-commands.server.ts";
import { readProspect } from "../prospects/prospect-detail.server.ts";
import { readProspectFilters } from "../prospects/prospect-list.ts";
import { prospect } from "../tables.server.ts";
import { changeProspects, moveProspects, selectMatching } from "./bulk.server.ts";
import { maxAtOnce, outcomeText } from "./bulk.ts";

const { ctx, db } = useDatabase();
let admin: Awaited<ReturnType<typeof asAdmin>>;
beforeEach(async () => {
  registerConsumers({ consumers: [], events: followedEvents });
  admin = await asAdmin(ctx);
});

const add = async (...names: string[]) => {
  const ids = [];
  for (const name of names) ids.push(value(await createProspect(admin, { email: `${name}@firm.example` })).id);
  return ids;
};
const entries = async (act: string) => db.select().from(auditEntry).where(eq(auditEntry.act, act));
const stages = async () => (await db.select({ stage: prospect.stage }).from(prospect)).map(({ stage }) => stage).sort();
const toQualified = (prospectIds: string[]) => ({
  groups: [{ from: "lead" as const, to: "qualified" as const, prospectIds }],
  reason: null,
});

test("many prospects move in one action, with one event each, one audit entry, and the stage history", async () => {
  const ids = await add("a", "b", "c");
  const result = value(await moveProspects(admin, toQualified(ids)));
  expect(result).toEqual({ changed: ids, unchanged: 0, refused: {} });
  expect(await stages()).toEqual(["qualified", "qualified", "qualified"]);
  expect(await db.select().from(event).where(eq(event.name, "prospect.stage_changed"))).toHaveLength(3);
  const [entry, ...others] = await entries("prospects.moved");
  expect(others).toEqual([]);
  expect(entry).toMatchObject({
    actorUserId: admin.actor.userId,
    detail: { to: "qualified", prospectIds: ids.sort() },
  });
});

test("moving back restores each stage", async () => {
  const [a, b] = (await add("a", "b")) as [string, string];
  value(await moveProspect(admin, { prospectId: b, from: "lead", to: "qualified", reason: null }));
  const groups = [
    { from: "lead" as const, to: "proposal" as const, prospectIds: [a] },
    { from: "qualified" as const, to: "proposal" as const, prospectIds: [b] },
  ];
  value(await moveProspects(admin, { groups, reason: null }));
  expect(await stages()).toEqual(["proposal", "proposal"]);
  const back = groups.map(({ from, to, prospectIds }) => ({ from: to, to: from, prospectIds }));
  expect(value(await moveProspects(admin, { groups: back, reason: null })).changed).toHaveLength(2);
  expect(await stages()).toEqual(["lead", "qualified"]);
});

test("moved, merged and unknown prospects are counted and do not stop the others", async () => {
  const [a, b, c, d, e] = (await add("a", "b", "c", "d", "e")) as [string, string, string, string, string];
  value(await moveProspect(admin, { prospectId: b, from: "lead", to: "proposal", reason: null }));
  value(await moveProspect(admin, { prospectId: c, from: "lead", to: "qualified", reason: null }));
  value(await mergeProspects(admin, { keptId: e, mergedId: d }));
  const outcome = value(await moveProspects(admin, toQualified([a, b, c, d, newId()])));
  expect(outcome).toEqual({ changed: [a], unchanged: 1, refused: { not_found: 2, stale: 1 } });
  expect(outcomeText(outcome, "moved to Qualified")).toBe(
    "1 moved to Qualified. 1 already as chosen. 2 not changed: merged or deleted in the meantime. 1 not changed: moved by a colleague in the meantime.",
  );
});

test("lost needs a reason for all prospects, and exceeding the limit is refused before anything changes", async () => {
  const ids = await add("a");
  const lost = { groups: [{ from: "lead" as const, to: "lost" as const, prospectIds: ids }], reason: null };
  expect(await moveProspects(admin, lost)).toMatchObject({ reason: { kind: "reason_required" } });
  expect(await moveProspects(admin, { ...lost, reason: "other" })).toMatchObject({ reason: { kind: "note_required" } });
  expect(value(await moveProspects(admin, { ...lost, reason: "timing" })).changed).toEqual(ids);
  const many = [...ids, ...Array.from({ length: maxAtOnce }, newId)];
  expect(await moveProspects(admin, toQualified(many))).toMatchObject({ reason: { kind: "too_many_at_once" } });
  const change = { kind: "add_tag" as const, tag: "warm" };
  expect(await changeProspects(admin, { prospectIds: many, change })).toMatchObject({ ok: false });
  expect(await stages()).toEqual(["lost"]);
});

test("owner and tags of many prospects can be changed; an open form of one of them is then outdated", async () => {
  const ids = await add("a", "b");
  const [a] = ids as [string];
  const own = { kind: "owner" as const, ownerId: admin.actor.userId };
  expect(value(await changeProspects(admin, { prospectIds: ids, change: own })).changed).toEqual(ids);
  expect(value(await changeProspects(admin, { prospectIds: ids, change: own }))).toMatchObject({ unchanged: 2 });
  expect(await entries("prospects.changed")).toHaveLength(1);
  const stranger = { kind: "owner" as const, ownerId: newId() };
  expect(await changeProspects(admin, { prospectIds: ids, change: stranger })).toMatchObject({
    reason: { kind: "unknown_owner" },
  });
  value(await changeProspects(admin, { prospectIds: ids, change: { kind: "add_tag", tag: "warm" } }));
  value(await changeProspects(admin, { prospectIds: [a], change: { kind: "remove_tag", tag: "warm" } }));
  const tags = (await db.select().from(prospect)).map((row) => row.tags.join());
  expect(tags.sort()).toEqual(["", "warm"]);
  const { version, ...row } = value(await readProspect(admin, a)).prospect;
  expect(version).toBe(4);
  expect(await editProspect(admin, { ...row, prospectId: a, version: 1 })).toMatchObject({ reason: { kind: "stale" } });
});

test("owners are restored if the new one is still set and the former one is still an admin", async () => {
  const ids = (await add("a", "b", "c", "d")) as [string, string, string, string];
  const [a, b, c, d] = ids;
  const colleague = (await asAdmin(ctx, "colleague@gtmarc.example")).actor.userId;
  const former = (await as(ctx, "former@gtmarc.example")).actor.userId;
  value(await changeProspects(admin, { prospectIds: [b], change: { kind: "owner", ownerId: colleague } }));
  await db.update(prospect).set({ ownerId: former }).where(eq(prospect.id, c));
  const own = admin.actor.userId;
  const { ownersBefore } = value(
    await changeProspects(admin, { prospectIds: ids, change: { kind: "owner", ownerId: own } }),
  );
  expect(ownersBefore).toMatchObject({ [a]: null, [b]: colleague, [d]: null });
  value(await changeProspects(admin, { prospectIds: [d], change: { kind: "owner", ownerId: colleague } }));
  const undo = { kind: "restore_owners" as const, ownerId: own, owners: ownersBefore! };
  const outcome = value(await changeProspects(admin, { prospectIds: ids, change: undo }));
  expect(outcome).toMatchObject({ changed: [a, b], refused: { owner_changed: 1, former_admin: 1 } });
  const owners = new Map((await db.select().from(prospect)).map(({ id, ownerId }) => [id, ownerId]));
  expect(ids.map((id) => owners.get(id))).toEqual([null, colleague, own, colleague]);
});

test("a prospect with ten tags gets no further tag", async () => {
  const [a] = (await add("a")) as [string];
  await db.update(prospect).set({ tags: Array.from({ length: 10 }, (_, at) => `tag-${at}`) });
  const outcome = value(await changeProspects(admin, { prospectIds: [a], change: { kind: "add_tag", tag: "new" } }));
  expect(outcome).toEqual({ changed: [], unchanged: 0, refused: { too_many_tags: 1 } });
});

test("when two admins move the same prospects at once, in opposite orders, each prospect moves once", async () => {
  const ids = await add("a", "b", "c", "d");
  const other = await asAdmin(ctx, "other@gtmarc.example");
  const groups = [{ from: "lead" as const, to: "proposal" as const, prospectIds: [...ids].reverse() }];
  const results = await Promise.all([
    moveProspects(admin, toQualified(ids)),
    moveProspects(other, { groups, reason: null }),
  ]);
  expect(results.map((result) => value(result).changed.length).sort()).toEqual([0, 4]);
  expect(new Set(await stages()).size).toBe(1);
});

test("a selection contains the matching prospects with their stages", async () => {
  const [a] = await add("a", "b");
  const filters = (query: string) => readProspectFilters(new URLSearchParams(query), query ? "a@firm" : "", "UTC");
  expect(value(await selectMatching(admin, filters("q")))).toEqual({
    prospects: [{ id: a, stage: "lead" }],
    hasMore: false,
  });
  expect(value(await selectMatching(admin, filters(""))).prospects).toHaveLength(2);
});

test("a selection of the maximum size moves in one action", async () => {
  await db.insert(prospect).values(
    Array.from({ length: maxAtOnce }, (_, at) => ({
      ...{ id: newId(), email: `p${at}@many.example`, stageSince: ctx.now, scoredAt: ctx.now, createdAt: ctx.now },
    })),
  );
  const { prospects } = value(await selectMatching(admin, readProspectFilters(new URLSearchParams(), "", "UTC")));
  const { changed } = value(await moveProspects(admin, toQualified(prospects.map(({ id }) => id))));
  expect(changed).toHaveLength(maxAtOnce);
});

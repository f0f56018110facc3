import { beforeEach, expect, test } from "vitest";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import type { Result } from "#app/lib/result.ts";
import { inTransaction } from "#app/platform/context.server.ts";
import { asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { writeNote } from "../notes/notes.server.ts";
import { forgetPerson } from "../personal-data.server.ts";
import { followedEvents } from "../projection/facts.server.ts";
import { createProspect, editProspect } from "../prospects/prospect-commands.server.ts";
import { readProspect } from "../prospects/prospect-detail.server.ts";
import { ProspectEdit } from "../prospects/prospect-input.ts";
import { addTask } from "../tasks/tasks.server.ts";
import { listDuplicatePairs, listLikelyDuplicates } from "./duplicates.server.ts";
import { previewMerge } from "./merge-preview.server.ts";
import { mergeProspects, undoMerge } from "./merging.server.ts";

const { ctx, pool } = useDatabase();
let admin: Awaited<ReturnType<typeof asAdmin>>;
beforeEach(async () => {
  registerConsumers({ consumers: [], events: followedEvents });
  admin = await asAdmin(ctx);
});

const value = <Value>(result: Result<Value, { kind: string }>): Value => {
  if (!result.ok) throw new Error(result.reason.kind);
  return result.value;
};
const reasonOf = (result: Result<unknown, { kind: string }>) => (result.ok ? null : result.reason.kind);
const detail = async (id: string) => value(await readProspect(admin, id));
const formOf = async (id: string) => {
  const { prospect } = await detail(id);
  const { version, name, company, website, role, industry, employees } = prospect;
  const { valueCents, ownerId, expectedClose, tags } = prospect;
  return { version, name, company, website, role, industry, employees, valueCents, ownerId, expectedClose, tags };
};
const add = async (key: string) => {
  const id = value(await createProspect(admin, { email: `${key}@firm.example`, name: `Name ${key}` })).id;
  value(await editProspect(admin, { ...(await formOf(id)), prospectId: id, tags: [`tag-${key}`] }));
  value(await writeNote(admin, { prospectId: id, body: `Note about ${key}` }));
  value(await addTask(admin, { prospectId: id, title: `Task for ${key}`, dueOn: null, assigneeId: null }));
  return id;
};
let merges = 0;
const merge = async (mergedId: string, keptId: string) => {
  merges += 1;
  return value(await mergeProspects(later(admin, { seconds: merges }), { keptId, mergedId })).mergeId;
};
const forget = (key: string) =>
  inTransaction(ctx, (tx) => forgetPerson(tx, { userId: null, email: `${key}@firm.example` }));
const tables = ["prospect", "prospect_address", "prospect_note", "prospect_task", "prospect_merge"];
const rowsWith = async (text: string) => {
  const found = [];
  for (const table of tables)
    found.push(
      ...(await pool.query(`select t::text as row from ${table} t where position($1 in t::text) > 0`, [text])).rows,
    );
  return found;
};
const shown = async (id: string) => {
  const { prospect, addresses, notes, tasks } = await detail(id);
  return { name: prospect.name, addresses, tags: prospect.tags, notes: notes.map(({ body }) => body), tasks };
};

test("deleting a person after a merge into another prospect removes all of their data", async () => {
  const [kept, merged] = [await add("dana"), await add("max")];
  const mergeId = await merge(merged, kept);
  await forget("max");
  expect(await rowsWith("max")).toEqual([]);
  expect(await detail(kept)).toMatchObject({ merge: null, addresses: ["dana@firm.example"] });
  expect(reasonOf(await undoMerge(admin, { mergeId }))).toBe("not_found");
  expect(await shown(kept)).toMatchObject({
    ...{ name: "Name dana", tags: ["tag-dana"], notes: ["Note about dana"], tasks: [{ title: "Task for dana" }] },
  });
});

test("when the kept person is deleted, the merged prospect is separate again with its own data", async () => {
  const [kept, merged] = [await add("dana"), await add("max")];
  const mergeId = await merge(merged, kept);
  await forget("dana");
  expect(await rowsWith("dana")).toEqual([]);
  expect(reasonOf(await readProspect(admin, kept))).toBe("not_found");
  expect(await shown(merged)).toMatchObject({
    ...{ name: "Name max", addresses: ["max@firm.example"], tags: ["tag-max"] },
    ...{ notes: ["Note about max"], tasks: [{ title: "Task for max" }] },
  });
  expect(reasonOf(await undoMerge(admin, { mergeId }))).toBe("not_found");
});

test("a person can be deleted from the middle of a chain of merges", async () => {
  const [a, b, c] = [await add("anna"), await add("bert"), await add("carl")];
  await merge(c, b);
  const outer = await merge(b, a);
  await forget("bert");
  expect(await rowsWith("bert")).toEqual([]);
  expect(reasonOf(await undoMerge(admin, { mergeId: outer }))).toBe("not_found");
  expect(await shown(a)).toMatchObject({ tags: ["tag-anna"], notes: ["Note about anna"] });
  expect(await shown(c)).toMatchObject({ name: "Name carl", tags: ["tag-carl"], notes: ["Note about carl"] });
});

test("a concurrent merge and deletion leave nothing of the person", async () => {
  for (let round = 0; round < 6; round += 1) {
    const [kept, merged] = [await add(`kept${round}`), await add(`merged${round}`)];
    const person = round % 2 === 0 ? `merged${round}` : `kept${round}`;
    await Promise.all([mergeProspects(admin, { keptId: kept, mergedId: merged }), forget(person)]);
    expect(await rowsWith(person)).toEqual([]);
    const { rows } = await pool.query(
      "select count(*)::int as orphans from prospect_address a join prospect p on p.id = a.prospect_id where p.merged_into is not null",
    );
    expect(rows).toEqual([{ orphans: 0 }]);
  }
});

test("merges are undone in reverse order only", async () => {
  const [a, b, c] = [await add("anna"), await add("bert"), await add("carl")];
  const inner = await merge(b, a);
  const outer = await merge(a, c);
  expect(reasonOf(await undoMerge(admin, { mergeId: inner }))).toBe("later_merge");
  expect((await detail(c)).merge).toMatchObject({ id: outer, email: "anna@firm.example" });
  value(await undoMerge(admin, { mergeId: outer }));
  value(await undoMerge(admin, { mergeId: inner }));
  for (const [id, key] of [
    [a, "anna"],
    [b, "bert"],
    [c, "carl"],
  ] as const)
    expect(await shown(id)).toMatchObject({
      ...{ name: `Name ${key}`, addresses: [`${key}@firm.example`], tags: [`tag-${key}`] },
      ...{ notes: [`Note about ${key}`], tasks: [{ title: `Task for ${key}` }] },
    });
  const first = await merge(b, a);
  await merge(c, a);
  expect(reasonOf(await undoMerge(admin, { mergeId: first }))).toBe("later_merge");
});

test("a merge is not undone when a prospect would be left without an address", async () => {
  const [kept, merged] = [await add("dana"), await add("max")];
  const mergeId = await merge(merged, kept);
  await pool.query("delete from prospect_address where email = 'dana@firm.example'");
  expect(reasonOf(await undoMerge(admin, { mergeId }))).toBe("address_gone");
  expect((await detail(kept)).merge).toBeNull();
});

test("two concurrent undos of a merge undo it once", async () => {
  const [kept, merged] = [await add("dana"), await add("max")];
  const mergeId = await merge(merged, kept);
  const results = await Promise.all([undoMerge(admin, { mergeId }), undoMerge(admin, { mergeId })]);
  expect(results.map(reasonOf).sort()).toEqual([null, "undone"].sort());
});

test("an open form is refused after a merge, an undo or an event has changed the prospect", async () => {
  const kept = value(await createProspect(admin, { email: "dana@firm.example" })).id;
  const merged = value(
    await createProspect(later(admin, { hours: 1 }), { email: "max@firm.example", name: "Max", company: "Firm" }),
  ).id;
  const before = await formOf(kept);
  const mergeId = await merge(merged, kept);
  const edit = (form: typeof before) => editProspect(admin, { ...form, prospectId: kept });
  expect(reasonOf(await edit({ ...before, role: "CEO" }))).toBe("stale");
  const afterMerge = await formOf(kept);
  expect(afterMerge).toMatchObject({ name: "Max", company: "Firm" });
  value(await undoMerge(admin, { mergeId }));
  expect(reasonOf(await edit({ ...afterMerge, role: "CEO" }))).toBe("stale");
  const { version } = value(await edit({ ...(await formOf(kept)), role: "CEO" }));
  expect((await formOf(kept)).version).toBe(version);
});

test("empty text in the form of a prospect clears the field", () => {
  const form = { version: 1, employees: null, valueCents: null, ownerId: null, expectedClose: null, tags: [] };
  const empty = { name: "", company: " ", website: "", role: "", industry: "" };
  expect(ProspectEdit.parse({ ...form, ...empty })).toMatchObject({
    ...{ name: null, company: null, website: null, role: null, industry: null },
  });
});

test("a merge keeps both prospects' tags, undoing it restores them, and the preview shows every changed field", async () => {
  const [kept, merged] = [await add("dana"), await add("max")];
  const sized = { ...(await formOf(merged)), industry: "SaaS", employees: 40, tags: ["vip", "tag-dana"] };
  value(await editProspect(admin, { ...sized, prospectId: merged }));
  const { result } = value(await previewMerge(admin, { keptId: kept, mergedId: merged }));
  const mergeId = await merge(merged, kept);
  const { prospect } = await detail(kept);
  expect(prospect.tags).toEqual(["tag-dana", "vip"]);
  const { tags, source, website, industry, employees, expectedClose, paidCents } = prospect;
  expect(result).toMatchObject({ tags, source, website, industry, employees, expectedClose, paidCents });
  value(await editProspect(admin, { ...(await formOf(kept)), prospectId: kept, tags: [...tags, "later"] }));
  value(await undoMerge(admin, { mergeId }));
  expect((await detail(kept)).prospect.tags).toEqual(["tag-dana", "later"]);
  expect((await detail(merged)).prospect.tags).toEqual(["vip", "tag-dana"]);
});

test("a merge keeps the values of the kept prospect, takes the chosen ones, and undoing it restores both", async () => {
  const [kept, merged] = [await add("dana"), await add("max")];
  const form = async (id: string, changes: object) =>
    value(await editProspect(admin, { ...(await formOf(id)), ...changes, prospectId: id }));
  await form(kept, { company: "Northfield", role: "COO", employees: 80 });
  await form(merged, { company: "Northfield Inc", role: "Chief operating officer", website: "northfield.example" });
  const before = (await detail(kept)).prospect;
  const { mergeId } = value(
    await mergeProspects(later(admin, { seconds: 1 }), { keptId: kept, mergedId: merged, take: ["role", "email"] }),
  );
  expect((await detail(kept)).prospect).toMatchObject({
    ...{ name: "Name dana", company: "Northfield", employees: 80, role: "Chief operating officer" },
    ...{ website: "northfield.example", email: "max@firm.example" },
  });
  value(await undoMerge(later(admin, { seconds: 2 }), { mergeId }));
  const { version: _, scoredAt: _at, ...same } = before;
  expect((await detail(kept)).prospect).toMatchObject(same);
  expect((await detail(merged)).prospect).toMatchObject({ role: "Chief operating officer", email: "max@firm.example" });
});

test("values taken from a person disappear with that person, also through a chain of merges", async () => {
  const [a, b, c] = [await add("anna"), await add("bert"), await add("carl")];
  value(await editProspect(admin, { ...(await formOf(c)), prospectId: c, company: "carl-company", role: "carl-role" }));
  value(await mergeProspects(later(admin, { seconds: 1 }), { keptId: b, mergedId: c, take: ["name"] }));
  value(await mergeProspects(later(admin, { seconds: 2 }), { keptId: a, mergedId: b, take: ["name", "email"] }));
  expect((await detail(a)).prospect).toMatchObject({ name: "Name carl", company: "carl-company", role: "carl-role" });
  await forget("carl");
  expect(await rowsWith("carl")).toEqual([]);
  expect((await detail(a)).prospect).toMatchObject({ name: "Name anna", company: null });
});

test("likely duplicates are listed: the same name, or the same mailbox elsewhere, before colleagues", async () => {
  const make = async (email: string, name: string) => value(await createProspect(admin, { email, name })).id;
  const id = await make("dana.whitlock@firm.example", "Dana Whitlock");
  const colleague = await make("max@firm.example", "Max Ober");
  const elsewhere = await make("danawhitlock+news@gmail.com", "D. W.");
  const same = await make("dw@gmail.com", "dana whitlock");
  const other = await make("dana@other.example", "Dana Whitlock");
  const { likely, others } = await listLikelyDuplicates(ctx, id);
  expect(likely.map((each) => each.id)).toEqual([same, other, elsewhere]);
  expect(others.map((each) => each.id)).toEqual([colleague]);
});

test("a prospect has likely duplicates exactly if it is in a pair, and many of them hide no colleague", async () => {
  const make = async (email: string, name: string) => value(await createProspect(admin, { email, name })).id;
  const id = await make("dana@larkspur.example", "Dana Whitlock");
  const colleague = await make("second@larkspur.example", "Sam Second");
  const single = await make("kim@gmail.com", "Kim");
  await make("kim@larkspur.example", "Kim");
  const inPairs = async () =>
    new Set(value(await listDuplicatePairs(admin)).pairs.flatMap(({ kept, other }) => [kept.id, other.id]));
  const check = async (...people: string[]) => {
    const pairs = await inPairs();
    for (const person of people)
      expect((await listLikelyDuplicates(ctx, person)).likely.length > 0).toBe(pairs.has(person));
  };
  await check(id, colleague, single);
  expect(await inPairs()).toEqual(new Set());
  for (let number = 1; number <= 12; number += 1) await make(`dana@firm-${number}.example`, "Dana Whitlock");
  await check(id, colleague, single);
  const { likely, others } = await listLikelyDuplicates(ctx, id);
  expect(likely).toHaveLength(10);
  expect(others.map((each) => each.id)).toContain(colleague);
});

test("likely duplicates of all prospects are listed once, without colleagues, and only for admins", async () => {
  const make = async (email: string, name: string) => value(await createProspect(admin, { email, name })).id;
  const pairs = async () =>
    value(await listDuplicatePairs(admin)).pairs.map(({ kept, other }) => [kept.email, other.email].sort());
  const kept = await make("dana.whitlock@firm.example", "Dana Whitlock");
  await make("max@firm.example", "Max Ober");
  await make("anna@firm.example", "Anna");
  await make("anna@other.example", "Anna");
  await make("sales@firm.example", "Sales");
  await make("sales@other.example", "Front desk");
  await make("danawhitlock+news@gmail.com", "D. W.");
  const same = await make("dw@gmail.com", "dana whitlock");
  const found = await pairs();
  expect(found).toHaveLength(2);
  expect(found.flat()).toEqual(expect.arrayContaining(["dw@gmail.com", "danawhitlock+news@gmail.com"]));
  expect(found.flat().join()).not.toMatch(/max|anna|sales/);
  value(await mergeProspects(later(admin, { seconds: 1 }), { keptId: kept, mergedId: same }));
  expect(await pairs()).toEqual([["dana.whitlock@firm.example", "danawhitlock+news@gmail.com"].sort()]);
  expect(reasonOf(await listDuplicatePairs(asAnonymous(ctx)))).toBe("not_admin");
});

test("the audit log has old and new values of an edit, without those of an erased person", async () => {
  const id = await add("max");
  value(await editProspect(admin, { ...(await formOf(id)), prospectId: id, role: "Chief of max" }));
  const logged = async () =>
    (
      await pool.query(
        "select detail->'changes' as changes from audit_entry where action = 'prospect.edited' order by id desc",
      )
    ).rows[0];
  expect((await logged()).changes).toEqual({ role: { from: null, to: "Chief of max" } });
  await forget("max");
  expect((await logged()).changes).toBeNull();
});

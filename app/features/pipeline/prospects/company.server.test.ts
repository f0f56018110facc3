import { beforeEach, expect, test } from "vitest";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import type { Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import { asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { listMergeCandidates, previewMerge } from "../merging/merge-preview.server.ts";
import { mergeProspects } from "../merging/merging.server.ts";
import { writeNote } from "../notes/notes.server.ts";
import { followedEvents } from "../projection/facts.server.ts";
import { addTask } from "../tasks/tasks.server.ts";
import { readCompany, readCompanyTimeline } from "./company.server.ts";
import { createProspect, editProspect, moveProspect } from "./prospect-commands.server.ts";
import { readProspect } from "./prospect-detail.server.ts";

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
const add = async (email: string, name: string, company = "Northfield") =>
  value(await createProspect(admin, { email, name, company })).id;
const company = (domain: string, after: string | null = null) => readCompany(admin, { domain, after });
type Timeline = { items: { id: string }[]; next: string | null };
const all = { kind: null, before: null };

test("a company has the prospects of its domain with their sums, and its timeline has everything about them", async () => {
  const dana = await add("dana@northfield.example", "Dana Whitlock");
  const max = await add("max@mail.northfield.example", "Max Other");
  await add("someone@elsewhere.example", "Someone", "Elsewhere");
  await pool.query("update prospect set value_cents = 100, score = 70 where id = $1", [dana]);
  await pool.query("update prospect set value_cents = 50, paid_cents = 7 where id = $1", [max]);
  value(await moveProspect(admin, { prospectId: max, from: "lead", to: "lost", reason: "timing" }));
  await pool.query("update prospect set value_cents = 50, paid_cents = 7 where id = $1", [max]);
  await writeNote(later(admin, { hours: 1 }), { prospectId: max, body: "Left the firm." });
  const found = value(await company("northfield.example"));
  expect(found).toMatchObject({ name: "Northfield", count: 2, paidCents: 7 });
  expect(found.people.rows.map(({ email }) => email)).toEqual([
    "dana@northfield.example",
    "max@mail.northfield.example",
  ]);
  const { items } = value(await readCompanyTimeline(admin, "northfield.example", all));
  expect(items[0]).toMatchObject({ text: "Left the firm.", who: { id: max, label: "Max Other" } });
  expect(new Set(items.map(({ who }) => who?.id))).toEqual(new Set([dana, max]));
  const { items: notes } = value(await readCompanyTimeline(admin, "northfield.example", { ...all, kind: "notes" }));
  expect(notes).toHaveLength(1);
});

test("people and timeline are paginated; merged prospects are in neither", async () => {
  const ids = [];
  for (let number = 10; number < 37; number += 1)
    ids.push(await add(`p${number}@northfield.example`, `Person ${number}`));
  value(await mergeProspects(admin, { keptId: ids[0]!, mergedId: ids[1]! }));
  const first = value(await company("northfield.example"));
  const second = value(await company("northfield.example", first.people.next));
  expect(first.count).toBe(26);
  expect(new Set([...first.people.rows, ...second.people.rows].map(({ id }) => id)).size).toBe(26);
  const seen = new Set<string>();
  let before: string | null = null;
  do {
    const page: Timeline = value(await readCompanyTimeline(admin, "northfield.example", { kind: "stages", before }));
    for (const { id } of page.items) seen.add(id);
    before = page.next;
  } while (before);
  expect(seen.size).toBe(26);
});

test("consumer mail providers, unknown domains and visitors without admin rights get no company", async () => {
  await add("dana@gmail.com", "Dana");
  expect(reasonOf(await company("gmail.com"))).toBe("not_found");
  expect(reasonOf(await company("nothing.example"))).toBe("not_found");
  const stranger = asAnonymous(ctx);
  for (const result of [
    await readCompany(stranger, { domain: "northfield.example", after: null }),
    await readCompanyTimeline(stranger, "northfield.example", all),
    await previewMerge(stranger, { keptId: newId(), mergedId: newId() }),
    await listMergeCandidates(stranger, { of: { id: newId() }, search: "dana" }),
  ])
    expect(reasonOf(result)).toBe("not_admin");
});

test("the preview of a merge equals the result of the merge", async () => {
  const keptId = await add("dana@northfield.example", "Dana", "Northfield");
  const mergedId = await add("dana@gmail.com", "Dana Whitlock", "Northfield Inc.");
  value(await moveProspect(admin, { prospectId: mergedId, from: "lead", to: "qualified", reason: null }));
  const form = { company: "Northfield GmbH", website: null, role: null, industry: null, employees: null };
  const own = { ownerId: admin.actor.userId, expectedClose: null, tags: ["warm"], valueCents: 500, name: "Dana" };
  value(await editProspect(admin, { prospectId: keptId, version: 1, ...form, ...own }));
  await writeNote(admin, { prospectId: mergedId, body: "Same person." });
  await addTask(admin, { prospectId: keptId, title: "Call", dueOn: null, assigneeId: null });
  const { kept, merged, result } = value(await previewMerge(admin, { keptId, mergedId }));
  expect([kept.stage, merged.stage, result.stage]).toEqual(["lead", "qualified", "qualified"]);
  expect(result).toMatchObject({ notes: 1, tasks: 1, events: kept.events + merged.events, valueCents: 500 });
  value(await mergeProspects(admin, { keptId, mergedId }));
  const after = value(await readProspect(admin, keptId));
  const { email, name, company: firm, role, stage, score, valueCents, ownerId, tags } = after.prospect;
  expect(result).toMatchObject({ email, name, company: firm, role, stage, score, valueCents, ownerId, tags });
  expect(result.addresses).toEqual(after.addresses);
  expect([result.notes, result.tasks]).toEqual([after.notes.length, after.tasks.length]);
  expect(reasonOf(await previewMerge(admin, { keptId, mergedId }))).toBe("not_found");
  expect(reasonOf(await previewMerge(admin, { keptId, mergedId: keptId }))).toBe("same");
  expect(reasonOf(await previewMerge(admin, { keptId, mergedId: "nonsense" }))).toBe("not_found");
});

test("candidates for a merge are others with the same name, then colleagues, or those that match the search", async () => {
  const id = await add("dana@northfield.example", "Dana");
  await add("max@northfield.example", "Max");
  await add("dana@gmail.com", "Dana", "Northfield");
  const find = async (search: string) => value(await listMergeCandidates(admin, { of: { id }, search }));
  const [dana, max] = [{ email: "dana@gmail.com" }, { email: "max@northfield.example" }];
  expect(await find("")).toMatchObject({ likely: [], others: [dana, max] });
  expect(await find("dana")).toMatchObject({ found: [dana] });
});

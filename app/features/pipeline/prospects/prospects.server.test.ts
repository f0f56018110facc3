import { createElement } from "react";
import { beforeEach, expect, test } from "vitest";
import { analysisCreated } from "#app/features/analysis/events.ts";
import { bookingMade } from "#app/features/booking/events.ts";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import type { EventDefinition } from "#app/features/events/event-definition.ts";
import { publish } from "#app/features/events/events.server.ts";
import { queueMail } from "#app/features/mail/mail.server.ts";
import type { Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import { inTransaction } from "#app/platform/context.server.ts";
import { asAdmin, later } from "#tests/fixtures/actors.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { mergeProspects, undoMerge } from "../merging/merging.server.ts";
import { deleteNote, editNote, writeNote } from "../notes/notes.server.ts";
import { readTimeline } from "../notes/timeline.server.ts";
import { exportPersonalData, forgetPerson } from "../personal-data.server.ts";
import { ensureProspect, refreshProspect } from "../pipeline.server.ts";
import { followedEvents } from "../projection/facts.server.ts";
import { rescoreProspects } from "../projection/rescoring.server.ts";
import { addTask, editTask, markTask } from "../tasks/tasks.server.ts";
import { readFigures } from "./figures.server.ts";
import { createProspect, editProspect, moveProspect } from "./prospect-commands.server.ts";
import { readProspect, readProspectState } from "./prospect-detail.server.ts";
import type { ProspectEdit } from "./prospect-input.ts";
import { readProspectFilters } from "./prospect-list.ts";
import { countProspects, listProspects, readBoard } from "./prospects.server.ts";

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
const reasonOf = (result: Result<unknown, { kind: string }>) => (result.ok ? null : result.reason);
const add = async (email: string, more: { name?: string; company?: string } = {}) =>
  value(await createProspect(admin, { email, ...more })).id;
const filters = (query = "") => {
  const params = new URLSearchParams(query);
  return readProspectFilters(params, params.get("q") ?? "", "UTC");
};
const list = async (query = "") => {
  const sort = { key: "company" as const, direction: "asc" as const };
  const page = value(
    await listProspects(admin, { search: "", sort, after: null, before: null, filters: filters(query) }),
  );
  return page.rows.map(({ email }) => email);
};
const stageOf = async (id: string) => value(await readProspect(admin, id)).prospect.stage;
/** Publishes an event of the person and delivers it to the pipeline. */
const happen = (email: string, definition: unknown, payload: object, at = ctx.now) =>
  inTransaction({ ...ctx, now: at }, async (tx) => {
    await publish(tx, definition as EventDefinition, payload as never);
    const { id, isNew } = await ensureProspect(tx, email, { announce: false });
    await refreshProspect(tx, id, { announce: false, isNew });
    return id;
  });
const analysisOf = (email: string, annualValueCents = 100_000_00) => ({
  ...{ blueprintId: newId(), userId: newId(), email, companyName: "Northfield", revision: 1, modelVersion: "1.1" },
  ...{ annualValueCents, employees: 42, industry: "SaaS" },
});
const callOf = (email: string) => ({
  ...{ bookingId: newId(), uid: "call", eventType: "strategy-session", start: ctx.now, end: ctx.now },
  ...{ name: "Dana Whitlock", email, userId: null },
});
const dana = "dana@northfield.example";
const max = "max@otherfirm.example";

test("a manually added person is in the list; adding the same address again is refused", async () => {
  const id = await add(dana, { name: "Dana Whitlock", company: "Northfield" });
  expect(value(await readProspect(admin, id)).prospect).toMatchObject({
    ...{ name: "Dana Whitlock", company: "Northfield", stage: "lead", source: "manual", domain: "northfield.example" },
  });
  expect(reasonOf(await createProspect(admin, { email: dana }))).toEqual({ kind: "exists", prospectId: id });
});

test("an admin moves a prospect; a move from an outdated view is refused, and lost needs a reason", async () => {
  const id = await add(dana);
  const move = (from: "lead" | "qualified", to: "qualified" | "lost", reason: "timing" | null = null) =>
    moveProspect(admin, { prospectId: id, from, to, reason });
  expect((await move("lead", "qualified")).ok).toBe(true);
  expect(await stageOf(id)).toBe("qualified");
  expect(reasonOf(await move("lead", "lost", "timing"))).toEqual({ kind: "stale", stage: "qualified" });
  expect(reasonOf(await move("qualified", "lost"))).toEqual({ kind: "reason_required" });
  expect((await move("qualified", "lost", "timing")).ok).toBe(true);
  expect(value(await readProspect(admin, id)).prospect).toMatchObject({ stage: "lost", lostReason: "timing" });
  const other = await add(max);
  const lost = { prospectId: other, from: "lead" as const, to: "lost" as const, reason: "other" as const };
  expect(reasonOf(await moveProspect(admin, lost))).toEqual({ kind: "note_required" });
  value(await moveProspect(admin, { ...lost, note: "Merged with Halden" }));
  expect(value(await readProspect(admin, other)).prospect).toMatchObject({ lostNote: "Merged with Halden" });
  const moves = await readTimeline(admin, { id: other, addresses: [max] }, { kind: "stages", before: null });
  expect(value(moves).items[0]!.text).toMatch(/Reason: Other: Merged with Halden\.$/);
  const timeline = value(await readTimeline(admin, { id, addresses: [dana] }, { kind: "stages", before: null }));
  expect(timeline.items[0]!.text).toMatch(/^Moved from Qualified to Lost by .+\. Reason: Bad timing\.$/);
});

test("when two admins move one prospect at once, one succeeds and the other gets the current stage", async () => {
  const id = await add(dana);
  const other = await asAdmin(ctx, "other@gtmarc.example");
  const results = await Promise.all([
    moveProspect(admin, { prospectId: id, from: "lead", to: "qualified", reason: null }),
    moveProspect(other, { prospectId: id, from: "lead", to: "proposal", reason: null }),
  ]);
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(results.map(reasonOf).filter(Boolean)).toEqual([{ kind: "stale", stage: await stageOf(id) }]);
});

test("events do not overwrite an edit, and an outdated edit is refused", async () => {
  const id = await happen(dana, analysisCreated, analysisOf(dana));
  const { prospect } = value(await readProspect(admin, id));
  const { name, company, website, role, industry, employees, valueCents, ownerId, expectedClose, tags } = prospect;
  const form = { name, company, website, role, industry, employees, valueCents, ownerId, expectedClose, tags };
  const edit = (more: Partial<ProspectEdit>) => editProspect(admin, { ...form, version: 1, prospectId: id, ...more });
  const mine = { company: "Northfield Analytics", ownerId: admin.actor.userId, tags: ["warm"] };
  expect(value(await edit(mine))).toEqual({ version: 2 });
  expect(reasonOf(await edit({ company: "Overwritten" }))).toEqual({ kind: "stale", version: 2 });
  expect(reasonOf(await edit({ version: 2, ownerId: newId() }))).toEqual({ kind: "unknown_owner" });
  await happen(
    dana,
    analysisCreated,
    { ...analysisOf(dana, 200_000_00), companyName: "Renamed" },
    later(ctx, { hours: 1 }).now,
  );
  expect(value(await readProspect(admin, id)).prospect).toMatchObject({
    ...mine,
    valueCents: 200_000_00,
    employees: 42,
  });
});

test("notes and tasks can be written, changed and finished, but not overwritten after a colleague's change", async () => {
  const prospectId = await add(dana);
  const { id: noteId } = value(await writeNote(admin, { prospectId, body: "Doubts the adoption figure." }));
  expect((await editNote(admin, { noteId, body: "Bring A-03.", version: 1 })).ok).toBe(true);
  expect(reasonOf(await editNote(admin, { noteId, body: "Older text", version: 1 }))).toMatchObject({
    ...{ kind: "stale", body: "Bring A-03." },
  });
  const task = { title: "Send the sample", dueOn: "2026-03-04", assigneeId: admin.actor.userId };
  const { id: taskId } = value(await addTask(admin, { prospectId, ...task }));
  const changed = { taskId, ...task, title: "Send revision 2", version: 1 };
  expect([(await editTask(admin, changed)).ok, (await editTask(admin, changed)).ok]).toEqual([true, true]);
  expect(reasonOf(await editTask(admin, { ...changed, title: "Older title" }))).toMatchObject({
    ...{ kind: "stale", version: 2 },
  });
  expect((await markTask(admin, { taskId, isDone: true })).ok).toBe(true);
  expect(value(await readProspect(admin, prospectId))).toMatchObject({
    notes: [{ body: "Bring A-03.", editedAt: ctx.now, version: 2 }],
    tasks: [{ title: "Send revision 2", doneAt: ctx.now, version: 2 }],
  });
  expect((await deleteNote(admin, { noteId })).ok && (await deleteNote(admin, { noteId })).ok).toBe(true);
});

test("filters cover words, stage, owner, score, size, source, due date, tag and cold", async () => {
  const id = await happen(dana, analysisCreated, analysisOf(dana));
  await add(max, { name: "Max Other", company: "100% Other_firm" });
  await addTask(later(admin, { days: -1 }), { prospectId: id, title: "Call", dueOn: "2026-03-01", assigneeId: null });
  await pool.query("update prospect set tags = '{warm}', owner_id = $1 where id = $2", [admin.actor.userId, id]);
  await pool.query("update prospect set last_activity_at = null, created_at = '2025-11-01' where email = $1", [max]);
  expect(await list()).toEqual([max, dana]);
  expect(await list("q=north whit")).toEqual([]);
  expect(await list("q=NORTHFIELD dana")).toEqual([dana]);
  expect(await list("q=100% other_")).toEqual([max]);
  expect(await list("q=1000")).toEqual([]);
  for (const query of [
    "stage=new_analysis",
    `owner=${admin.actor.userId}`,
    "score=50",
    "size=target",
    "source=analysis",
    "due=late",
    "tag=warm",
  ])
    expect([query, await list(query)]).toEqual([query, [dana]]);
  for (const query of ["stage=lead", "owner=none", "source=manual", "due=none", "cold=1"])
    expect([query, await list(query)]).toEqual([query, [max]]);
  expect(await list("owner=nonsense")).toEqual([]);
});

test("paging the table in both directions neither loses nor repeats a row", async () => {
  for (let number = 10; number < 17; number += 1) await add(`p${number}@firm.example`);
  const sort = { key: "value" as const, direction: "desc" as const };
  const page = (place: { after?: string | null; before?: string | null }) =>
    listProspects(admin, { search: "", sort, after: null, before: null, ...place, filters: filters() }, 3).then(value);
  const first = await page({});
  const second = await page({ after: first.next });
  const third = await page({ after: second.next });
  expect(new Set([...first.rows, ...second.rows, ...third.rows].map(({ id }) => id)).size).toBe(7);
  expect(third.next).toBeNull();
  expect((await page({ before: third.previous })).rows).toEqual(second.rows);
});

test("board and figures have the counts of what they show", async () => {
  const id = await happen(dana, analysisCreated, analysisOf(dana, 100_000_00));
  await happen(max, analysisCreated, analysisOf(max, 50_000_00));
  await happen(max, bookingMade, callOf(max), later(ctx, { days: 2 }).now);
  await addTask(later(admin, { days: -1 }), {
    prospectId: id,
    title: "Review the score",
    dueOn: "2026-03-01",
    assigneeId: null,
  });
  const board = value(await readBoard(admin, filters()));
  expect(board.filter(({ count }) => count > 0).map(({ stage, count }) => [stage, count])).toEqual([
    ["new_analysis", 1],
    ["call_booked", 1],
  ]);
  expect(board[1]!.cards[0]).toMatchObject({
    email: dana,
    nextTask: { title: "Review the score", dueOn: "2026-03-01" },
  });
  const figures = async (query: string) => value(await readFigures(later(admin, { days: 3 }), filters(query)));
  expect(await figures("")).toEqual({
    ...{ open: 2, newAnalyses: 0, enteredCallBooked: 1, medianDaysToCall: 2, lateTasks: 1, today: "2026-03-05" },
  });
  expect(await figures("q=otherfirm")).toMatchObject({
    ...{ open: 1, enteredCallBooked: 1, medianDaysToCall: 2, lateTasks: 0 },
  });
  expect(await figures("due=late&stage=new_analysis&score=30&cold=0")).toMatchObject({
    ...{ open: 1, enteredCallBooked: 0, medianDaysToCall: null, lateTasks: 1 },
  });
  const count = async (query: string) => value(await countProspects(admin, filters(query)));
  expect([await count(""), await count("q=otherfirm"), await count("stage=won")]).toEqual([2, 1, 0]);
});

test("the timeline has events, notes and tasks, newest first, paginated and by kind", async () => {
  const id = await happen(dana, analysisCreated, analysisOf(dana));
  await happen(dana, bookingMade, callOf(dana), later(ctx, { hours: 1 }).now);
  await writeNote(later(admin, { hours: 2 }), { prospectId: id, body: "Bring A-03." });
  for (let number = 0; number < 40; number += 1)
    await addTask(later(admin, { hours: 3, seconds: number }), {
      prospectId: id,
      title: `Task ${number}`,
      dueOn: null,
      assigneeId: null,
    });
  const read = (kind: "calls" | null, before: string | null) =>
    readTimeline(admin, { id, addresses: [dana] }, { kind, before }).then(value);
  const first = await read(null, null);
  const second = await read(null, first.next);
  expect(first.items).toHaveLength(30);
  expect(first.items[0]!.text).toBe("To do: Task 39");
  expect(second.items.slice(-5).map(({ type, text }) => [type, text])).toEqual([
    ["note", "Bring A-03."],
    ["stage", "Moved from New analysis to Call booked."],
    ["booking.made", expect.stringContaining("strategy session")],
    ["stage", "Entered the pipeline in New analysis."],
    ["analysis.created", "Generated an analysis for Northfield."],
  ]);
  expect(second.next).toBeNull();
  expect(new Set([...first.items, ...second.items].map(({ type, id: item }) => `${type} ${item}`)).size).toBe(45);
  expect((await read(null, "nonsense")).items).toEqual(first.items);
  for (let number = 0; number < 4; number += 1) {
    // With fewer tasks the first page ends later, once between a change of stage and the event that caused it.
    await pool.query("delete from prospect_task where id in (select id from prospect_task order by id limit 3)");
    const [one, rest] = [await read(null, null), await read(null, (await read(null, null)).next)];
    expect(new Set([...one.items, ...rest.items].map(({ type, id: item }) => `${type} ${item}`)).size).toBe(
      42 - 3 * number,
    );
  }
  expect((await read("calls", null)).items.map(({ type }) => type)).toEqual(["booking.made"]);
});

test("the timeline has every mail to the prospect's addresses, with its outcome", async () => {
  const id = await happen(dana, analysisCreated, analysisOf(dana));
  const mail = (to: string, subject: string) => ({
    kind: "test",
    to,
    subject,
    body: createElement("p", null, subject),
  });
  await queueMail(later(ctx, { hours: 1 }), mail(dana, "Your analysis is ready"));
  await queueMail(later(ctx, { hours: 2 }), mail(dana, "How was the call?"));
  await queueMail(later(ctx, { hours: 3 }), mail(max, "To another person"));
  await pool.query("update message set trouble = 'bounced' where subject = 'How was the call?'");
  const read = (kind: "mail" | null, before: string | null) =>
    readTimeline(admin, { id, addresses: [dana] }, { kind, before }).then(value);
  expect((await read("mail", null)).items.map(({ type, text }) => [type, text])).toEqual([
    ["mail", "Bounced: How was the call?"],
    ["mail", "Queued: Your analysis is ready"],
  ]);
  expect((await read(null, null)).items.map(({ type }) => type)).toEqual(["mail", "mail", "stage", "analysis.created"]);
  for (let number = 0; number < 40; number += 1) await queueMail(later(ctx, { days: number }), mail(dana, "Weekly"));
  const first = await read("mail", null);
  const second = await read("mail", first.next);
  expect([first.items.length, second.items.length, second.next]).toEqual([30, 12, null]);
  expect(new Set([...first.items, ...second.items].map((item) => item.id)).size).toBe(42);
});

test("merged prospects are one, and undoing the merge restores both", async () => {
  const kept = await happen(dana, analysisCreated, analysisOf(dana));
  const other = await happen(max, bookingMade, callOf(max), later(ctx, { hours: 1 }).now);
  await writeNote(admin, { prospectId: other, body: "Same person, other address." });
  const { mergeId } = value(await mergeProspects(admin, { keptId: kept, mergedId: other }));
  expect(await list()).toEqual([dana]);
  expect(value(await readProspect(admin, kept))).toMatchObject({
    prospect: { stage: "call_booked", name: "Dana Whitlock" },
    addresses: [dana, max],
    notes: [{ body: "Same person, other address." }],
    merge: { id: mergeId, email: max },
  });
  expect(reasonOf(await readProspect(admin, other))).toEqual({ kind: "merged", into: kept });
  expect(value(await readProspectState(admin, { prospectId: other }))).toMatchObject({ mergedInto: kept });
  expect(reasonOf(await mergeProspects(admin, { keptId: kept, mergedId: other }))).toEqual({ kind: "not_found" });

  await writeNote(admin, { prospectId: kept, body: "Written after the merge." });
  value(await undoMerge(admin, { mergeId }));
  expect(await stageOf(kept)).toBe("new_analysis");
  expect(await stageOf(other)).toBe("call_booked");
  expect(value(await readProspect(admin, other)).notes.map(({ body }) => body)).toEqual([
    "Same person, other address.",
  ]);
  expect(value(await readProspect(admin, kept)).notes.map(({ body }) => body)).toEqual(["Written after the merge."]);
  expect(reasonOf(await undoMerge(admin, { mergeId }))).toEqual({ kind: "undone" });
  expect(reasonOf(await mergeProspects(admin, { keptId: kept, mergedId: kept }))).toEqual({ kind: "same" });
});

test("scores decay without activity", async () => {
  await happen(dana, analysisCreated, analysisOf(dana));
  const scores = async () => (await pool.query("select score from prospect")).rows.map(({ score }) => score);
  const [before] = await scores();
  expect(await rescoreProspects(later(ctx, { days: 30 }))).toBe(1);
  expect(await scores()).toEqual([before - 5]);
  expect(await rescoreProspects(later(ctx, { days: 30 }))).toBe(0);
});

test("the page shows the same score as the list, even hours after the last change", async () => {
  const id = await happen(dana, analysisCreated, analysisOf(dana));
  const sort = { key: "score" as const, direction: "desc" as const };
  for (const days of [0, 10, 30]) {
    const then = later(admin, { days });
    const listed = await listProspects(then, { search: "", sort, after: null, before: null, filters: filters() });
    expect(value(await readProspect(then, id)).score.total).toBe(value(listed).rows[0]!.score);
  }
});

test("a person's export is complete, and deletion removes everything written about them", async () => {
  const id = await happen(dana, analysisCreated, analysisOf(dana));
  const other = await happen(max, bookingMade, callOf(max));
  await mergeProspects(admin, { keptId: id, mergedId: other });
  await writeNote(admin, { prospectId: id, body: "Met at a fair." });
  expect(await exportPersonalData(ctx, { userId: null, email: dana })).toMatchObject({
    ...{
      prospect: [{ email: dana }, { email: max, mergedInto: id }],
      prospect_notes: [{ body: "Met at a fair." }],
      prospect_tasks: [],
    },
  });
  await inTransaction(ctx, (tx) => forgetPerson(tx, { userId: null, email: dana }));
  expect((await pool.query("select email, company from prospect where merged_into is null")).rows).toEqual([
    { email: max, company: null },
  ]);
  await inTransaction(ctx, (tx) => forgetPerson(tx, { userId: null, email: max }));
  for (const table of ["prospect", "prospect_address", "prospect_note"])
    expect((await pool.query(`select * from ${table}`)).rows).toEqual([]);
});

test("only admins read the pipeline", async () => {
  for (const actor of [
    { kind: "anonymous" as const },
    { ...admin.actor, aal: "aal1" as const },
    { ...admin.actor, isAdmin: false },
  ]) {
    const stranger = { ...ctx, actor };
    const sort = { key: "score" as const, direction: "desc" as const };
    const query = { search: "", sort, after: null, before: null, filters: filters() };
    for (const result of [
      await listProspects(stranger, query),
      await readBoard(stranger, filters()),
      await readFigures(stranger, filters()),
      await countProspects(stranger, filters()),
      await readProspect(stranger, newId()),
      await readTimeline(stranger, { id: newId(), addresses: [] }, { kind: null, before: null }),
    ])
      expect(reasonOf(result)).toEqual({ kind: "not_admin" });
  }
});

test("search words and tags that the database cannot store count as missing", () => {
  const params = new URLSearchParams("tag=a%00b");
  expect(readProspectFilters(params, "a\0b", "UTC")).toMatchObject({ search: "", tag: null });
});

import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { catalogPreset } from "#app/features/content/automations/catalog-text.ts";
import { forgetListeners, onEvent } from "#app/features/events/events.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import { changeSettings } from "#app/features/settings/settings.server.ts";
import { commandLine } from "#app/lib/actor.ts";
import { dayMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import { as, asAdmin, later } from "#tests/fixtures/actors.ts";
import { finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { withOwn } from "#tests/fixtures/own-automation.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { fullBlueprintPublished } from "../events.ts";
import { companyTimezone, findStanding, getVersion, tickTask } from "../full-blueprint.server.ts";
import { FullBlueprintContent } from "../full-blueprint.ts";
import { recordHeldCall } from "../held-calls.server.ts";
import { fullBlueprint, fullBlueprintVersion } from "../tables.server.ts";
import { unlockByAdmin } from "../unlock.server.ts";
import {
  assignArchitect,
  beginReview,
  completeKickoff,
  publishDrawings,
  restoreVersion,
  saveDrawings,
  withdrawKickoff,
} from "./architect.server.ts";
import {
  countArchitectWork,
  getArchitectWork,
  listArchitectWork,
  listLocked,
  readBlueprintFigures,
} from "./architect-work.server.ts";
import { daysLate } from "./days-late.ts";
import { readDiagram } from "./diagram.ts";
import { firstDraft, untouchedSections } from "./first-draft.ts";
import { gridDrawings } from "./grid-drawings.server.ts";

const { db, ctx } = useDatabase();
beforeEach(() => forgetListeners());

const drawn = (title = "Leads", summary = "Read this first."): FullBlueprintContent => ({
  summary,
  sections: [{ id: "leads-1", title, body: "Text", diagram: "HubSpot: in\nSlack: out", automation: null }],
  tasks: [{ id: "task-1", title: "Build it", owner: "Builder", week: 1 }],
});

async function adminSide() {
  const dana = await wizardMember(ctx);
  const admin = await asAdmin(ctx);
  const blueprintId = await finishedBlueprint(dana);
  await unlockByAdmin(admin, blueprintId);
  await db.delete(message);
  return { dana, admin, blueprintId };
}
const mails = async () => (await db.select().from(message)).map(({ kind, toAddress }) => `${kind} ${toAddress}`);

test("only an admin at aal2 can work on a full blueprint, and commands refuse a locked one", async () => {
  const { dana, admin, blueprintId } = await adminSide();
  const half = await asAdmin(ctx, "half@gtmarc.example", "aal1");
  for (const who of [dana, half]) {
    expect(await assignArchitect(who, { blueprintId, from: null, architectId: admin.actor.userId })).toMatchObject({
      reason: { kind: "not_admin" },
    });
    expect(await completeKickoff(who, blueprintId)).toMatchObject({ reason: { kind: "not_admin" } });
    expect(await beginReview(who, blueprintId)).toMatchObject({ reason: { kind: "not_admin" } });
    expect(await saveDrawings(who, { blueprintId, version: 1, content: drawn() })).toMatchObject({
      reason: { kind: "not_admin" },
    });
    expect(await publishDrawings(who, { blueprintId, version: 1, note: "" })).toMatchObject({
      reason: { kind: "not_admin" },
    });
    expect(await listArchitectWork(who, { stage: "waiting" })).toMatchObject({ reason: { kind: "not_admin" } });
    expect(await listLocked(who, {})).toMatchObject({ reason: { kind: "not_admin" } });
    expect(await getArchitectWork(who, blueprintId)).toMatchObject({ reason: { kind: "not_admin" } });
    expect(await readBlueprintFigures(who)).toMatchObject({ reason: { kind: "not_admin" } });
    expect(await countArchitectWork(who)).toBeNull();
  }
  const locked = await finishedBlueprint(dana, "Locked");
  for (const id of [locked, newId(), "made up"])
    expect(await saveDrawings(admin, { blueprintId: id, version: 1, content: drawn() })).toMatchObject({
      reason: { kind: "not_found" },
    });
  expect(await getArchitectWork(admin, locked)).toMatchObject({ value: { unlocked: null } });
  expect(await listLocked(admin, {})).toMatchObject({
    value: { rows: [{ blueprintId: locked, companyName: "Locked" }], previous: null, next: null },
  });
  expect(await readBlueprintFigures(admin)).toMatchObject({
    value: { requested: 1, assigned: 0, locked: 1, unassigned: 1, late: 0 },
  });
});

test("a section can start with an automation of the firm's own, and keeps its number when the firm deletes that", async () => {
  const { admin, blueprintId } = await adminSide();
  const change = (value: string | null) =>
    changeSettings({ ...ctx, actor: commandLine }, { changes: [{ name: "texts.automations", value }] });
  const number = (automation: string): FullBlueprintContent => {
    const content = drawn();
    return { ...content, sections: content.sections.map((section) => ({ ...section, automation })) };
  };
  expect(await change(withOwn(catalogPreset))).toMatchObject({ ok: true });
  const own = gridDrawings().at(-1)!;
  expect(own).toMatchObject({ id: "F-01", title: "Partner Deal Registration" });
  expect(readDiagram(own.diagram)).toMatchObject({ ok: true, steps: { length: 4 } });
  expect(gridDrawings()).toHaveLength(19);
  expect(await saveDrawings(admin, { blueprintId, version: 1, content: number("F-01") })).toMatchObject({ ok: true });
  await change(null);
  expect(gridDrawings()).toHaveLength(18);
  await assignArchitect(admin, { blueprintId, from: null, architectId: admin.actor.userId });
  expect(await publishDrawings(admin, { blueprintId, version: 2, note: "" })).toMatchObject({ ok: true });
  const { success, error } = FullBlueprintContent.safeParse(number("none"));
  expect([success, error?.issues[0]?.message]).toEqual([false, "This automation does not exist."]);
});

test("a blueprint without a kickoff is late in the list as in the figures", async () => {
  const { admin } = await adminSide();
  const lateAt = async (days: number) => {
    const after = { ...admin, now: new Date(admin.now.getTime() + days * dayMs) };
    const [listed, figures] = [await listArchitectWork(after, { stage: "waiting" }), await readBlueprintFigures(after)];
    const rows = listed.ok ? listed.value.rows : [];
    const late = rows.filter(({ dueAt }) => daysLate(dueAt, after.now, companyTimezone()) !== null);
    expect(figures).toMatchObject({ value: { late: late.length } });
    return late.length;
  };
  expect(await lateAt(4)).toBe(0);
  expect(await lateAt(40)).toBe(1);
});

test("the stages advance: assigned with a mail, kickoff with its date, review, published", async () => {
  const { dana, admin, blueprintId } = await adminSide();
  expect(await beginReview(admin, blueprintId)).toEqual({ ok: false, reason: { kind: "not_assigned" } });
  expect(await completeKickoff(admin, blueprintId)).toEqual({ ok: false, reason: { kind: "not_assigned" } });
  const assign = (architectId: string) => assignArchitect(admin, { blueprintId, from: null, architectId });
  expect(await assign(dana.actor.userId)).toEqual({ ok: false, reason: { kind: "not_an_architect" } });
  await assign(admin.actor.userId);
  await assign(admin.actor.userId);
  expect(await mails()).toEqual(["architect-assigned dana@northfield.example"]);
  expect((await db.select({ subject: message.subject }).from(message))[0]?.subject).toBe(
    "GTMarc is your full blueprint’s architect",
  );
  expect(await findStanding(dana, blueprintId)).toMatchObject({
    stage: "assigned",
    architect: "GTMarc",
    targetAt: null,
  });
  await completeKickoff(admin, blueprintId);
  await completeKickoff(later(admin, { days: 3 }), blueprintId);
  expect((await findStanding(dana, blueprintId))?.targetAt?.toISOString()).toContain("2026-03-16");
  expect(await beginReview(admin, blueprintId)).toMatchObject({ reason: { kind: "incomplete" } });
  await saveDrawings(admin, { blueprintId, version: 1, content: drawn() });
  expect((await beginReview(admin, blueprintId)).ok).toBe(true);
  expect(await findStanding(dana, blueprintId)).toMatchObject({ stage: "in-review" });
  expect(await countArchitectWork(admin)).toEqual({ total: 0, unassigned: 0, late: 0 });
  expect(await readBlueprintFigures(admin)).toMatchObject({ value: { "in-review": 1, unassigned: 0 } });
  await db.update(fullBlueprint).set({ architectId: null });
  expect(await readBlueprintFigures(admin)).toMatchObject({ value: { "in-review": 0, unassigned: 1 } });
  expect((await db.select({ act: auditEntry.act }).from(auditEntry)).map(({ act }) => act)).toEqual([
    "blueprint.unlocked",
    "full-blueprint.assigned",
    "full-blueprint.kickoff-held",
    "full-blueprint.saved",
    "full-blueprint.review-begun",
  ]);
});

test("a kickoff recorded by mistake can be withdrawn until publication; the kickoff of a call cannot", async () => {
  const { dana, admin, blueprintId } = await adminSide();
  await assignArchitect(admin, { blueprintId, from: null, architectId: admin.actor.userId });
  expect(await withdrawKickoff(dana, blueprintId)).toMatchObject({ reason: { kind: "not_admin" } });
  expect((await withdrawKickoff(admin, blueprintId)).ok).toBe(true);
  await completeKickoff(admin, blueprintId);
  expect((await withdrawKickoff(admin, blueprintId)).ok).toBe(true);
  expect(await findStanding(dana, blueprintId)).toMatchObject({ kickoffAt: null, targetAt: null });
  await saveDrawings(admin, { blueprintId, version: 1, content: drawn() });
  await publishDrawings(admin, { blueprintId, version: 2, note: "" });
  expect(await withdrawKickoff(admin, blueprintId)).toEqual({ ok: false, reason: { kind: "published" } });
  const called = await finishedBlueprint(dana, "Called");
  await recordHeldCall(ctx, { bookingId: newId(), email: dana.actor.email, userId: dana.actor.userId });
  expect(await findStanding(dana, called)).toMatchObject({ method: "call", kickoffAt: ctx.now });
  expect(await withdrawKickoff(admin, called)).toEqual({ ok: false, reason: { kind: "by_call" } });
});

test("a draft without a changed section can be neither reviewed nor published", async () => {
  const { admin, blueprintId } = await adminSide();
  await assignArchitect(admin, { blueprintId, from: null, architectId: admin.actor.userId });
  const work = await getArchitectWork(admin, blueprintId);
  if (!work.ok) throw new Error("no work");
  const content = firstDraft(work.value);
  expect(untouchedSections(content, work.value)).toEqual(content.sections);
  await saveDrawings(admin, { blueprintId, version: 1, content });
  expect(await publishDrawings(admin, { blueprintId, version: 2, note: "" })).toMatchObject({
    reason: { kind: "incomplete", message: expect.stringContaining("still the first draft") },
  });
  expect(await beginReview(admin, blueprintId)).toMatchObject({ reason: { kind: "incomplete" } });
  const [first, ...others] = content.sections;
  const changed = { ...content, sections: [{ ...first!, body: "What Northfield does" }, ...others] };
  await saveDrawings(admin, { blueprintId, version: 2, content: changed });
  expect(await publishDrawings(admin, { blueprintId, version: 3, note: "" })).toEqual({
    ok: true,
    value: { number: 1 },
  });
});

test("assigning is refused if a colleague has assigned another architect meanwhile", async () => {
  const { admin, blueprintId } = await adminSide();
  const mara = await asAdmin(ctx, "mara@gtmarc.example");
  const assign = (from: string | null, architectId: string) =>
    assignArchitect(admin, { blueprintId, from, architectId });
  expect((await assign(null, mara.actor.userId)).ok).toBe(true);
  expect(await assign(null, admin.actor.userId)).toEqual({
    ok: false,
    reason: { kind: "stale", architect: "mara" },
  });
  expect((await assign(mara.actor.userId, admin.actor.userId)).ok).toBe(true);
  expect(await mails()).toHaveLength(2);
});

test("of twenty simultaneous saves one succeeds, and the others get its author and content", async () => {
  const { admin, blueprintId } = await adminSide();
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      saveDrawings(admin, { blueprintId, version: 1, content: drawn(`Title ${index}`) }),
    ),
  );
  const won = answers.filter(({ ok }) => ok);
  expect(won).toHaveLength(1);
  const lost = answers.find((answer) => !answer.ok);
  expect(lost).toMatchObject({ reason: { kind: "stale", current: { version: 2, savedBy: "admin" } } });
});

test("a version is published only if complete, saved and different; each is mailed once and never changes", async () => {
  const { dana, admin, blueprintId } = await adminSide();
  const published: unknown[] = [];
  onEvent(fullBlueprintPublished, async (_, payload) => void published.push(payload));
  const publish = (version: number) => publishDrawings(admin, { blueprintId, version, note: "Note" });
  expect(await publish(1)).toMatchObject({ reason: { kind: "incomplete" } });
  await saveDrawings(admin, {
    blueprintId,
    version: 1,
    content: { ...drawn(), sections: [{ ...drawn().sections[0]!, diagram: "Slack only" }] },
  });
  expect(await publish(2)).toMatchObject({
    reason: { kind: "incomplete", message: expect.stringContaining("line 1") },
  });
  await saveDrawings(admin, { blueprintId, version: 2, content: drawn() });
  expect(await publish(2)).toMatchObject({ reason: { kind: "stale" } });
  expect(await getVersion(dana, blueprintId)).toEqual({ ok: false, reason: { kind: "locked" } });
  expect(await publish(3)).toEqual({ ok: true, value: { number: 1 } });
  expect(await publish(3)).toMatchObject({ reason: { kind: "unchanged" } });
  await saveDrawings(admin, { blueprintId, version: 3, content: drawn("Leads and owners") });
  expect(await publish(4)).toEqual({ ok: true, value: { number: 2 } });
  expect(await mails()).toEqual([
    "full-blueprint-published dana@northfield.example",
    "full-blueprint-published dana@northfield.example",
  ]);
  expect(published).toHaveLength(2);
  expect(await getVersion(dana, blueprintId)).toMatchObject({
    value: {
      number: 2,
      changes: [{ part: "section", act: "changed", title: "Leads and owners" }],
      versions: [{ number: 2 }, { number: 1 }],
    },
  });
  expect(await getVersion(dana, blueprintId, 1)).toMatchObject({ value: { number: 1, content: drawn(), changes: [] } });
  expect(await getVersion(dana, blueprintId, 3)).toEqual({ ok: false, reason: { kind: "not_found" } });
});

test("restoring a version saves it as the working copy; the client sees it after publication", async () => {
  const { dana, admin, blueprintId } = await adminSide();
  await saveDrawings(admin, { blueprintId, version: 1, content: drawn("First") });
  await publishDrawings(admin, { blueprintId, version: 2, note: "" });
  await saveDrawings(admin, { blueprintId, version: 2, content: drawn("Second") });
  await publishDrawings(admin, { blueprintId, version: 3, note: "" });
  expect(await restoreVersion(admin, { blueprintId, number: 9, version: 3 })).toMatchObject({
    reason: { kind: "not_found" },
  });
  expect(await restoreVersion(admin, { blueprintId, number: 1, version: 2 })).toMatchObject({
    reason: { kind: "stale" },
  });
  expect(await restoreVersion(admin, { blueprintId, number: 1, version: 3 })).toMatchObject({ value: { version: 4 } });
  expect(await getVersion(dana, blueprintId)).toMatchObject({ value: { content: drawn("Second") } });
  await publishDrawings(admin, { blueprintId, version: 4, note: "Back" });
  expect(await getVersion(dana, blueprintId)).toMatchObject({ value: { number: 3, content: drawn("First") } });
  expect(
    await db.select().from(fullBlueprintVersion).where(eq(fullBlueprintVersion.blueprintId, blueprintId)),
  ).toHaveLength(3);
});

test("only the owner can read and tick tasks, and only existing ones", async () => {
  const { dana, admin, blueprintId } = await adminSide();
  await saveDrawings(admin, { blueprintId, version: 1, content: drawn() });
  await publishDrawings(admin, { blueprintId, version: 2, note: "" });
  const sam = await as(ctx, "sam@other.example");
  expect(await getVersion(sam, blueprintId)).toEqual({ ok: false, reason: { kind: "not_found" } });
  expect(await tickTask(sam, { blueprintId, taskId: "task-1", done: true })).toEqual({
    ok: false,
    reason: { kind: "not_found" },
  });
  expect(await tickTask(dana, { blueprintId, taskId: "task-9", done: true })).toEqual({
    ok: false,
    reason: { kind: "not_found" },
  });
  for (const done of [true, true]) await tickTask(dana, { blueprintId, taskId: "task-1", done });
  expect(await getVersion(dana, blueprintId)).toMatchObject({ value: { done: ["task-1"] } });
  await tickTask(dana, { blueprintId, taskId: "task-1", done: false });
  expect(await getVersion(dana, blueprintId)).toMatchObject({ value: { done: [] } });
});

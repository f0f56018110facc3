import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { analysisCreated } from "#app/features/analysis/events.ts";
import { completeAnalysis } from "#app/features/analysis/revisions/completion.server.ts";
import { analysis } from "#app/features/analysis/tables.server.ts";
import { forgetListeners, onEvent } from "#app/features/events/events.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { deleteBlueprint } from "#app/features/wizard/wizard.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { as, asAdmin, later } from "#tests/fixtures/actors.ts";
import { draftBlueprint, finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { fullBlueprintUnlocked } from "./events.ts";
import { findStanding, listStandings } from "./full-blueprint.server.ts";
import { applyHeldCalls, recordHeldCall, requestCall } from "./held-calls.server.ts";
import { fullBlueprint, heldCall, unlock } from "./tables.server.ts";
import { findForSale, unlockBlueprint, unlockByAdmin, withdrawPaidUnlock } from "./unlock.server.ts";

const { db, ctx } = useDatabase();
beforeEach(() => {
  forgetListeners();
  onEvent(analysisCreated, (tx, { userId }) => applyHeldCalls(tx, userId));
});

const kinds = async () => (await db.select({ kind: message.kind }).from(message)).map(({ kind }) => kind).sort();
const calls = (email = "dana@northfield.example", userId: string | null = null) => ({
  bookingId: newId(),
  email,
  userId,
});

test("twenty simultaneous unlocks unlock once: one row, one mail per side, one event", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  let events = 0;
  onEvent(fullBlueprintUnlocked, async () => {
    events += 1;
  });
  const answers = await Promise.all(
    Array.from({ length: 20 }, (_, index) =>
      unlockBlueprint(ctx, { blueprintId: id, method: index % 2 ? "call" : "payment", reference: newId() }),
    ),
  );
  expect(answers.every(({ ok }) => ok)).toBe(true);
  expect(answers.filter((answer) => answer.ok && answer.value.first)).toHaveLength(1);
  expect(await db.select().from(unlock)).toHaveLength(1);
  expect(await kinds()).toEqual(["blueprint-unlocked", "blueprint-unlocked-team"]);
  expect(events).toBe(1);
});

test("unknown, deleted and unfinished blueprints cannot be unlocked, and no one is mailed", async () => {
  const dana = await wizardMember(ctx);
  const draft = await draftBlueprint(dana);
  const gone = await finishedBlueprint(dana);
  await deleteBlueprint(dana, gone);
  const with_ = (blueprintId: string) => unlockBlueprint(ctx, { blueprintId, method: "admin", reference: "x" });
  expect(await with_(draft)).toEqual({ ok: false, reason: { kind: "no_analysis" } });
  expect(await with_(gone)).toEqual({ ok: false, reason: { kind: "not_found" } });
  expect(await with_(newId())).toEqual({ ok: false, reason: { kind: "not_found" } });
  expect(await with_("made up")).toEqual({ ok: false, reason: { kind: "not_found" } });
  expect(await kinds()).toEqual([]);
});

test("an unlock by an admin is in the audit log once", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const admin = await asAdmin(ctx);
  expect(await unlockByAdmin(admin, id)).toEqual({ ok: true, value: { first: true } });
  expect(await unlockByAdmin(admin, id)).toEqual({ ok: true, value: { first: false } });
  expect(await db.select({ act: auditEntry.act, subject: auditEntry.subject }).from(auditEntry)).toEqual([
    { act: "blueprint.unlocked", subject: id },
  ]);
  expect(await findStanding(dana, id)).toMatchObject({
    stage: "requested",
    method: "admin",
    kickoffAt: null,
    targetAt: null,
  });
  expect(await listStandings(await as(ctx, "sam@other.example"))).toEqual([]);
});

test("a held call unlocks the newest finished blueprint and is its kickoff: the target is ten business days later", async () => {
  const dana = await wizardMember(ctx);
  await finishedBlueprint(dana, "Older");
  const newer = await finishedBlueprint(later(dana, { hours: 1 }), "Newer");
  const call = calls("dana@northfield.example", dana.actor.userId);
  await recordHeldCall(later(ctx, { hours: 2 }), call);
  await recordHeldCall(later(ctx, { hours: 3 }), call);
  expect((await db.select().from(unlock)).map(({ blueprintId, method }) => [blueprintId, method])).toEqual([
    [newer, "call"],
  ]);
  const standing = await findStanding(dana, newer);
  expect(standing?.kickoffAt).toEqual(later(ctx, { hours: 2 }).now);
  expect(standing?.targetAt?.toISOString().slice(0, 10)).toBe("2026-03-16");
  expect(await kinds()).toEqual(["blueprint-unlocked", "blueprint-unlocked-team"]);
});

test("a call unlocks the blueprint that its owner wanted to book it for", async () => {
  const dana = await wizardMember(ctx);
  const wanted = await finishedBlueprint(dana, "Wanted");
  await finishedBlueprint(later(dana, { hours: 1 }), "Newer");
  expect(await requestCall(later(dana, { hours: 2 }), wanted)).toEqual({ ok: true, value: "book" });
  await recordHeldCall(later(ctx, { days: 1 }), calls());
  expect((await db.select().from(unlock)).map(({ blueprintId }) => blueprintId)).toEqual([wanted]);
});

test("a visitor who booked without an account is recognized by the verified address; a stranger's call is stored and unlocks nothing", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  await recordHeldCall(ctx, calls("stranger@elsewhere.example"));
  expect(await db.select().from(unlock)).toHaveLength(0);
  await recordHeldCall(ctx, calls("Dana@Northfield.example"));
  expect(await findStanding(dana, id)).toMatchObject({ method: "call" });
});

test("a call before the analysis unlocks it once, when it is finished", async () => {
  const dana = await wizardMember(ctx);
  const draft = await draftBlueprint(dana);
  await recordHeldCall(ctx, calls("dana@northfield.example", dana.actor.userId));
  expect(await db.select().from(unlock)).toHaveLength(0);
  await completeAnalysis(dana, draft);
  await completeAnalysis(dana, draft);
  expect(await db.select().from(unlock)).toHaveLength(1);
  await finishedBlueprint(dana, "Second");
  expect(await db.select().from(unlock)).toHaveLength(1);
});

test("a call about a paid blueprint is its kickoff and unlocks nothing else", async () => {
  const dana = await wizardMember(ctx);
  const paid = await finishedBlueprint(dana, "Paid");
  await unlockBlueprint(ctx, { blueprintId: paid, method: "payment", reference: "p1" });
  await finishedBlueprint(later(dana, { hours: 1 }), "Locked");
  await recordHeldCall(later(ctx, { hours: 2 }), calls("dana@northfield.example", dana.actor.userId));
  expect(await db.select().from(unlock)).toHaveLength(1);
  expect(await findStanding(dana, paid)).toMatchObject({ kickoffAt: later(ctx, { hours: 2 }).now });
  expect((await db.select().from(heldCall))[0]).toMatchObject({ blueprintId: paid });
});

test("requesting a call is refused for other users' blueprints and drafts; an unused held call unlocks at once", async () => {
  const dana = await wizardMember(ctx);
  const sam = await wizardMember(ctx, "sam@other.example");
  const id = await finishedBlueprint(dana);
  expect(await requestCall(sam, id)).toEqual({ ok: false, reason: { kind: "not_found" } });
  const draft = await draftBlueprint(dana);
  expect(await requestCall(dana, draft)).toEqual({ ok: false, reason: { kind: "no_analysis" } });
  const asked = await db.select({ at: blueprint.callRequestedAt }).from(blueprint).where(eq(blueprint.id, draft));
  expect(asked).toEqual([{ at: null }]);
  await unlockByAdmin(await asAdmin(ctx), id);
  expect(await requestCall(dana, id)).toEqual({ ok: true, value: "unlocked" });
});

test("a refund before the kickoff revokes only its own unlock; a later refund revokes nothing", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const unlockIt = (reference: string) => unlockBlueprint(ctx, { blueprintId: id, method: "payment", reference });
  await unlockIt("p1");
  expect(await withdrawPaidUnlock(ctx, { blueprintId: id, reference: "p2" })).toEqual({
    ok: false,
    reason: { kind: "not_unlocked_by_it" },
  });
  expect(await withdrawPaidUnlock(ctx, { blueprintId: id, reference: "p1" })).toEqual({ ok: true, value: undefined });
  expect(await findStanding(dana, id)).toBeNull();
  expect(await findForSale(ctx, { blueprintId: id, userId: dana.actor.userId })).toMatchObject({ isUnlocked: false });
  expect(await unlockIt("p3")).toEqual({ ok: true, value: { first: true } });
  await db.update(fullBlueprint).set({ kickoffAt: ctx.now }).where(eq(fullBlueprint.blueprintId, id));
  expect(await withdrawPaidUnlock(ctx, { blueprintId: id, reference: "p3" })).toEqual({
    ok: false,
    reason: { kind: "kickoff_held" },
  });
  expect(await findStanding(dana, id)).not.toBeNull();
});

test("with nothing in scope nothing is for sale, and a held call waits for another blueprint", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const [run] = await db.select().from(analysis).where(eq(analysis.blueprintId, id));
  await db
    .update(analysis)
    .set({ result: { ...run!.result, implementationCost: 0 } })
    .where(eq(analysis.id, run!.id));
  expect(await findForSale(ctx, { blueprintId: id, userId: dana.actor.userId })).toMatchObject({ isInScope: false });
  expect(await requestCall(dana, id)).toEqual({ ok: false, reason: { kind: "nothing_in_scope" } });
  await recordHeldCall(ctx, calls("dana@northfield.example", dana.actor.userId));
  expect(await db.select().from(unlock)).toEqual([]);
  const other = await finishedBlueprint(dana);
  expect(await db.select({ blueprintId: unlock.blueprintId }).from(unlock)).toEqual([{ blueprintId: other }]);
});

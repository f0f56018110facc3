import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { unlock } from "#app/features/full-blueprint/tables.server.ts";
import { deleteBlueprint } from "#app/features/wizard/wizard.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { registerListeners } from "#server/process/listeners.ts";
import { asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { danasCall, tokenOf, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { blueprintUnlockCall } from "../booking.ts";
import { bookCall } from "../bookings/booking.server.ts";
import { closePastCalls } from "../bookings/outcome.server.ts";
import { cancelCall } from "../bookings/reschedule.server.ts";
import { booking } from "../tables.server.ts";
import { readCallFile } from "./agenda.server.ts";
import { listBlueprintCalls } from "./blueprint-calls.server.ts";

const { db, ctx } = useDatabase();
const fixture = useBookingFixture(ctx);
const wednesday = "2026-03-04T15:00:00.000Z";
const thursday = "2026-03-05T15:00:00.000Z";

const book = (who: Ctx, blueprint: string, changes: Parameters<typeof danasCall>[0] & { eventType?: string } = {}) => {
  const { eventType = "strategy-session", ...rest } = changes;
  return bookCall(who, { ...danasCall(rest), eventType, blueprint });
};
const booked = async (...args: Parameters<typeof book>) => {
  const result = await book(...args);
  if (!result.ok) throw new Error(result.reason.kind);
  return result.value;
};

test("the host's mail and the page of the call show the analysis from which the call was booked", async () => {
  const dana = await wizardMember(ctx);
  const first = await finishedBlueprint(dana, "Northfield Labs");
  await finishedBlueprint(dana, "Northfield Retail");
  await booked(dana, first);
  const { text } = await fixture.mail("call-booked-host");
  expect(text).toContain("Brief: Northfield Labs");
  expect(text).toContain("They booked from this analysis.");
  expect(text).toMatch(/Project alone: first year/);
  expect(text).toMatch(/With the retainer: first year/);
  const [row] = await fixture.bookings();
  expect(await readCallFile(await asAdmin(ctx), row!.id)).toMatchObject({
    value: { brief: { blueprintId: first, isBookedFrom: true, warning: null } },
  });
});

test("without an id the brief shows the newest analysis and says so", async () => {
  const dana = await wizardMember(ctx);
  await finishedBlueprint(dana, "Northfield Labs");
  await finishedBlueprint(dana, "Northfield Retail");
  await bookCall(dana, danasCall());
  const { text } = await fixture.mail("call-booked-host");
  expect(text).toContain("Brief: Northfield Retail");
  expect(text).toContain("Their newest analysis; they did not book from one.");
});

test("the brief says whether the visitor booked without signing in or from another account than that of the address", async () => {
  const dana = await wizardMember(ctx);
  await finishedBlueprint(dana, "Northfield Labs");
  const lee = await wizardMember(ctx, "lee@harborview.example");
  const admin = await asAdmin(ctx);
  const warningOf = async (who: Ctx, start?: string) => {
    const made = await bookCall(who, danasCall(start ? { start } : {}));
    if (!made.ok) throw new Error(made.reason.kind);
    const newest = (await fixture.bookings()).at(-1)!;
    const file = await readCallFile(admin, newest.id);
    return file.ok ? file.value.brief?.warning : null;
  };
  const end = ": make sure you are talking to the owner of that address before you show figures.";
  const other = `The visitor booked from another account than that of this address${end}`;
  expect(await warningOf(lee)).toBe(other);
  expect((await fixture.mail("call-booked-host")).text).toContain(other);
  expect(await warningOf(asAnonymous(ctx), wednesday)).toBe(`The visitor was not signed in when booking${end}`);
  expect(await warningOf(dana, thursday)).toBeNull();
});

test("an id that is invalid, deleted, or another person's is ignored", async () => {
  const dana = await wizardMember(ctx);
  const own = await finishedBlueprint(dana, "Northfield Labs");
  const lee = await wizardMember(ctx, "lee@harborview.example");
  const foreign = await finishedBlueprint(lee, "Harborview");
  await booked(dana, foreign);
  expect((await fixture.mail("call-booked-host")).text).not.toContain("Harborview");
  await booked(dana, "not-an-id", { start: wednesday });
  await booked(asAnonymous(ctx), own, { start: thursday });
  await deleteBlueprint(dana, own);
  await booked(dana, own, { start: "2026-03-06T15:00:00.000Z" });
  expect((await fixture.bookings()).map(({ blueprintId }) => blueprintId)).toEqual([null, null, null, null]);
  expect(await listBlueprintCalls(dana)).toEqual([]);
  expect(await listBlueprintCalls(lee)).toEqual([]);
});

test("a second unlock call for one blueprint is refused, a strategy call or another blueprint is not", async () => {
  const dana = await wizardMember(ctx);
  const [first, second] = [await finishedBlueprint(dana, "Labs"), await finishedBlueprint(dana, "Retail")];
  const unlockCall = { eventType: blueprintUnlockCall };
  const { manageUrl } = await booked(dana, first, unlockCall);
  expect(await book(dana, first, { ...unlockCall, start: wednesday })).toEqual({
    ok: false,
    reason: { kind: "blueprint_has_call" },
  });
  await booked(dana, first, { start: wednesday });
  await booked(dana, second, { ...unlockCall, start: thursday });
  expect((await listBlueprintCalls(dana)).map(({ blueprintId, kind }) => [blueprintId, kind])).toEqual([
    [first, blueprintUnlockCall],
    [first, "strategy-session"],
    [second, blueprintUnlockCall],
  ]);
  await cancelCall(dana, { token: tokenOf(manageUrl) });
  await booked(dana, first, { ...unlockCall, start: "2026-03-06T15:00:00.000Z" });
});

test("of five simultaneous unlock calls for one blueprint at different times, one is booked", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  const starts = ["14", "15", "16", "18", "19"].map((hour) => `2026-03-04T${hour}:00:00.000Z`);
  const results = await Promise.all(starts.map((start) => book(dana, id, { eventType: blueprintUnlockCall, start })));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(await fixture.bookings()).toHaveLength(1);
});

test("a missed unlock call allows another one", async () => {
  const dana = await wizardMember(ctx);
  const id = await finishedBlueprint(dana);
  await booked(dana, id, { eventType: blueprintUnlockCall });
  await db.update(booking).set({ outcome: "no-show" });
  expect(await listBlueprintCalls(dana)).toEqual([]);
  await booked(dana, id, { eventType: blueprintUnlockCall, start: wednesday });
});

test("a held call unlocks the blueprint from which it was booked, not the newest", async () => {
  registerListeners();
  const dana = await wizardMember(ctx);
  const first = await finishedBlueprint(dana, "Labs");
  await finishedBlueprint(dana, "Retail");
  await booked(dana, first);
  await closePastCalls({ ...ctx, now: new Date("2026-03-04T00:00:00Z") });
  const unlocks = await db.select().from(unlock).where(eq(unlock.method, "call"));
  expect(unlocks.map(({ blueprintId }) => blueprintId)).toEqual([first]);
});

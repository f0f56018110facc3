import { expect, test } from "vitest";
import { minuteMs } from "#app/lib/durations.ts";
import { scrub } from "#app/lib/words/scrub.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { asAnonymous, later } from "#tests/fixtures/actors.ts";
import { danasCall, tuesdayAtTen, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { holdMinutes } from "../booking.ts";
import { bookCall } from "../bookings/booking.server.ts";
import { eventType, slotHold } from "../tables.server.ts";
import { listSlots } from "./calendar.server.ts";
import { holdSlot, releaseHold } from "./holds.server.ts";

const { db, ctx } = useDatabase();
const fixture = useBookingFixture(ctx);
const visitor = asAnonymous(ctx);
const start = new Date(tuesdayAtTen);
const eleven = new Date("2026-03-03T16:00:00Z");

const held = async (at: Ctx = visitor, wish: { start?: Date; hold?: string } = {}) => {
  const result = await holdSlot(at, { eventType: "strategy-session", start, ...wish });
  if (!result.ok) throw new Error(result.reason.kind);
  return result.value;
};
const offered = async (hold?: string, at: Ctx = visitor) => {
  const slots = await listSlots(at, { eventType: "strategy-session", from: "2026-03-03", to: "2026-03-03", hold });
  return slots.ok && slots.value.some((slot) => slot.start.getTime() === start.getTime());
};

test("a held slot is not offered to others, and only its holder can book it", async () => {
  const { hold, expiresAt } = await held();
  expect(expiresAt).toEqual(new Date(ctx.now.getTime() + holdMinutes * minuteMs));
  expect(await offered()).toBe(false);
  expect(await offered(hold)).toBe(true);
  expect(await bookCall(visitor, danasCall())).toEqual({ ok: false, reason: { kind: "taken" } });
  expect(await bookCall(visitor, { ...danasCall(), hold })).toMatchObject({ ok: true });
  expect(await db.select().from(slotHold)).toEqual([]);
});

test("a hold expires, and its slot can then be booked without it", async () => {
  const { hold } = await held();
  const after = later(visitor, { seconds: holdMinutes * 60 });
  expect(await offered(undefined, after)).toBe(true);
  expect(await bookCall(after, danasCall())).toMatchObject({ ok: true });
  expect(await bookCall(after, { ...danasCall({ email: "sam@northfield.example" }), hold })).toEqual({
    ok: false,
    reason: { kind: "taken" },
  });
});

test("a held time can be booked until its hold expires, also after the minimum notice has begun, but not held again", async () => {
  await db.update(eventType).set({ minimumNoticeMinutes: 240 });
  const edge = { ...visitor, now: new Date(start.getTime() - 240 * minuteMs) };
  const { hold } = await held(edge);
  const after = later(edge, { seconds: 30 });
  expect(await bookCall(after, danasCall())).toEqual({ ok: false, reason: { kind: "not_offered" } });
  expect(await holdSlot(after, { eventType: "strategy-session", start, hold })).toEqual({
    ok: false,
    reason: { kind: "not_offered" },
  });
  const expired = later(edge, { seconds: holdMinutes * 60 });
  expect(await bookCall(expired, { ...danasCall(), hold })).toEqual({ ok: false, reason: { kind: "not_offered" } });
  expect(await bookCall(after, { ...danasCall(), hold })).toMatchObject({ ok: true });
});

test("a held time cannot be booked once it has begun, however short the minimum notice is", async () => {
  await db.update(eventType).set({ minimumNoticeMinutes: 0 });
  const shortly = { ...visitor, now: new Date(start.getTime() - minuteMs) };
  const { hold } = await held(shortly);
  const begun = later(shortly, { seconds: 61 });
  expect(await bookCall(begun, { ...danasCall(), hold })).toEqual({ ok: false, reason: { kind: "not_offered" } });
  expect(await bookCall(later(shortly, { seconds: 59 }), { ...danasCall(), hold })).toMatchObject({ ok: true });
});

test("the hold of one event type does not shorten the notice of another", async () => {
  const edge = { ...visitor, now: new Date(start.getTime() - 240 * minuteMs) };
  await db.update(eventType).set({ minimumNoticeMinutes: 0 });
  const { hold } = await held(edge);
  await db.update(eventType).set({ minimumNoticeMinutes: 240 });
  const other = { ...danasCall(), eventType: "blueprint-unlock-call", hold };
  expect(await bookCall(later(edge, { seconds: 30 }), other)).toEqual({ ok: false, reason: { kind: "not_offered" } });
});

test("a new hold replaces the previous one; a refused one keeps it; a release frees the slot immediately", async () => {
  const first = await held();
  const second = await held(visitor, { start: eleven, hold: first.hold });
  expect(await offered()).toBe(true);
  expect(
    await holdSlot(visitor, { eventType: "strategy-session", start: new Date("2026-03-03T03:00Z"), hold: second.hold }),
  ).toEqual({
    ok: false,
    reason: { kind: "not_offered" },
  });
  expect(await db.select().from(slotHold)).toHaveLength(1);
  // A client extends its hold by holding the same slot again.
  const again = await held(visitor, { start: eleven, hold: second.hold });
  await releaseHold(visitor, again.hold);
  await releaseHold(visitor, "nonsense");
  expect(await db.select().from(slotHold)).toEqual([]);
});

test("of fifty simultaneous holds of one slot, exactly one succeeds", async () => {
  const results = await Promise.all(
    Array.from({ length: 50 }, () => holdSlot(visitor, { eventType: "strategy-session", start })),
  );
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(new Set(results.filter((result) => !result.ok).map((result) => !result.ok && result.reason.kind))).toEqual(
    new Set(["taken"]),
  );
  expect(await db.select().from(slotHold)).toHaveLength(1);
});

test("a hold blocks overlapping slots including buffers, and its token is stored only as a hash", async () => {
  const { hold } = await held();
  expect(
    await holdSlot(visitor, { eventType: "blueprint-unlock-call", start: new Date("2026-03-03T15:30:00Z") }),
  ).toEqual({
    ok: false,
    reason: { kind: "taken" },
  });
  expect(JSON.stringify(await db.select().from(slotHold))).not.toContain(hold);
  expect(scrub(`/api/booking/holds/${hold}/release`)).toBe("/api/booking/holds/[token]/release");
  expect(await fixture.mails()).toEqual([]);
});

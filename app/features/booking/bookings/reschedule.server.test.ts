import { expect, test } from "vitest";
import { onEvent } from "#app/features/events/events.server.ts";
import { MailboxFull } from "#app/features/mail/sending/stranger-mail.server.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { as, asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { danasCall, tokenOf, tuesdayAtTen, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { changeSettings, hostNamed } from "#tests/fixtures/event-type-fixture.ts";
import { testNow, useDatabase } from "#tests/setup/test-database.ts";
import { listFreeTimesOf } from "../agenda/week/free-times.server.ts";
import { findCall } from "../availability/calendar.server.ts";
import { bookingCancelled, bookingMoved } from "../events.ts";
import { bookCall } from "./booking.server.ts";
import { sendReminders } from "./reminders.server.ts";
import { cancelCall, cancelForFirm, moveCall, moveForFirm } from "./reschedule.server.ts";

const { ctx } = useDatabase();
const fixture = useBookingFixture(ctx);
const visitor = asAnonymous(ctx);
const tuesdayAtTwo = new Date("2026-03-03T19:00:00Z");
const firstTime = new Date(tuesdayAtTen);
const unknownToken = "x".repeat(43);

async function booked(changes?: Parameters<typeof danasCall>[0]) {
  const result = await bookCall(visitor, danasCall(changes));
  if (!result.ok) throw new Error(`Not booked: ${result.reason.kind}`);
  return { ...result.value, token: tokenOf(result.value.manageUrl) };
}

const mailsAfterBooking = async () => (await fixture.mails()).slice(2);

test("after five mails in an hour the visitor still gets the cancellation, with METHOD:CANCEL", async () => {
  const { token } = await booked();
  for (const clock of ["16:00", "17:00", "18:00", "19:00"])
    expect(await moveCall(visitor, { token, start: new Date(`2026-03-03T${clock}:00.000Z`) })).toMatchObject({
      ok: true,
    });
  await expect(moveCall(visitor, { token, start: firstTime })).rejects.toBeInstanceOf(MailboxFull);
  expect(await cancelCall(visitor, { token })).toMatchObject({ ok: true });
  const { calendar, toAddress } = await fixture.mail("call-cancelled");
  expect(toAddress).toBe("dana@northfield.example");
  expect(calendar?.content).toContain("METHOD:CANCEL");
});

test("after a change of SECRET the firm still moves and cancels calls, and the newest mail has a link that works", async () => {
  const { token } = await booked();
  const [{ id: bookingId } = { id: "" }] = await fixture.bookings();
  const admin = await asAdmin(ctx);
  useSettings({ SECRET: "c".repeat(32) });
  expect(await findCall(visitor, token)).not.toBeNull();
  expect(await moveForFirm(admin, { bookingId, start: tuesdayAtTwo, reason: "Ill" })).toMatchObject({ ok: true });
  const [, sent = ""] = /\/booking\/([\w-]{43})/.exec((await fixture.mail("call-moved")).text) ?? [];
  expect(await findCall(visitor, sent)).toMatchObject({ start: tuesdayAtTwo });
  useSettings({ SECRET: "d".repeat(32) });
  expect(await sendReminders({ ...ctx, now: new Date(tuesdayAtTwo.getTime() - 59 * minuteMs) })).toBe(1);
  const [, last = ""] = /\/booking\/([\w-]{43})/.exec((await fixture.mail("call-reminder-hour")).text) ?? [];
  expect(await findCall(visitor, last)).toMatchObject({ start: tuesdayAtTwo });
  expect(await cancelForFirm(admin, { bookingId, reason: "Ill" })).toMatchObject({ ok: true });
});

test("the free times to which the firm can move a call are those of its own host, also of a paused event type", async () => {
  const admin = await asAdmin(ctx);
  const mara = await hostNamed(admin, "Mara Lind");
  await booked();
  const [{ id: bookingId, hostId } = { id: "", hostId: "" }] = await fixture.bookings();
  await changeSettings(admin, "strategy-session", { hostIds: [hostId, mara], active: false });
  const free = await listFreeTimesOf(admin, { bookingId, date: "2026-03-03" });
  expect(free).toMatchObject({ ok: true, value: { isUnread: false } });
  const starts = free.ok ? free.value.starts.map((start) => start.toISOString()) : [];
  expect(starts).toContain(tuesdayAtTen);
  await changeSettings(admin, "strategy-session", { active: true });
  expect(
    await bookCall(visitor, danasCall({ start: tuesdayAtTwo.toISOString(), email: "kai@northfield.example" })),
  ).toMatchObject({ ok: true });
  expect((await fixture.bookings())[1]?.hostId).toBe(mara);
  const after = await listFreeTimesOf(admin, { bookingId, date: "2026-03-03" });
  expect(after.ok && after.value.starts.map((start) => start.toISOString())).toEqual(starts);
  expect(await listFreeTimesOf(visitor, { bookingId, date: "2026-03-03" })).toMatchObject({
    reason: { kind: "not_admin" },
  });
  expect(await listFreeTimesOf(admin, { bookingId: crypto.randomUUID(), date: "2026-03-03" })).toMatchObject({
    reason: { kind: "not_found" },
  });
});

test("a canceled call keeps its row, frees its slot and notifies both sides", async () => {
  const { token, uid, start, end } = await booked();
  const at = later(visitor, { hours: 1 });
  expect(await cancelCall(at, { token, reason: "Budget is frozen." })).toEqual({
    ok: true,
    value: { uid, start, end, status: "cancelled" },
  });
  expect(await fixture.bookings()).toMatchObject([
    { status: "cancelled", sequence: 1, canceledAt: at.now, cancellationReason: "Budget is frozen." },
  ]);
  expect(await fixture.changes()).toMatchObject([
    { action: "made", sequence: 0 },
    { action: "cancelled", sequence: 1, at: at.now, reason: "Budget is frozen." },
  ]);
  expect(await mailsAfterBooking()).toEqual([
    "call-cancelled dana@northfield.example",
    "call-cancelled-host calls@gtmarc.example",
  ]);
  expect((await fixture.mail("call-cancelled-host")).text).toContain("Budget is frozen.");
  expect(await bookCall(visitor, danasCall({ email: "li@example.com" }))).toMatchObject({ ok: true });
});

test("canceling again changes nothing and sends nothing", async () => {
  const { token } = await booked();
  const first = await cancelCall(visitor, { token });
  expect(await cancelCall(later(visitor, { hours: 1 }), { token, reason: "again" })).toEqual(first);
  expect(await mailsAfterBooking()).toHaveLength(2);
  expect(await fixture.changes()).toHaveLength(2);
});

test("two simultaneous cancellations send one pair of mails", async () => {
  const { token } = await booked();
  await Promise.all([cancelCall(visitor, { token }), cancelCall(visitor, { token })]);
  expect(await mailsAfterBooking()).toHaveLength(2);
  expect(await fixture.bookings()).toMatchObject([{ sequence: 1 }]);
});

test("a call that has started cannot be canceled or moved", async () => {
  const { token } = await booked();
  const during = { ...visitor, now: new Date(tuesdayAtTen) };
  expect(await cancelCall(during, { token })).toEqual({ ok: false, reason: { kind: "already_started" } });
  expect(await moveCall(during, { token, start: new Date("2026-03-05T15:00:00Z") })).toEqual({
    ok: false,
    reason: { kind: "already_started" },
  });
  expect(await mailsAfterBooking()).toEqual([]);
});

test("a wrong token finds nothing, and a call's UID is not a token", async () => {
  const { uid } = await booked();
  for (const token of [unknownToken, uid, ""]) {
    expect(await cancelCall(visitor, { token })).toEqual({ ok: false, reason: { kind: "not_found" } });
    expect(await moveCall(visitor, { token, start: tuesdayAtTwo })).toEqual({
      ok: false,
      reason: { kind: "not_found" },
    });
  }
  expect(await fixture.bookings()).toMatchObject([{ status: "confirmed", sequence: 0 }]);
});

test("a moved call keeps row, UID and link, blocks its new time and frees the old one", async () => {
  const { token, uid, start: before } = await booked();
  expect(await moveCall(visitor, { token, start: tuesdayAtTwo })).toEqual({
    ok: true,
    value: { uid, start: tuesdayAtTwo, end: new Date("2026-03-03T19:45:00Z"), status: "confirmed" },
  });
  expect(await fixture.bookings()).toMatchObject([
    { uid, sequence: 1, blocked: { start: tuesdayAtTwo, end: new Date("2026-03-03T20:00:00Z") } },
  ]);
  expect(await fixture.changes()).toMatchObject([
    { action: "made", during: { start: before } },
    { action: "moved", during: { start: tuesdayAtTwo }, sequence: 1, at: testNow },
  ]);
  expect(await bookCall(visitor, danasCall({ email: "li@example.com" }))).toMatchObject({ ok: true });
  expect(await moveCall(visitor, { token, start: new Date(tuesdayAtTen) })).toEqual({
    ok: false,
    reason: { kind: "taken" },
  });
});

test("both sides get the new and the old time, and the link still works", async () => {
  const { token, manageUrl } = await booked();
  await moveCall(visitor, { token, start: tuesdayAtTwo });
  expect(await mailsAfterBooking()).toEqual([
    "call-moved dana@northfield.example",
    "call-moved-host calls@gtmarc.example",
  ]);
  const mail = await fixture.mail("call-moved");
  expect(mail.text).toContain("Tue, Mar 3, 2026, 8:00 PM to 8:45 PM (Europe/Vienna)");
  expect(mail.text).toContain("Tue, Mar 3, 2026, 4:00 PM to 4:45 PM (Europe/Vienna)");
  expect(mail.text).toContain(manageUrl);
  expect((await fixture.mail("call-moved-host")).text).toContain("Tue, Mar 3, 2026, 2:00 PM to 2:45 PM (Eastern Time)");
  expect(await moveCall(visitor, { token, start: new Date("2026-03-05T15:00:00Z") })).toMatchObject({ ok: true });
  expect(await fixture.bookings()).toMatchObject([{ sequence: 2 }]);
});

test("a call can be moved to a time that overlaps its current one", async () => {
  const { token } = await booked();
  expect(await moveCall(visitor, { token, start: new Date("2026-03-03T15:30:00Z") })).toMatchObject({ ok: true });
});

test("moving a call to its current time changes nothing and sends nothing", async () => {
  const { token, start } = await booked();
  expect(await moveCall(visitor, { token, start })).toMatchObject({ ok: true, value: { start } });
  expect(await mailsAfterBooking()).toEqual([]);
  expect(await fixture.bookings()).toMatchObject([{ sequence: 0 }]);
});

test("moving to a taken or unavailable time is refused, and so is moving a canceled call", async () => {
  await booked({ start: tuesdayAtTwo.toISOString(), email: "li@example.com" });
  const { token } = await booked();
  expect(await moveCall(visitor, { token, start: tuesdayAtTwo })).toEqual({ ok: false, reason: { kind: "taken" } });
  const sunday = new Date("2026-03-08T15:00:00Z");
  expect(await moveCall(visitor, { token, start: sunday })).toEqual({ ok: false, reason: { kind: "not_offered" } });
  await cancelCall(visitor, { token });
  const friday = new Date("2026-03-06T15:00:00Z");
  expect(await moveCall(visitor, { token, start: friday })).toEqual({ ok: false, reason: { kind: "cancelled" } });
});

test("of twenty calls that are moved to one slot at once, one is moved", async () => {
  const hours = ["14", "15", "16", "17", "18", "20", "21"];
  const starts = hours.flatMap((hour) => ["04", "05", "06"].map((day) => `2026-03-${day}T${hour}:00:00Z`)).slice(0, 20);
  const calls = [];
  for (const [n, start] of starts.entries()) calls.push(await booked({ start, email: `v${n}@example.com` }));
  const answers = await Promise.all(calls.map(({ token }) => moveCall(visitor, { token, start: tuesdayAtTwo })));
  expect(answers.filter(({ ok }) => ok)).toHaveLength(1);
  expect(answers.filter((answer) => !answer.ok && answer.reason.kind === "taken")).toHaveLength(19);
  expect((await fixture.mails()).filter((mail) => mail.startsWith("call-moved"))).toHaveLength(2);
});

test("both events are published, with the previous time and the reason", async () => {
  const published: unknown[] = [];
  onEvent(bookingMoved, async (_, event) => void published.push(event));
  onEvent(bookingCancelled, async (_, event) => void published.push(event));
  const dana = await as(ctx, "dana@northfield.example");
  const { token, uid, start, end } = await booked();
  await moveCall(dana, { token, start: tuesdayAtTwo });
  await cancelCall(dana, { token, reason: "Ill" });
  expect(published).toMatchObject([
    { uid, start: tuesdayAtTwo, before: { start, end }, eventType: "strategy-session" },
    { uid, start: tuesdayAtTwo, reason: "Ill" },
  ]);
  expect((await fixture.changes()).map(({ actorUserId }) => actorUserId)).toEqual([
    null,
    dana.actor.userId,
    dana.actor.userId,
  ]);
});

test("when a listener fails, the call is unchanged", async () => {
  const { token } = await booked();
  onEvent(bookingCancelled, async () => {
    throw new Error("no");
  });
  await expect(cancelCall(visitor, { token })).rejects.toThrow("no");
  expect(await fixture.bookings()).toMatchObject([{ status: "confirmed", sequence: 0 }]);
  expect(await mailsAfterBooking()).toEqual([]);
});

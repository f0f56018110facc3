import { expect, test } from "vitest";
import { bookCall } from "#app/features/booking/bookings/bookings.server.ts";
import { rateLimit } from "#app/features/security/tables.server.ts";
import { asNobody } from "#tests/fixtures/actors.ts";
import { danasCall, tokenOf, tuesdayAtTen, useBookingDesk } from "#tests/fixtures/booking-desk.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { bookingForms } from "./booking-forms.server.ts";

const { ctx, db } = useDatabase();
const desk = useBookingDesk(ctx);
const post = callsOf(bookingForms);
const visitor = asNobody(ctx);

async function bookedToken() {
  const booked = await bookCall(visitor, danasCall());
  if (!booked.ok) throw new Error(booked.reason.kind);
  return tokenOf(booked.value.manageUrl);
}

async function send(token: string, fields: Record<string, string>, at = visitor) {
  const headers = { "content-type": "application/x-www-form-urlencoded" };
  const answer = await post(at, `/booking/${token}`, new URLSearchParams(fields).toString(), { headers });
  return [answer.status, answer.headers.get("location")];
}

test("the form without scripts cancels the call once and leads back to its page", async () => {
  const token = await bookedToken();
  expect(await send(token, { intent: "cancel", reason: "Ill" })).toEqual([303, `/booking/${token}`]);
  expect(await desk.bookings()).toMatchObject([{ status: "cancelled", cancellationReason: "Ill" }]);
  const mails = await desk.mails();
  expect(await send(token, { intent: "cancel", reason: "" })).toEqual([303, `/booking/${token}`]);
  expect(await desk.mails()).toEqual(mails);
});

test("the form without scripts moves the call; a time that is not free leads back to the calendar", async () => {
  const token = await bookedToken();
  const start = "2026-03-03T19:00:00.000Z";
  expect(await send(token, { intent: "move", start })).toEqual([303, `/booking/${token}`]);
  const [row] = await desk.bookings();
  expect(row!.during.start.toISOString()).toBe(start);
  for (const other of ["2026-03-08T19:00:00.000Z", "soon", ""])
    expect(await send(token, { intent: "move", start: other })).toEqual([
      303,
      `/schedule/strategy-session?move=${token}&said=not_offered`,
    ]);
  expect((await desk.bookings())[0]!.during).toEqual(row!.during);
});

test("a call that has begun, a long reason, an unknown form and too many attempts change nothing and say why", async () => {
  const token = await bookedToken();
  const said = async (fields: Record<string, string>, at = visitor) => (await send(token, fields, at))[1];
  const during = { ...visitor, now: new Date(tuesdayAtTen) };
  expect(await said({ intent: "cancel" }, during)).toBe(`/booking/${token}?said=already_started`);
  expect(await said({ intent: "move", start: "2026-03-03T19:00:00.000Z" }, during)).toBe(
    `/booking/${token}?said=already_started`,
  );
  expect(await said({ intent: "cancel", reason: "x".repeat(501) })).toBe(`/booking/${token}?said=reason_too_long`);
  expect(await said({ intent: "delete" })).toBe(`/booking/${token}?said=unknown`);
  await db.update(rateLimit).set({ points: 1000 });
  expect(await said({ intent: "cancel" })).toBe(`/booking/${token}?said=too_many`);
  expect(await desk.bookings()).toMatchObject([{ status: "confirmed" }]);
});

test("a stranger's link changes nothing", async () => {
  await bookedToken();
  expect(await send("x".repeat(43), { intent: "cancel" })).toEqual([303, `/booking/${"x".repeat(43)}?said=not_found`]);
  expect(await desk.bookings()).toMatchObject([{ status: "confirmed" }]);
});

import { beforeEach, expect, test } from "vitest";
import type { Ctx } from "#app/platform/context.server.ts";
import { asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { danasCall, tokenOf, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { offerKickoff } from "#tests/fixtures/event-type-fixture.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { findCall } from "../availability/calendar.server.ts";
import { bookCall } from "./booking.server.ts";
import { sendReminders } from "./reminders.server.ts";
import { cancelCall, cancelForFirm, moveCall, moveForFirm } from "./reschedule.server.ts";

const { ctx } = useDatabase();
const fixture = useBookingFixture(ctx);
const visitor = asAnonymous(ctx);
let admin: Ctx;
let token: string;
beforeEach(async () => {
  admin = await asAdmin(ctx);
  await offerKickoff(admin, { changeLimitHours: 12 });
  const made = await bookCall(visitor, { ...danasCall(), eventType: "kickoff" });
  token = made.ok ? tokenOf(made.value.manageUrl) : "";
});

const start = new Date("2026-03-04T15:00:00.000Z");
/** Hours before the call. */
const before = <C extends Ctx>(at: C, hours: number): C => ({ ...at, now: new Date(Date.UTC(2026, 2, 3, 15 - hours)) });

test("a call moves until its limit, and afterwards its visitor learns what to do instead", async () => {
  const late = { ok: false, reason: { kind: "too_late" } };
  expect(await moveCall(before(visitor, 11), { token, start })).toEqual(late);
  expect(await cancelCall(before(visitor, 11), { token, reason: "" })).toEqual(late);
  expect(await findCall(before(visitor, 11), token)).toMatchObject({ isTooLate: true, changeLimitHours: 12 });
  expect(await findCall(before(visitor, 12), token)).toMatchObject({ isTooLate: false });
  expect(await moveCall(before(visitor, 12), { token, start })).toMatchObject({ ok: true });
});

test("the firm moves and cancels a call at any time", async () => {
  const bookingId = (await fixture.bookings())[0]!.id;
  const input = { bookingId, reason: "The architect is ill." };
  expect(await moveForFirm(before(admin, 2), { ...input, start })).toMatchObject({ ok: true });
  expect(await cancelForFirm(before(admin, 2), input)).toMatchObject({ ok: true });
});

test("mails name the limit, and one that is sent after it has no link that no longer helps", async () => {
  const booked = (await fixture.mail("call-booked")).text;
  expect(booked).toContain("You can move or cancel it until 12 hours before its start.");
  await sendReminders(before(ctx, 23));
  expect((await fixture.mail("call-reminder-day")).text).toContain("/booking/");
  await sendReminders(before(ctx, 0.5));
  const { text } = await fixture.mail("call-reminder-hour");
  expect(text).toContain("could be moved or canceled online until 12 hours before its start");
  expect(text).not.toContain("/booking/");
});

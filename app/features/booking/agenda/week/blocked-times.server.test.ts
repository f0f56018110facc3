import { beforeEach, expect, test } from "vitest";
import { listSlots } from "#app/features/booking/availability/calendar.server.ts";
import { bookCall } from "#app/features/booking/bookings/booking.server.ts";
import { calendarAccount, calendarBusy, connectedCalendar, host } from "#app/features/booking/tables.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { danasCall, tuesdayAtTen, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { changeSettings, hostNamed } from "#tests/fixtures/event-type-fixture.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { readAgendaDays } from "./agenda-days.server.ts";
import { instantAt } from "./agenda-days.ts";
import { blockTime, unblockTime } from "./blocked-times.server.ts";

const { db, ctx } = useDatabase();
useBookingFixture(ctx);
const visitor = asAnonymous(ctx);
let admin: Ctx;
let hostId: string;
beforeEach(async () => {
  admin = await asAdmin(ctx);
  hostId = (await db.select().from(host))[0]!.id;
});

const zone = "America/New_York";
const tuesday = "2026-03-03";
const block = (from: string, to: string, changes: { date?: string; hostId?: string } = {}) =>
  blockTime(admin, { hostId, date: tuesday, from, to, timezone: zone, ...changes });
const starts = async () => {
  const found = await listSlots(visitor, { eventType: "strategy-session", from: tuesday, to: tuesday, timezone: zone });
  if (!found.ok) throw new Error(found.reason.kind);
  return found.value.map(({ start }) => start.toISOString());
};
const days = async (hostIds: readonly string[], dates = [tuesday]) => {
  const found = await readAgendaDays(admin, { hostIds, dates, zone });
  if (!found.ok) throw new Error(found.reason.kind);
  return found.value;
};

test("no call is offered or booked in a blocked time, until it is removed", async () => {
  expect(await starts()).toContain(tuesdayAtTen);
  const blocked = await block("10:00", "11:00");
  expect(await starts()).not.toContain(tuesdayAtTen);
  expect(await bookCall(visitor, danasCall())).toEqual({ ok: false, reason: { kind: "taken" } });
  const id = blocked.ok ? blocked.value.id : "";
  expect((await days([hostId]))[0]!.lanes[0]!.blocked).toEqual([
    { id, start: Date.parse(tuesdayAtTen), end: Date.parse("2026-03-03T16:00:00Z") },
  ]);
  expect(await unblockTime(admin, { blockedTimeId: id })).toMatchObject({ ok: true });
  expect(await unblockTime(admin, { blockedTimeId: id })).toEqual({ ok: false, reason: { kind: "not_found" } });
  expect(await bookCall(visitor, danasCall())).toMatchObject({ ok: true });
});

test("booked calls stay in a blocked time, a time that is over is refused, and a day can be blocked to its end", async () => {
  expect(await bookCall(visitor, danasCall())).toMatchObject({ ok: true });
  expect(await block("09:00", "00:00")).toMatchObject({ ok: true });
  const [day] = await days([hostId]);
  expect(day!.calls).toHaveLength(1);
  expect(day!.lanes[0]!.blocked[0]!.end).toBe(Date.parse("2026-03-04T05:00:00Z"));
  expect(await block("09:00", "10:00", { date: "2026-03-01" })).toEqual({
    ok: false,
    reason: { kind: "already_over" },
  });
  expect(await block("09:00", "10:00", { hostId: crypto.randomUUID() })).toMatchObject({
    reason: { kind: "not_found" },
  });
});

test("hosts have lanes side by side, with their own hours, busy times of connected calendars, and the calls of both", async () => {
  const maraId = await hostNamed(admin, "Mara Lind");
  await changeSettings(admin, "strategy-session", { hostIds: [hostId, maraId], hostChoice: "collective" });
  expect(await bookCall(visitor, danasCall())).toMatchObject({ ok: true });
  const of = { hostId: maraId, createdAt: ctx.now };
  const [account] = await db
    .insert(calendarAccount)
    .values({ ...of, kind: "caldav", server: "https://dav.example/", username: "mara", secret: "00" })
    .returning();
  const [calendar] = await db
    .insert(connectedCalendar)
    .values({ ...of, accountId: account!.id, ref: "https://dav.example/c/", name: "Mara", canWrite: true })
    .returning();
  const during = { start: new Date("2026-03-03T18:00:00Z"), end: new Date("2026-03-03T19:00:00Z") };
  await db.insert(calendarBusy).values({ hostId: maraId, calendarId: calendar!.id, during });
  const [day] = await days([hostId, maraId]);
  expect(day!.lanes.map((lane) => [lane.hostId, lane.busy.length])).toEqual([
    [hostId, 0],
    [maraId, 1],
  ]);
  expect(day!.calls).toMatchObject([{ hostIds: [hostId, maraId], hostName: "GTMarc and Mara Lind" }]);
  expect((await days([maraId]))[0]!.calls).toHaveLength(1);
});

test("a minute of a day is the instant at which its clock shows it, also on the days of a change", async () => {
  const [before, spring, autumn] = await days([hostId], ["2026-03-07", "2026-03-08", "2026-11-01"]);
  const at = (day: typeof before, minute: number) => instantAt(day!, minute).toISOString();
  expect(at(before, 600)).toBe("2026-03-07T15:00:00.000Z");
  expect(at(spring, 60)).toBe("2026-03-08T06:00:00.000Z");
  expect(at(spring, 150)).toBe("2026-03-08T07:00:00.000Z");
  expect(at(spring, 600)).toBe("2026-03-08T14:00:00.000Z");
  expect(at(autumn, 90)).toBe("2026-11-01T05:30:00.000Z");
  expect(at(autumn, 600)).toBe("2026-11-01T15:00:00.000Z");
});

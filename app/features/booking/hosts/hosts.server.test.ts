import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { danasCall, tokenOf, tuesdayAtTen, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { hostNamed } from "#tests/fixtures/event-type-fixture.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { findEventType, listSlots } from "../availability/calendar.server.ts";
import { holdSlot } from "../availability/holds.server.ts";
import { bookCall } from "../bookings/booking.server.ts";
import { moveCall } from "../bookings/reschedule.server.ts";
import { searchCalendarSetup } from "../search.server.ts";
import { eventType, host } from "../tables.server.ts";
import { changeEventType } from "./event-types.server.ts";
import { addHost, setWeeklyHours } from "./hosts.server.ts";

const { db, ctx } = useDatabase();
const fixture = useBookingFixture(ctx);
const visitor = asAnonymous(ctx);

/** The default host and one in Vienna, both taking strategy sessions. */
async function twoHosts(timezone = "America/New_York") {
  const admin = await asAdmin(ctx);
  const [first] = await db.select().from(host);
  const added = await addHost(admin, {
    name: "Mara Lind",
    email: "mara@gtmarc.example",
    timezone,
    meetingUrl: null,
    observesHolidays: true,
    active: true,
  });
  if (!added.ok || !first) throw new Error("No hosts");
  const [kind] = await db.select().from(eventType).where(eq(eventType.slug, "strategy-session"));
  const { id, slug: _, createdAt: __, ...settings } = kind!;
  await changeEventType(admin, { ...settings, eventTypeId: id, hostIds: [first.id, added.value.id] });
  return { admin, first: first.id, second: added.value.id };
}
const booked = async (start: string, index = 0, hold?: string) => {
  const result = await bookCall(visitor, { ...danasCall({ start, email: `p${index}@northfield.example` }), hold });
  if (!result.ok) throw new Error(result.reason.kind);
  return result.value;
};

test("each new call goes to the host with the fewest, and each host gets the same slot once", async () => {
  const { first, second } = await twoHosts();
  const starts = ["2026-03-03T15:00Z", "2026-03-03T15:00Z", "2026-03-03T17:00Z", "2026-03-03T18:00Z"];
  for (const [index, start] of starts.entries()) await booked(new Date(start).toISOString(), index);
  const hosts = (await fixture.bookings()).map(({ hostId }) => hostId);
  expect(hosts.filter((id) => id === first)).toHaveLength(2);
  expect(hosts.slice(0, 2).sort()).toEqual([first, second].sort());
  expect(await bookCall(visitor, danasCall({ email: "late@northfield.example" }))).toEqual({
    ok: false,
    reason: { kind: "taken" },
  });
});

test("of fifty simultaneous bookings of one slot of two hosts, two succeed, one with each", async () => {
  const { first, second } = await twoHosts();
  const results = await Promise.all(
    Array.from({ length: 50 }, (_, index) => bookCall(visitor, danasCall({ email: `p${index}@northfield.example` }))),
  );
  expect(results.filter(({ ok }) => ok)).toHaveLength(2);
  expect((await fixture.bookings()).map(({ hostId }) => hostId).sort()).toEqual([first, second].sort());
});

test("a slot is offered if any host is free; a paused host offers none", async () => {
  const { admin, second } = await twoHosts("Europe/Vienna");
  await setWeeklyHours(admin, {
    hostId: second,
    version: 1,
    openings: [{ weekday: 2, startMinute: 1080, endMinute: 1140 }],
  });
  const slots = await listSlots(visitor, {
    eventType: "strategy-session",
    from: "2026-03-03T00:00Z",
    to: "2026-03-04T06:00Z",
  });
  const starts = slots.ok ? slots.value.map(({ start }) => start.toISOString()) : [];
  // 18:00 in Vienna is noon in New York: offered once, although both hosts are free.
  expect(starts.filter((start) => start === "2026-03-03T17:00:00.000Z")).toHaveLength(1);
  expect(starts).toEqual([...new Set(starts)].sort());
  expect(await findEventType(visitor, "strategy-session")).toMatchObject({
    hostName: "GTMarc",
    hostTimezone: "America/New_York",
  });
  await db.update(host).set({ active: false });
  expect(await findEventType(visitor, "strategy-session")).toBeNull();
});

test("the host of a hold takes its booking, and a moved call keeps its host", async () => {
  const { first } = await twoHosts();
  const held = await holdSlot(visitor, { eventType: "strategy-session", start: new Date(tuesdayAtTen) });
  if (!held.ok) throw new Error(held.reason.kind);
  const { manageUrl } = await booked(tuesdayAtTen, 0, held.value.hold);
  const [row] = await fixture.bookings();
  expect(row?.hostId).toBe(first);
  // Their host has another call then; the other host is free but not used.
  await booked("2026-03-04T15:00:00Z", 1);
  await booked("2026-03-04T15:00:00Z", 2);
  expect(await moveCall(visitor, { token: tokenOf(manageUrl), start: new Date("2026-03-04T15:00:00Z") })).toEqual({
    ok: false,
    reason: { kind: "taken" },
  });
  const slots = await listSlots(visitor, {
    eventType: "strategy-session",
    from: "2026-03-04",
    to: "2026-03-04",
    moving: tokenOf(manageUrl),
  });
  expect(slots.ok && slots.value.map(({ start }) => start.toISOString())).not.toContain("2026-03-04T15:00:00.000Z");
  expect((await moveCall(visitor, { token: tokenOf(manageUrl), start: new Date("2026-03-05T15:00:00Z") })).ok).toBe(
    true,
  );
  expect((await fixture.bookings())[0]).toMatchObject({ hostId: first });
});

test("found hosts are in the order of their letters, whatever their case and accents", async () => {
  const admin = await asAdmin(ctx);
  const sorted = ["api Lind", "Österreich Lind", "Zebra Lind"];
  for (const name of sorted.toReversed()) await hostNamed(admin, name);
  const titles = async (size: number) =>
    (await searchCalendarSetup(admin, { words: ["lind"], size })).map(({ title }) => title);
  expect(await titles(5)).toEqual(sorted);
  expect(await titles(2)).toEqual(sorted.slice(0, 2));
});

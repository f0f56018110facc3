import { eq } from "drizzle-orm";
import { beforeEach, expect, test, vi } from "vitest";
import { asAnonymous, later } from "#tests/fixtures/actors.ts";
import { danasCall, tokenOf, tuesdayAtTen, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { bookCall } from "../bookings/booking.server.ts";
import { cancelCall } from "../bookings/reschedule.server.ts";
import { availability, dateOverride, eventType, host } from "../tables.server.ts";
import { findCall, findEventType, findMonth, listSlots } from "./calendar.server.ts";
import { spanOf } from "./month.ts";

const { db, pool, ctx } = useDatabase();
const fixture = useBookingFixture(ctx);
const visitor = asAnonymous(ctx);
let hostId: string;

beforeEach(async () => {
  const [only] = await db.select().from(host);
  hostId = only!.id;
});

const starts = async (
  from: string,
  to: string,
  more: { timezone?: string; moving?: string; eventType?: string } = {},
) => {
  const result = await listSlots(visitor, { eventType: "strategy-session", from, to, ...more });
  return result.ok ? result.value.map(({ start }) => start.toISOString()) : result.reason.kind;
};

test("the default host is available from nine to five on weekdays in the company's time zone", async () => {
  const tuesday = await starts("2026-03-03", "2026-03-03");
  expect(tuesday).toHaveLength(15);
  expect(tuesday[0]).toBe("2026-03-03T14:00:00.000Z");
  expect(tuesday.at(-1)).toBe("2026-03-03T21:00:00.000Z");
  expect(await starts("2026-03-03", "2026-03-03", { eventType: "blueprint-unlock-call" })).toHaveLength(16);
});

test("dates are whole days of the requested time zone", async () => {
  const inTokyo = await starts("2026-03-04", "2026-03-04", { timezone: "Asia/Tokyo" });
  expect(inTokyo[0]).toBe("2026-03-03T15:00:00.000Z");
  expect(inTokyo.at(-1)).toBe("2026-03-04T14:30:00.000Z");
});

test("federal holidays are off, unless the host does not observe them or opens the date", async () => {
  const memorialDay = later(visitor, { days: 60 });
  const ask = async () => {
    const result = await listSlots(memorialDay, {
      eventType: "strategy-session",
      from: "2026-05-25",
      to: "2026-05-25",
    });
    return result.ok ? result.value.length : result.reason.kind;
  };
  expect(await ask()).toBe(0);
  await db
    .insert(dateOverride)
    .values({ hostId, date: "2026-05-25", openings: [{ startMinute: 600, endMinute: 720 }] });
  expect(await ask()).toBe(3);
  await db.delete(dateOverride);
  await db.update(host).set({ observesHolidays: false });
  expect(await ask()).toBe(15);
});

test("a closed date has no slots", async () => {
  await db.insert(dateOverride).values({ hostId, date: "2026-03-03" });
  expect(await starts("2026-03-03", "2026-03-03")).toEqual([]);
});

test("a booked slot becomes free only after a cancellation, and a call that is being moved does not block itself", async () => {
  const booked = await bookCall(visitor, danasCall());
  const token = booked.ok ? tokenOf(booked.value.manageUrl) : "";
  const tuesday = () => starts("2026-03-03", "2026-03-03");
  expect(await tuesday()).toHaveLength(12);
  expect(await tuesday()).not.toContain(tuesdayAtTen);
  expect(await starts("2026-03-03", "2026-03-03", { moving: token })).toHaveLength(15);
  expect(await starts("2026-03-03", "2026-03-03", { moving: "z".repeat(43) })).toHaveLength(12);
  await cancelCall(visitor, { token });
  expect(await tuesday()).toHaveLength(15);
});

test("every offered slot can be booked", async () => {
  const offered = await starts("2026-03-03", "2026-03-03");
  for (const start of [offered[0], offered.at(-1)])
    expect(await bookCall(visitor, danasCall({ start: start as string }))).toMatchObject({ ok: true });
});

test("there are no slots in the past or beyond the horizon", async () => {
  expect(await starts("2026-02-01", "2026-03-01")).toEqual([]);
  expect(await starts("2026-06-01", "2026-07-01")).toEqual([]);
  expect(await starts("9999-12-01", "9999-12-30")).toEqual([]);
});

test("an unknown event type, a reversed range and one that is too long are refused", async () => {
  expect(await starts("2026-03-03", "2026-03-03", { eventType: "demo" })).toBe("unknown_event_type");
  expect(await starts("2026-03-03", "2026-03-02")).toBe("range_backwards");
  expect(await starts("2026-03-03", "2026-05-05")).toBe("range_too_long");
});

test("the public data of an event type does not include the host's address", async () => {
  expect(await findEventType(visitor, "strategy-session")).toEqual({
    slug: "strategy-session",
    title: "Strategy session",
    description: expect.stringContaining("free call"),
    durationMinutes: 45,
    hostName: "GTMarc",
    hostTimezone: "America/New_York",
    hosts: [],
    ...{ priceCents: null, payBy: "checkout" },
    needsConfirmation: false,
    changeLimitHours: 0,
    questions: [],
    agenda: expect.arrayContaining([{ minutes: 15, title: "Findings and ROI", text: expect.any(String) }]),
    where: "Online. The link comes by email.",
    redirectUrl: null,
  });
  expect(await findEventType(visitor, "demo")).toBeNull();
  await db.update(eventType).set({ active: false }).where(eq(eventType.slug, "strategy-session"));
  expect(await findEventType(visitor, "strategy-session")).toBeNull();
});

test("the holder of a link sees the whole call; any other link finds nothing", async () => {
  const booked = await bookCall(visitor, danasCall());
  if (!booked.ok) throw new Error(booked.reason.kind);
  const token = tokenOf(booked.value.manageUrl);
  expect(await findCall(visitor, token)).toMatchObject({
    uid: booked.value.uid,
    status: "confirmed",
    hasStarted: false,
    start: booked.value.start,
    end: booked.value.end,
    name: "Dana Reyes",
    timezone: "Europe/Vienna",
    hostEmail: "calls@gtmarc.example",
    kind: { title: "Strategy session", hostTimezone: "America/New_York" },
  });
  expect(await findCall({ ...visitor, now: new Date(tuesdayAtTen) }, token)).toMatchObject({ hasStarted: true });
  expect(await findCall(visitor, booked.value.uid)).toBeNull();
  expect(await findCall(visitor, token.toLowerCase())).toBeNull();
  expect(await fixture.mails()).toHaveLength(2);
});

test("the month of a wanted time is the one in the visitor's time zone, or else the hosts'", async () => {
  const at = new Date("2026-04-01T01:00:00Z");
  const monthIn = async (zone: string | null, month: string | null = null) => {
    const found = await findMonth(visitor, { eventType: "strategy-session", month, start: { at, zone } });
    return found.ok && found.value.month;
  };
  expect(await monthIn(null)).toBe("2026-03");
  expect(await monthIn("Europe/Vienna")).toBe("2026-04");
  expect(await monthIn("Europe/Vienna", "2026-03")).toBe("2026-03");
});

test("the first month with a free time is found with the same statements when it is ten months ahead as when it is the next", async () => {
  await db.update(eventType).set({ horizonDays: 365 });
  const booked = await bookCall(visitor, danasCall());
  if (!booked.ok) throw new Error(booked.reason.kind);
  await db.delete(availability);
  const find = async (date: string, moving?: string) => {
    await db.delete(dateOverride);
    await db.insert(dateOverride).values({ hostId, date, openings: [{ startMinute: 600, endMinute: 720 }] });
    const sent = vi.spyOn(pool, "query");
    const found = await findMonth(visitor, { eventType: "strategy-session", month: null, moving });
    const statements = sent.mock.calls.length;
    sent.mockRestore();
    if (!found.ok) throw new Error(found.reason.kind);
    const { month, starts } = found.value;
    const listed = await listSlots(visitor, {
      eventType: "strategy-session",
      ...spanOf(month),
      timezone: "UTC",
      moving,
    });
    expect(starts).toEqual(listed.ok ? listed.value.map(({ start }) => start.getTime()) : []);
    return { month, statements };
  };
  const near = await find("2026-04-30");
  expect(near.month).toBe("2026-04");
  expect(await find("2026-12-31")).toEqual({ month: "2026-12", statements: near.statements });
  expect(await find("2027-03-01")).toMatchObject({ month: "2027-03" });
  expect(await find("2026-12-01", tokenOf(booked.value.manageUrl))).toMatchObject({ month: "2026-12" });
  expect(await find("2027-04-01")).toMatchObject({ month: "2026-03" });
});

import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import type { Reach } from "#app/platform/outside-request.server.ts";
import { as, asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { danasCall, tokenOf, tuesdayAtTen, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { listSlots } from "../availability/calendar.server.ts";
import { bookCall } from "../bookings/booking.server.ts";
import { moveCall } from "../bookings/reschedule.server.ts";
import { busyFeed, busyTime, host } from "../tables.server.ts";
import { addBusyFeed, readBusyFeeds, removeBusyFeed } from "./busy-feeds.server.ts";

const { db, ctx } = useDatabase();
const fixture = useBookingFixture(ctx);
const visitor = asAnonymous(ctx);

let server: Server;
let text: string | null = null;
let url = "";
const reach: Reach = {
  resolve: async () => ["127.0.0.1"],
  isPublic: (address) => address === "127.0.0.1",
  protocols: ["http:"],
};
beforeAll(async () => {
  server = createServer((_, response) => (text === null ? response.writeHead(404).end() : response.end(text)));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://calendar.test:${(server.address() as AddressInfo).port}/secret-8f2a.ics`;
});
afterAll(() => server.close());

const event = (uid: string, start = "20260303T150000Z", end = "20260303T160000Z") =>
  `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20260301T000000Z\r\nDTSTART:${start}\r\nDTEND:${end}\r\nSUMMARY:Dentist\r\nEND:VEVENT\r\n`;
const calendar = (...events: string[]) =>
  `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//T//EN\r\n${events.join("")}END:VCALENDAR\r\n`;
beforeEach(() => {
  text = calendar(event("dentist"));
});

const hostId = async () => (await db.select().from(host))[0]!.id;
const add = async (address = url) =>
  addBusyFeed(await asAdmin(ctx, `a${Math.random()}@gtmarc.example`), { hostId: await hostId(), url: address }, reach);
const isFree = async () => {
  const slots = await listSlots(visitor, { eventType: "strategy-session", from: "2026-03-03", to: "2026-03-03" });
  return slots.ok && slots.value.some(({ start }) => start.toISOString() === tuesdayAtTen);
};

test("a busy time in another calendar cannot be booked; only the time of the event is stored", async () => {
  expect(await isFree()).toBe(true);
  expect(await add()).toMatchObject({ ok: true, value: { problem: null } });
  expect(await isFree()).toBe(false);
  expect(await bookCall(visitor, danasCall())).toEqual({ ok: false, reason: { kind: "taken" } });
  expect(JSON.stringify(await db.select().from(busyTime))).not.toContain("Dentist");
});

test("a removed event frees its time at the next read, and removing the calendar frees all", async () => {
  const added = await add();
  text = calendar();
  expect(await readBusyFeeds(later(ctx, { hours: 1 }), reach)).toBe(1);
  expect(await isFree()).toBe(true);
  text = calendar(event("dentist"));
  await readBusyFeeds(ctx, reach);
  expect(await isFree()).toBe(false);
  const feedId = added.ok ? added.value.id : "";
  expect(await removeBusyFeed(await as(ctx, "dana@northfield.example"), { feedId })).toEqual({
    ok: false,
    reason: { kind: "not_admin" },
  });
  expect(await removeBusyFeed(await asAdmin(ctx), { feedId })).toMatchObject({ ok: true });
  expect(await isFree()).toBe(true);
});

test("a failed read keeps the last known times and reports the problem", async () => {
  await add();
  for (const [answer, sentence] of [
    [null, "The server did not return the calendar. Check that the secret address is still valid."],
    ["<html>", "There is no calendar at that address: the response is not in the iCalendar format."],
  ] as const) {
    text = answer;
    expect(await readBusyFeeds(later(ctx, { hours: 1 }), reach)).toBe(0);
    expect(await db.select().from(busyFeed)).toMatchObject([{ problem: sentence, readAt: ctx.now }]);
    expect(await isFree()).toBe(false);
  }
});

test("a URL that can never be read is refused and not stored", async () => {
  const admin = await asAdmin(ctx);
  const kindOf = async (address: string) => {
    const result = await addBusyFeed(admin, { hostId: await hostId(), url: address });
    return result.ok ? null : result.reason.kind;
  };
  expect(await kindOf(url)).toBe("not_https");
  expect(await kindOf("https://dana:secret@127.0.0.1/a.ics")).toBe("has_credentials");
  for (const host of ["127.0.0.1", "169.254.169.254", "[::1]", "2130706433", "localhost"])
    expect(await kindOf(`https://${host}/a.ics`)).toBe("not_public");
  expect(await db.$count(busyFeed)).toBe(0);
});

test("our own invitation in the host's calendar does not block its call", async () => {
  const booked = await bookCall(visitor, danasCall());
  if (!booked.ok) throw new Error(booked.reason.kind);
  text = calendar(event(booked.value.uid));
  await add();
  expect(await db.select().from(busyTime)).toEqual([]);
  const token = tokenOf(booked.value.manageUrl);
  expect(await moveCall(visitor, { token, start: new Date("2026-03-03T15:30:00Z") })).toMatchObject({ ok: true });
  expect(await fixture.bookings()).toHaveLength(1);
});

test("a host has at most ten different calendars, and must exist", async () => {
  await add();
  expect(await add()).toEqual({ ok: false, reason: { kind: "already_there" } });
  for (let count = 1; count < 10; count += 1) await add(`${url}?${count}`);
  expect(await add(`${url}?more`)).toEqual({ ok: false, reason: { kind: "too_many_feeds" } });
  const admin = await asAdmin(ctx);
  expect(await addBusyFeed(admin, { hostId: "01a1fe57-6fd0-7715-9129-ea11ac96a1b0", url }, reach)).toEqual({
    ok: false,
    reason: { kind: "not_found" },
  });
});

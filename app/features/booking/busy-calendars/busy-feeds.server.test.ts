import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { ne } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import type { Reach } from "#app/platform/outside/outside-request.server.ts";
import { closeThreads, openThreads } from "#app/platform/threads.server.ts";
import { as, asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { danasCall, tokenOf, tuesdayAtTen, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { program } from "#tests/fixtures/program.ts";
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
let asked = 0;
let version: string | null = null;
let url = "";
const reach: Reach = {
  resolve: async () => ["127.0.0.1"],
  isPublic: (address) => address === "127.0.0.1",
  protocols: ["http:"],
};
beforeAll(async () => {
  server = createServer(({ headers }, response) => {
    asked += 1;
    if (text === null) return response.writeHead(404).end();
    if (version && headers["if-none-match"] === version) return response.writeHead(304).end();
    return response.writeHead(200, version ? { etag: version } : {}).end(text);
  });
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
  version = null;
});
afterEach(() => closeThreads());

/** Replaces the reader's process with a program that does this with each calendar. */
async function readerThat(does: string, limits?: { maxMs: number; maxHeapMb?: number }) {
  await closeThreads();
  openThreads(program(`process.on("message", () => { ${does} });`), limits);
}
const takesForever = "for (;;);";
const fillsItsMemory = "const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()));";
const readsNothing =
  "process.send({ output: { ok: true, value: { busy: [], skipped: [], skippedCount: 0, events: 0 } } });";
const minutesLater = (minutes: number) => later(ctx, { seconds: 60 * minutes });

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
    ["<html>", "This is not a calendar: its content is not in the iCalendar format."],
  ] as const) {
    text = answer;
    expect(await readBusyFeeds(later(ctx, { hours: 1 }), reach)).toBe(0);
    expect(await db.select().from(busyFeed)).toMatchObject([{ problem: sentence, readAt: ctx.now }]);
    expect(await isFree()).toBe(false);
  }
});

test.each([
  ["takes forever", takesForever, 1000],
  ["fills its memory", fillsItsMemory, 20_000],
  ["fails", 'process.send({ error: "Maximum call stack size exceeded" });', 20_000],
  ["exits", "process.exit(3);", 20_000],
])("a calendar whose reader %s is not stored, and nothing else fails", async (_, does, maxMs) => {
  await readerThat(does, { maxMs, maxHeapMb: 64 });
  expect(await add()).toEqual({ ok: false, reason: { kind: "reader_ended" } });
  expect(await db.$count(busyFeed)).toBe(0);
  await readerThat(readsNothing);
  expect(await add()).toMatchObject({ ok: true, value: { problem: null } });
});

test("a stored calendar that ends its reader keeps its times, shows a problem, and is read less and less often", async () => {
  await add();
  const readAt = async (at: typeof ctx) => {
    const before = asked;
    const read = await readBusyFeeds(at, reach);
    return { read, asked: asked - before };
  };
  await readerThat(takesForever, { maxMs: 300 });
  expect(await readAt(minutesLater(10))).toEqual({ read: 0, asked: 1 });
  const problem = "Reading the calendar failed, or was stopped because it took too much time or memory.";
  expect(await db.select().from(busyFeed)).toMatchObject([{ problem, readAt: ctx.now, readerEnds: 1 }]);
  expect(await isFree()).toBe(false);
  expect(await readAt(minutesLater(20))).toEqual({ read: 0, asked: 0 });
  expect(await readAt(minutesLater(30))).toEqual({ read: 0, asked: 1 });
  expect(await readAt(minutesLater(60))).toEqual({ read: 0, asked: 0 });
  expect(await readAt(minutesLater(70))).toEqual({ read: 0, asked: 1 });
  await readerThat(readsNothing);
  expect(await readAt(minutesLater(150))).toEqual({ read: 1, asked: 1 });
  expect(await db.select().from(busyFeed)).toMatchObject([{ problem: null, readerEnds: 0, heldUntil: null }]);
});

test("a calendar that ended the whole process rests after the restart", async () => {
  await add();
  let during: unknown;
  await readerThat("");
  const reading = readBusyFeeds(ctx, {
    ...reach,
    resolve: async () => {
      during = await db.select().from(busyFeed);
      await closeThreads();
      throw new Error("The process ended here.");
    },
  });
  await reading;
  expect(during).toMatchObject([{ readerEnds: 1, heldUntil: minutesLater(20).now }]);
});

test("a host with a calendar that was never read is busy, unless the settings say free", async () => {
  text = null;
  expect(await add()).toMatchObject({ ok: true, value: { problem: expect.stringContaining("did not return") } });
  expect(await isFree()).toBe(false);
  expect(await bookCall(visitor, danasCall())).toEqual({ ok: false, reason: { kind: "calendar_unread" } });
  await db.update(host).set({ busyUntilRead: false });
  expect(await isFree()).toBe(true);
  await db.update(host).set({ busyUntilRead: true });
  text = calendar();
  await readBusyFeeds(ctx, reach);
  expect(await isFree()).toBe(true);
});

test("a calendar that was never read makes only its own host busy", async () => {
  const [mara] = await db.select().from(host);
  await db.insert(host).values({ name: "Lee", email: "lee@gtmarc.example", timezone: "UTC", createdAt: ctx.now });
  const [lee] = await db.select().from(host).where(ne(host.id, mara!.id));
  await db.insert(busyFeed).values({ hostId: lee!.id, url, createdAt: ctx.now });
  expect(await isFree()).toBe(true);
});

test("an unchanged calendar is not read again, until a day has passed or the host has moved", async () => {
  version = '"1"';
  await add();
  text = calendar();
  expect(await readBusyFeeds(minutesLater(10), reach)).toBe(1);
  expect(await db.select().from(busyFeed)).toMatchObject([{ readAt: minutesLater(10).now }]);
  expect(await isFree()).toBe(false);
  await db.update(host).set({ timezone: "America/Chicago" });
  await readBusyFeeds(minutesLater(20), reach);
  expect(await isFree()).toBe(true);
  text = calendar(event("dentist"));
  await readBusyFeeds(minutesLater(30), reach);
  expect(await db.$count(busyTime)).toBe(0);
  await readBusyFeeds(later(ctx, { hours: 21 }), reach);
  expect(await db.$count(busyTime)).toBe(1);
});

test("events that cannot be read are counted, and the first fifty are listed with their lines", async () => {
  const noStart = (uid: number) => `BEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20260301T000000Z\r\nEND:VEVENT\r\n`;
  text = calendar(event("dentist"), ...Array.from({ length: 60 }, (_, index) => noStart(index)));
  expect(await add()).toMatchObject({ ok: true, value: { problem: null } });
  const [feed] = await db.select().from(busyFeed);
  expect([feed!.skippedCount, feed!.skipped.length]).toEqual([60, 50]);
  const reason = "The start of an event is missing or invalid. The event is not counted.";
  expect(feed!.skipped.slice(0, 2)).toEqual([
    { line: 11, reason },
    { line: 15, reason },
  ]);
  expect(await isFree()).toBe(false);
});

test("a calendar with more busy times than can be stored is refused by its reader", async () => {
  const minute = (index: number) => new Date(Date.parse("2026-04-01T00:00:00Z") + index * 120_000);
  const stamp = (at: Date) => at.toISOString().replace(/[-:]|\.\d{3}/g, "");
  const events = Array.from({ length: 20_001 }, (_, index) =>
    event(`${index}`, stamp(minute(index)), stamp(new Date(minute(index).getTime() + 60_000))),
  );
  text = calendar(...events);
  expect(await add()).toMatchObject({ ok: true, value: { problem: "The calendar has too many events." } });
  expect(await db.$count(busyTime)).toBe(0);
  text = calendar(...events.slice(1));
  expect(await readBusyFeeds(ctx, reach)).toBe(1);
  expect(await db.$count(busyTime)).toBe(20_000);
});

test("a busy time a year and a half ahead is known, as far ahead as calls can be booked", async () => {
  text = calendar(event("far", "20270803T150000Z", "20270803T160000Z"));
  await add();
  expect(await db.$count(busyTime)).toBe(1);
});

test("our own invitation is known by its mark when its UID was replaced", async () => {
  const booked = await bookCall(visitor, danasCall());
  if (!booked.ok) throw new Error(booked.reason.kind);
  text = calendar(event("8c1f-of-another-program").replace("SUMMARY", `X-GTMARC-CALL:${booked.value.uid}\r\nSUMMARY`));
  await add();
  expect(await db.select().from(busyTime)).toEqual([]);
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

import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { message } from "#app/features/mail/tables.server.ts";
import { dayMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { danasCall, tokenOf, tuesdayAtTen, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { changeSettings, hostNamed } from "#tests/fixtures/event-type-fixture.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { readAgendaDays } from "../agenda/week/agenda-days.server.ts";
import { findCalendarFile, findCall, findEventType, listSlots } from "../availability/calendar.server.ts";
import { holdSlot } from "../availability/holds.server.ts";
import { bookCall } from "../bookings/booking.server.ts";
import { cancelCall, moveCall } from "../bookings/reschedule.server.ts";
import { findHostFeed } from "../busy-calendars/host-feed.server.ts";
import { bookingCohost, host } from "../tables.server.ts";
import { makeHostFeed, setWeeklyHours } from "./hosts.server.ts";

const { db, ctx } = useDatabase();
const fixture = useBookingFixture(ctx);
const visitor = asAnonymous(ctx);
let admin: Ctx;
let ids: string[];
beforeEach(async () => {
  admin = await asAdmin(ctx);
  const [first] = await db.select().from(host);
  ids = [first!.id, await hostNamed(admin, "Mara Lind"), await hostNamed(admin, "Ivo Berg")];
});

const offered = (changes: object) => changeSettings(admin, "strategy-session", changes);
const freeStarts = async (query: object = {}) => {
  const day = { from: "2026-03-03", to: "2026-03-03", timezone: "America/New_York" };
  const slots = await listSlots(visitor, { eventType: "strategy-session", ...day, ...query });
  return (slots.ok ? slots.value : []).map(({ start }) => start.toISOString());
};
const call = (index: number, changes: object = {}) => ({
  ...danasCall({ email: `p${index}@northfield.example` }),
  ...changes,
});
const tuesdayAt = (hour: number) => new Date(`2026-03-03T${hour}:00:00.000Z`);
const booked = async (index: number, changes: object = {}) => {
  const result = await bookCall(visitor, call(index, changes));
  if (!result.ok) throw new Error(result.reason.kind);
  return result.value;
};

test("of twelve calls in turn, a host with weight two gets twice as many as each of the others", async () => {
  await offered({ hostIds: ids, weights: { [ids[0]!]: 2 } });
  for (let index = 0; index < 12; index += 1)
    await booked(index, { start: new Date(tuesdayAt(15).getTime() + Math.floor(index / 3) * dayMs) }).catch(
      () => undefined,
    );
  const hosts = (await fixture.bookings()).map(({ hostId }) => hostId);
  expect(hosts).toHaveLength(12);
  const first = hosts.slice(0, 3);
  expect(new Set(first).size).toBe(3);
  const light = await bookCall(visitor, call(20, { start: new Date("2026-03-09T14:00:00.000Z") }));
  expect(light.ok && (await fixture.bookings()).at(-1)?.hostId).toBe(ids[0]);
});

test("a host that is added later gets their share of the calls from then on, not all of them", async () => {
  await offered({ hostIds: ids.slice(0, 2) });
  for (let index = 0; index < 8; index += 1)
    await booked(index, { start: new Date(tuesdayAt(15).getTime() + Math.floor(index / 2) * dayMs) });
  await offered({ hostIds: ids });
  for (let index = 0; index < 3; index += 1)
    await booked(8 + index, { start: new Date(tuesdayAt(19).getTime() + index * dayMs) });
  const later = (await fixture.bookings()).filter(({ during }) => during.start.getUTCHours() === 19);
  expect(new Set(later.map(({ hostId }) => hostId)).size).toBe(3);
});

test("a collective call is free only when every host is, and blocks all of them", async () => {
  await offered({ hostIds: ids, hostChoice: "collective" });
  await setWeeklyHours(admin, {
    hostId: ids[1]!,
    version: 1,
    openings: [{ weekday: 2, startMinute: 600, endMinute: 840 }],
  });
  const free = await freeStarts();
  expect(free[0]).toBe(tuesdayAtTen);
  expect(free.at(-1)).toBe("2026-03-03T18:00:00.000Z");
  const { manageUrl } = await booked(1);
  const token = tokenOf(manageUrl);
  expect(await freeStarts()).not.toContain(tuesdayAtTen);
  expect(await freeStarts({ moving: token })).toContain(tuesdayAtTen);
  await changeSettings(admin, "blueprint-unlock-call", { hostIds: [ids[2]!] });
  const other = { ...call(2), eventType: "blueprint-unlock-call" };
  expect(await bookCall(visitor, other)).toEqual({ ok: false, reason: { kind: "taken" } });
  expect((await fixture.mails()).filter((mail) => mail.startsWith("call-booked-host"))).toHaveLength(3);
  const names = "GTMarc, Mara Lind, and Ivo Berg";
  expect((await findCall(visitor, token))?.kind.hostName).toBe(names);
  expect(await findEventType(visitor, "strategy-session")).toMatchObject({ hostName: names });
  expect((await fixture.mail("call-booked")).text).toContain(names);
  expect(await findCalendarFile(visitor, token)).toContain("Ivo Berg");
  for (const hostId of ids) {
    const days = await readAgendaDays(admin, { hostIds: [hostId], dates: ["2026-03-03"], zone: "America/New_York" });
    expect(days.ok && days.value[0]?.calls.map(({ hostName }) => hostName)).toEqual([names]);
  }
});

test("a collective call moves and is canceled for all of its hosts", async () => {
  await offered({ hostIds: ids, hostChoice: "collective" });
  const feed = await makeHostFeed(admin, ids[2]!);
  const token = tokenOf((await booked(1)).manageUrl);
  await offered({ hostIds: [ids[0]!], hostChoice: "round-robin" });
  await changeSettings(admin, "blueprint-unlock-call", { hostIds: [ids[2]!] });
  const forIvo = (hour: number) => ({ ...call(hour, { start: tuesdayAt(hour) }), eventType: "blueprint-unlock-call" });
  expect(await bookCall(visitor, forIvo(18))).toMatchObject({ ok: true });
  expect(await moveCall(visitor, { token, start: tuesdayAt(18) })).toEqual({ ok: false, reason: { kind: "taken" } });
  expect(await moveCall(visitor, { token, start: tuesdayAt(20) })).toMatchObject({ ok: true });
  expect(await bookCall(visitor, forIvo(20))).toMatchObject({ ok: false, reason: { kind: "taken" } });
  expect(await bookCall(visitor, forIvo(15))).toMatchObject({ ok: true });
  if (feed.ok) expect(await findHostFeed(visitor, feed.value.url.split("/").at(-2)!)).toContain("20260303T200000Z");
  await cancelCall(visitor, { token, reason: "" });
  expect(await bookCall(visitor, forIvo(20))).toMatchObject({ ok: true });
  const to = (await db.select().from(message)).filter(({ kind }) => kind === "call-cancelled-host");
  expect(to).toHaveLength(3);
});

test("of fifty simultaneous bookings of a collective call of three hosts, one wins", async () => {
  await offered({ hostIds: ids, hostChoice: "collective" });
  const results = await Promise.all(Array.from({ length: 50 }, (_, index) => bookCall(visitor, call(index))));
  expect(results.filter(({ ok }) => ok)).toHaveLength(1);
  expect(results.filter((result) => !result.ok && result.reason.kind === "taken")).toHaveLength(49);
  expect(await fixture.bookings()).toHaveLength(1);
  expect(await db.select().from(bookingCohost)).toHaveLength(2);
});

test("a held time of a collective call is held with every host", async () => {
  await offered({ hostIds: ids, hostChoice: "collective" });
  await changeSettings(admin, "blueprint-unlock-call", { hostIds: [ids[2]!] });
  const hold = await holdSlot(visitor, { eventType: "strategy-session", start: new Date(tuesdayAtTen) });
  const taken = { ok: false, reason: { kind: "taken" } };
  expect(await bookCall(visitor, { ...call(1), eventType: "blueprint-unlock-call" })).toEqual(taken);
  const token = hold.ok ? hold.value.hold : "";
  expect(await bookCall(visitor, { ...call(2), hold: token })).toMatchObject({ ok: true });
});

test("the invitee chooses the host, or takes any host who is free", async () => {
  await offered({ hostIds: ids, hostChoice: "invitee" });
  const kind = await findEventType(visitor, "strategy-session");
  expect(kind?.hosts.map(({ name }) => name)).toEqual(["GTMarc", "Mara Lind", "Ivo Berg"]);
  await booked(1, { host: ids[2] });
  expect((await fixture.bookings())[0]?.hostId).toBe(ids[2]);
  expect(await freeStarts({ host: ids[2] })).not.toContain(tuesdayAtTen);
  expect(await freeStarts({ host: ids[1] })).toContain(tuesdayAtTen);
  const taken = { ok: false, reason: { kind: "taken" } };
  expect(await bookCall(visitor, call(2, { host: ids[2] }))).toEqual(taken);
  await booked(3);
  await booked(4);
  expect(new Set((await fixture.bookings()).map(({ hostId }) => hostId)).size).toBe(3);
  const unknown = { host: crypto.randomUUID(), start: tuesdayAt(20) };
  expect(await bookCall(visitor, call(5, unknown))).toEqual({ ok: false, reason: { kind: "not_offered" } });
});

test("only a type that lets the invitee choose names its hosts and heeds the choice", async () => {
  await offered({ hostIds: ids });
  expect(await findEventType(visitor, "strategy-session")).toMatchObject({ hosts: [], hostName: "GTMarc" });
  await booked(1, { host: crypto.randomUUID() });
});

test("the database itself refuses a second call of a further host at the same time", async () => {
  await offered({ hostIds: ids, hostChoice: "collective" });
  await booked(1);
  const [row] = await db.select().from(bookingCohost).where(eq(bookingCohost.hostId, ids[1]!));
  const [main] = await fixture.bookings();
  await expect(db.insert(bookingCohost).values({ ...row!, hostId: ids[1]!, bookingId: main!.id })).rejects.toThrow();
});

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { listFailingCalendars } from "#app/features/booking/agenda/today.server.ts";
import { listSlots } from "#app/features/booking/availability/calendar.server.ts";
import { bookCall } from "#app/features/booking/bookings/booking.server.ts";
import { cancelCall, moveCall } from "#app/features/booking/bookings/reschedule.server.ts";
import { forgetPerson } from "#app/features/booking/personal-data.server.ts";
import {
  calendarAccount,
  calendarBusy,
  calendarEvent,
  connectedCalendar,
  host,
} from "#app/features/booking/tables.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { openSealed } from "#app/platform/secrets/sealed-text.server.ts";
import { type ServiceName, startRestCalendars } from "#tests/fakes/rest-calendars.ts";
import { asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { danasCall, tokenOf, tuesdayAtTen, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { beginConsent, connectAt, useCalendarServices } from "#tests/fixtures/calendar-consent.ts";
import { deliverTo } from "#tests/fixtures/calendar-push.ts";
import { testNow, useDatabase } from "#tests/setup/test-database.ts";
import { chooseCalendars, disconnectCalendars, keepDeletedCall } from "../accounts.server.ts";
import { finishCalendarConsent } from "../consent.server.ts";
import { followHost } from "../following.server.ts";
import { keepChannels } from "../push/channels.server.ts";
import { followCalendars, followChanged } from "../refresh.server.ts";
import { writeCalendars } from "../writing.server.ts";

const { db, ctx } = useDatabase();
const fixture = useBookingFixture(ctx);
const visitor = asAnonymous(ctx);

describe.each([
  ["google", "reported"],
  ["google", "polled"],
  ["microsoft", "reported"],
  ["microsoft", "polled"],
] as const)("%s, changes are %s", (name: ServiceName, mode) => {
  let server: Awaited<ReturnType<typeof startRestCalendars>>;
  beforeAll(async () => {
    server = await startRestCalendars(name);
    server.logInAs({ sub: "1", email: "dana@firm.example", tid: "11111111-2222-4333-8444-555555555555" });
    server.at(testNow);
    server.deliverBy(deliverTo(() => ctx));
  });
  afterAll(() => server.stop());
  beforeEach(() => {
    server.clear();
    server.reset();
    server.fail("none");
    useCalendarServices(server.origin, mode === "polled" ? "http://localhost:3000" : undefined);
  });

  const admin = () => asAdmin(ctx, `${newId()}@gtmarc.example`);
  const seenHost = async () => {
    const { id, version } = (await db.select().from(host))[0]!;
    return { hostId: id, version };
  };
  const hostId = async () => (await seenHost()).hostId;
  const begin = (by: Awaited<ReturnType<typeof admin>>) => beginConsent(by, name);
  const connect = async () => {
    const finished = await connectAt(await admin(), name);
    await keepChannels(ctx);
    expect(server.live().length > 0).toBe(mode === "reported");
    const [account] = await db.select().from(calendarAccount);
    return { finished, account };
  };
  const startsOf = async (seconds: number) => {
    const of = { eventType: "strategy-session", from: "2026-03-03", to: "2026-03-06" };
    const slots = await listSlots(later(visitor, { seconds }), of);
    return slots.ok ? slots.value.map(({ start }) => start.toISOString()) : [];
  };
  const isFree = async (seconds = 61, start = tuesdayAtTen) => (await startsOf(seconds)).includes(start);
  const book = async (start = tuesdayAtTen) => {
    const booked = await bookCall(visitor, danasCall({ start }));
    if (!booked.ok) throw new Error(booked.reason.kind);
    return booked.value;
  };
  const follow = async (seconds = 60) => {
    if (mode === "polled") return followCalendars(later(ctx, { seconds }), followHost);
    for (const message of server.changeMessages()) await deliverTo(() => ctx)(message);
    return followChanged(later(ctx, { seconds }), followHost);
  };
  const tuesday = { start: "2026-03-03T15:00:00Z", end: "2026-03-03T16:00:00Z" };
  const entries = () => db.select().from(calendarEvent);

  test("an admin connects an account: its own calendar first, the refresh token sealed, disconnecting deletes it", async () => {
    const { finished, account } = await connect();
    expect(finished).toEqual({ hostId: await hostId(), connected: { ok: true, value: { id: account!.id } } });
    expect(account).toMatchObject({ kind: name, username: "dana@firm.example", server: "" });
    expect(account!.secret).not.toContain("refresh");
    const calendars = await db.select().from(connectedCalendar);
    expect(calendars.map(({ canWrite, isTarget, isChecked }) => [canWrite, isTarget, isChecked])).toEqual(
      expect.arrayContaining([
        [true, true, true],
        [true, false, true],
        // Of another person: read only if the admin chooses it.
        [false, false, false],
      ]),
    );
    expect(calendars.map((each) => each.name)).toContain(`Team ${"x".repeat(194)}`);
    await disconnectCalendars(await admin(), { accountId: account!.id });
    expect(await db.select().from(calendarAccount)).toEqual([]);
  });

  test("another browser, another admin, a second use and a canceled consent connect nothing", async () => {
    const [by, other] = [await admin(), await admin()];
    const flow = await begin(by);
    expect(await finishCalendarConsent(by, { ...flow, token: undefined })).toBeNull();
    expect(await finishCalendarConsent(by, { ...flow, token: "x".repeat(43) })).toBeNull();
    const over = { connected: { ok: false, reason: { kind: "consent_over" } } };
    expect(await finishCalendarConsent(other, flow)).toMatchObject(over);
    expect(await finishCalendarConsent(by, flow)).toBeNull();
    expect(await finishCalendarConsent(by, { ...(await begin(by)), code: "" })).toMatchObject(over);
    expect(await finishCalendarConsent(asAnonymous(ctx), await begin(by))).toMatchObject(over);
    expect(await db.select().from(calendarAccount)).toEqual([]);
  });

  test("book, move and cancel here: the event is written, moved and deleted, once, also after a reconnect", async () => {
    const { account } = await connect();
    const { manageUrl, uid } = await book();
    expect(await writeCalendars(ctx)).toBe(1);
    expect(server.calls()).toMatchObject([
      { call: uid, start: "2026-03-03T15:00:00.000Z", end: "2026-03-03T15:45:00.000Z" },
    ]);
    for (const part of ["Dana", "Two teams", "/admin/calendar/calls/"]) expect(server.calls()[0]!.text).toContain(part);
    expect(server.calls()[0]!.text).not.toContain("attendees");
    await moveCall(visitor, { token: tokenOf(manageUrl), start: new Date("2026-03-04T15:00:00Z") });
    expect(await writeCalendars(ctx)).toBe(1);
    expect(server.calls()).toMatchObject([{ start: "2026-03-04T15:00:00.000Z" }]);
    await disconnectCalendars(await admin(), { accountId: account!.id });
    await connect();
    expect(await writeCalendars(ctx)).toBe(1);
    expect(server.calls()).toHaveLength(1);
    await follow();
    expect((await fixture.bookings())[0]).toMatchObject({ status: "confirmed", sequence: 1 });
    // Its own event does not make the host busy.
    expect(await db.select().from(calendarBusy)).toEqual([]);
    await cancelCall(visitor, { token: tokenOf(manageUrl) });
    expect(await writeCalendars(ctx)).toBe(1);
    expect(server.calls()).toEqual([]);
    expect(await entries()).toEqual([]);
  });

  test("an event moved there moves the call; one moved there while the call moves here follows the call", async () => {
    await connect();
    const { manageUrl } = await book();
    await writeCalendars(ctx);
    await follow();
    const { id } = server.calls()[0]!;
    server.move(id, "2026-03-04T16:00:00.000Z", "2026-03-04T16:45:00.000Z");
    await follow();
    const [moved] = await fixture.bookings();
    expect(moved?.during).toEqual({ start: new Date("2026-03-04T16:00:00Z"), end: new Date("2026-03-04T16:45:00Z") });
    expect(await fixture.mails()).toContain(`call-moved ${moved!.email}`);
    expect(await writeCalendars(ctx)).toBe(0);
    server.move(id, "2026-03-05T16:00:00.000Z", "2026-03-05T16:45:00.000Z");
    await moveCall(visitor, { token: tokenOf(manageUrl), start: new Date("2026-03-06T15:00:00Z") });
    expect(await writeCalendars(ctx)).toBe(1);
    expect(server.calls()).toMatchObject([{ id, start: "2026-03-06T15:00:00.000Z" }]);
  });

  test("deleted there: an admin keeps the call and its event is written again, or the host's rule cancels it", async () => {
    await connect();
    await book();
    await writeCalendars(ctx);
    server.remove(server.calls()[0]!.id);
    await follow();
    expect((await fixture.bookings())[0]).toMatchObject({ status: "confirmed" });
    expect(await entries()).toMatchObject([{ goneAt: expect.any(Date) }]);
    await keepDeletedCall(await admin(), { bookingId: (await fixture.bookings())[0]!.id });
    expect(await writeCalendars(ctx)).toBe(1);
    expect(server.calls()).toHaveLength(1);
    const calendars = await db.select().from(connectedCalendar);
    const rules = { calendarDown: "busy", calendarDeletion: "cancel" } as const;
    const target = calendars.find(({ isTarget }) => isTarget)!.id;
    await chooseCalendars(await admin(), { ...(await seenHost()), checked: [target], target, ...rules });
    await follow(90);
    server.remove(server.calls()[0]!.id);
    // The visitor learns of it also after five mails within the hour.
    await fixture.fillMailbox("dana@northfield.example");
    await follow(120);
    expect((await fixture.bookings())[0]).toMatchObject({ status: "cancelled" });
    expect(await fixture.mails()).toContain("call-cancelled dana@northfield.example");
  });

  test("an all-day event, many pages, a declined invitation and a free event count as they should", async () => {
    await connect();
    const wholeDay = server.add({ start: "2026-03-03T00:00:00Z", end: "2026-03-04T00:00:00Z", isWholeDay: true });
    expect(await isFree(61)).toBe(false);
    expect(await isFree(62, "2026-03-04T15:00:00.000Z")).toBe(true);
    // Midnight is the host's: half past eight in the evening of 2 March in New York is 3 March in UTC.
    expect((await db.select().from(calendarBusy))[0]!.during.start).toEqual(new Date("2026-03-03T05:00:00Z"));
    server.remove(wholeDay);
    for (const hour of [16, 17, 18, 19, 20])
      server.add({ start: `2026-03-03T${hour}:00:00Z`, end: `2026-03-03T${hour}:30:00Z` });
    expect(await isFree(130, "2026-03-03T20:00:00.000Z")).toBe(false);
    expect(await isFree(131)).toBe(true);
    server.clear();
    server.add({ ...tuesday, isDeclined: true });
    server.add({ ...tuesday, isFree: true });
    expect(await isFree(200)).toBe(true);
    server.add(tuesday);
    expect(await isFree(270)).toBe(false);
  });

  test("a calendar that is emptied event by event: two calls are canceled by the host's rule, an admin decides the others", async () => {
    await connect();
    const target = (await db.select().from(connectedCalendar)).find(({ isTarget }) => isTarget)!.id;
    const rules = { calendarDown: "busy", calendarDeletion: "cancel" } as const;
    await chooseCalendars(await admin(), { ...(await seenHost()), checked: [target], target, ...rules });
    for (const day of ["03", "04", "05", "10"]) {
      const call = danasCall({ start: `2026-03-${day}T15:00:00.000Z`, email: `dana.${day}@northfield.example` });
      expect((await bookCall(visitor, call)).ok).toBe(true);
    }
    await writeCalendars(ctx);
    for (let second = 60; server.calls().length > 0; second += 2) {
      server.remove(server.calls()[0]!.id);
      await follow(second);
    }
    const statuses = async () => (await fixture.bookings()).map(({ status }) => status).toSorted();
    const half = ["cancelled", "cancelled", "confirmed", "confirmed"];
    expect(await statuses()).toEqual(half);
    expect((await entries()).filter(({ goneAt }) => goneAt)).toHaveLength(2);
    // Nor later, when the two others are the only ones.
    await db.update(connectedCalendar).set({ seen: null });
    await follow(7200);
    expect(await statuses()).toEqual(half);
    // Open questions of an earlier day do not stop the rule.
    expect((await bookCall(visitor, danasCall({ start: "2026-03-11T15:00:00.000Z" }))).ok).toBe(true);
    await writeCalendars({ ...ctx, now: new Date(testNow.getTime() + 7_260_000) });
    server.remove(server.calls()[0]!.id);
    await follow(10_800);
    expect(await statuses()).toEqual(["cancelled", ...half]);
  });

  test("a series with a moved and a deleted occurrence, and an event of another zone, count as they should", async () => {
    await connect();
    const series = { series: "weekly" };
    const [, third, tenth] = ["2026-02-24", "2026-03-03", "2026-03-04"].map((day) =>
      server.add({ ...series, start: `${day}T15:00:00Z`, end: `${day}T15:45:00Z` }),
    );
    expect(await isFree()).toBe(false);
    server.move(third!, "2026-03-04T16:00:00Z", "2026-03-04T16:45:00Z");
    server.remove(tenth!);
    const starts = await startsOf(130);
    expect(starts).toEqual(expect.arrayContaining([tuesdayAtTen, "2026-03-04T15:00:00.000Z"]));
    expect(starts).not.toContain("2026-03-04T16:00:00.000Z");
    server.clear();
    // Half past eight in the evening in Kolkata.
    server.add({ ...tuesday, offset: "+05:30" });
    expect(await isFree(200)).toBe(false);
    expect((await db.select().from(calendarBusy))[0]!.during).toEqual({
      start: new Date(tuesday.start),
      end: new Date(tuesday.end),
    });
  });

  test("an event that is not as documented is skipped and counted, and the others make the host busy", async () => {
    await connect();
    server.add(tuesday);
    server.add({ start: "2026-03-03 late", end: "2026-03-03T18:00:00Z" });
    expect(await isFree()).toBe(false);
    expect((await db.select().from(connectedCalendar)).map(({ skippedCount }) => skippedCount).toSorted()).toEqual([
      0, 0, 1,
    ]);
  });

  test("busy times are read again inside the booking, and an unchanged calendar is not stored again", async () => {
    await connect();
    server.add({ start: "2026-03-04T15:00:00Z", end: "2026-03-04T16:00:00Z" });
    expect(await isFree()).toBe(true);
    const [before] = await db.select().from(calendarBusy);
    expect(await isFree(130)).toBe(true);
    expect(await db.select().from(calendarBusy)).toEqual([before]);
    server.add(tuesday);
    expect(await bookCall(later(visitor, { seconds: 131 }), danasCall())).toMatchObject({ reason: { kind: "taken" } });
  });

  test("an expired access token is renewed, and a replaced refresh token is stored", async () => {
    const { account } = await connect();
    server.expireAccess();
    expect(await isFree()).toBe(true);
    const [now] = await db.select().from(calendarAccount);
    expect(openSealed(now!.secret)).toBe(server.refreshToken());
    expect(now!.id).toBe(account!.id);
  });

  test("server down while booking, and back: the call is written once, later", async () => {
    await connect();
    expect(await isFree()).toBe(true);
    await book();
    server.fail("down");
    expect(await writeCalendars(ctx)).toBe(0);
    expect(await entries()).toMatchObject([{ problem: expect.any(String) }]);
    server.fail("none");
    expect(await writeCalendars(later(ctx, { seconds: 61 }))).toBe(1);
    expect(server.calls()).toHaveLength(1);
  });

  test.each(["down", "too-many", "html", "empty", "cut-off", "revoked"] as const)(
    "a service that answers “%s” never makes a time free, and never deletes a call",
    async (fault) => {
      await connect();
      server.add(tuesday);
      await book("2026-03-04T15:00:00.000Z");
      await writeCalendars(ctx);
      expect(await isFree()).toBe(false);
      server.fail(fault);
      expect(await startsOf(130)).toEqual([]);
      const other = danasCall({ start: "2026-03-05T15:00:00.000Z" });
      expect(await bookCall(later(visitor, { seconds: 131 }), other)).toMatchObject({
        reason: { kind: "calendar_unread" },
      });
      await follow(132);
      expect((await db.select().from(connectedCalendar)).some(({ problem }) => problem)).toBe(true);
      expect((await entries())[0]?.goneAt).toBeNull();
      expect((await fixture.bookings())[0]).toMatchObject({ status: "confirmed" });
      server.fail("none");
      await db.update(connectedCalendar).set({ heldUntil: null });
      expect(await startsOf(400)).toContain("2026-03-05T15:00:00.000Z");
    },
  );

  test("a person is erased: the events of their past and upcoming calls are deleted, also later when the service is down", async () => {
    await connect();
    await book("2026-03-04T15:00:00.000Z");
    await book("2026-03-12T14:00:00.000Z");
    await writeCalendars(ctx);
    expect(server.calls()).toHaveLength(2);
    const after = later(ctx, { days: 3 });
    await forgetPerson(after, { userId: null, email: "dana@northfield.example" });
    server.fail("down");
    expect(await writeCalendars(after)).toBe(0);
    expect(await listFailingCalendars({ ...(await admin()), now: after.now })).toMatchObject({
      value: expect.arrayContaining([expect.objectContaining({ problem: expect.stringContaining("reached") })]),
    });
    server.fail("none");
    expect(await writeCalendars(later(after, { days: 1 }))).toBe(2);
    expect(server.calls()).toEqual([]);
    expect(await entries()).toEqual([]);
  });

  test("a guest is erased: the events of past and upcoming calls no longer name them and stay where they are", async () => {
    await connect();
    const guest = "otto@northfield.example";
    for (const start of ["2026-03-04T15:00:00.000Z", "2026-03-12T14:00:00.000Z"])
      expect(await bookCall(visitor, { ...danasCall({ start }), guests: [guest] })).toMatchObject({ ok: true });
    await writeCalendars(ctx);
    const places = () => server.calls().map(({ id, start }) => [id, start]);
    const before = places();
    for (const { text } of server.calls()) expect(text).toContain(guest);
    const after = later(ctx, { days: 3 });
    await forgetPerson(after, { userId: null, email: guest });
    expect(await writeCalendars(after)).toBe(2);
    expect(places()).toEqual(before);
    for (const { text } of server.calls()) {
      expect(text).not.toContain(guest);
      expect(text).toContain("Dana");
    }
    expect(await entries()).toMatchObject([{ dueAt: null }, { dueAt: null }]);
  });

  test("an event that was written by a process that ended before recording it is deleted when the call is canceled", async () => {
    await connect();
    const { manageUrl } = await book();
    await writeCalendars(ctx);
    await db.update(calendarEvent).set({ ref: null, etag: null, attempts: 1, writtenSequence: null });
    await cancelCall(visitor, { token: tokenOf(manageUrl) });
    expect(await writeCalendars(ctx)).toBe(1);
    expect(server.calls()).toEqual([]);
  });
});

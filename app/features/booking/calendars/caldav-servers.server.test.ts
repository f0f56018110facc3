import { eq } from "drizzle-orm";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { newId } from "#app/lib/uuid.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { danasCall, tokenOf, tuesdayAtTen, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import {
  type CalendarServer,
  isInstalled,
  serverNames,
  startCalendarServer,
} from "#tests/fixtures/calendar-servers.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { listFailingCalendars } from "../agenda/today.server.ts";
import { listSlots } from "../availability/calendar.server.ts";
import { bookCall } from "../bookings/booking.server.ts";
import { cancelCall, moveCall } from "../bookings/reschedule.server.ts";
import { addHost } from "../hosts/hosts.server.ts";
import {
  calendarAccount,
  calendarBusy,
  calendarEvent,
  connectedCalendar,
  eventType,
  host,
  hosting,
} from "../tables.server.ts";
import { chooseCalendars, connectCaldav, disconnectCalendars, keepDeletedCall } from "./accounts.server.ts";
import { followHost } from "./following.server.ts";
import { followCalendars } from "./refresh.server.ts";
import { warnOfUnread } from "./warning.server.ts";
import { writeCalendars } from "./writing.server.ts";

const { db, ctx } = useDatabase();
const fixture = useBookingFixture(ctx);
const visitor = asAnonymous(ctx);

const installed = serverNames.filter(isInstalled);
for (const missing of serverNames.filter((name) => !installed.includes(name)))
  test.skip(`${missing} is not installed, so nothing is tested with it`, () => {});

describe.each(installed)("%s", (name) => {
  let server: CalendarServer;
  beforeAll(async () => {
    server = await startCalendarServer(name, inject("testServer").connection);
  });
  afterAll(() => server.stop());
  afterEach(async () => {
    server.fail("none");
    for (const ref of await refs()) await server.send("DELETE", ref);
  });
  beforeEach(async () => {
    useSettings({
      ...{ SECRET: "b".repeat(32), SITE_URL: "https://gtmarc.example", CONTACT_EMAIL: "calls@gtmarc.example" },
      ...{ COMPANY_TIMEZONE: "America/New_York", WEBHOOK_ALLOW_PRIVATE: true },
    });
  });

  const refs = async () => {
    const { text } = await server.send("PROPFIND", server.calendar, "", { depth: "1" });
    return [...text.matchAll(/<(?:\w+:)?href>([^<]+)<\/(?:\w+:)?href>/g)]
      .map(([, href]) => href!)
      .filter((href) => href.endsWith(".ics"));
  };
  const seenHost = async (of?: string) => {
    const { id, version } = (await db.select().from(host)).find((each) => !of || each.id === of)!;
    return { hostId: id, version };
  };
  const hostId = async () => (await seenHost()).hostId;
  const admin = () => asAdmin(ctx, `${newId()}@gtmarc.example`);
  const connect = async (changes: { password?: string } = {}) => {
    const { url, username, password } = server;
    const given = { server: url, username, password, ...changes };
    return connectCaldav(await admin(), { hostId: await hostId(), ...given });
  };
  const startsOf = async (seconds = 61) => {
    const slots = await listSlots(later(visitor, { seconds }), {
      eventType: "strategy-session",
      from: "2026-03-03",
      to: "2026-03-06",
    });
    return slots.ok ? slots.value.map(({ start }) => start.toISOString()) : [];
  };
  const isFree = async (start = tuesdayAtTen, seconds?: number) => (await startsOf(seconds)).includes(start);
  const event = (lines: string, uid = "dentist") =>
    `BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//T//EN\r\nBEGIN:VEVENT\r\nUID:${uid}\r\nDTSTAMP:20260301T000000Z\r\n${lines}\r\nSUMMARY:Dentist\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n`;
  const put = async (text: string, file = "dentist.ics") => {
    const answer = await server.send("PUT", server.calendar + file, text, { "content-type": "text/calendar" });
    if (answer.status >= 300) throw new Error(`PUT ${answer.status} ${answer.text}`);
  };
  const book = async (start = tuesdayAtTen) => {
    const booked = await bookCall(visitor, danasCall({ start }));
    if (!booked.ok) throw new Error(booked.reason.kind);
    return booked.value;
  };
  const written = async () => {
    const [ref] = await refs();
    return ref ? { ref, ...(await server.send("GET", ref)) } : null;
  };
  const replaceThere = async (from: RegExp, to: string) => {
    const { ref, text } = (await written())!;
    expect(text).toMatch(from);
    await server.send("PUT", ref, text.replace(from, to), { "content-type": "text/calendar" });
  };
  const follow = (seconds = 60) => followCalendars(later(ctx, { seconds }), followHost);
  const entries = () => db.select().from(calendarEvent);

  test("the test of a connection refuses a wrong password, 429, a web page and an empty answer, and stores nothing", async () => {
    expect(await connect({ password: "wrong" })).toMatchObject({ reason: { kind: "wrong_password" } });
    for (const [fault, kind] of [
      ["too-many", "asked_to_wait"],
      ["html", "not_a_calendar_server"],
      ["empty", "not_a_calendar_server"],
      ["down", "unreachable"],
    ] as const) {
      server.fail(fault);
      expect(await connect(), fault).toMatchObject({ ok: false, reason: { kind } });
    }
    expect(await db.select().from(calendarAccount)).toEqual([]);
    useSettings({ SECRET: "b".repeat(32), COMPANY_TIMEZONE: "America/New_York", WEBHOOK_ALLOW_PRIVATE: false });
    server.fail("none");
    expect((await connect()).ok).toBe(false);
  });

  test("book, move and cancel here: the event is written, moved and deleted, once, also after a reconnect", async () => {
    const connected = await connect();
    const { manageUrl, uid } = await book();
    expect(await written()).toBeNull();
    expect(await writeCalendars(ctx)).toBe(1);
    const text = (await written())!.text.replaceAll(/\r?\n[ \t]/g, "");
    for (const part of [
      `UID:${uid}`,
      "DTSTART:20260303T150000Z",
      "DTEND:20260303T154500Z",
      "Dana",
      "Two teams",
      "/admin/calendar/calls/",
    ])
      expect(text).toContain(part);
    expect(text).not.toContain("ATTENDEE");
    expect(text).not.toContain("METHOD");
    expect(
      await moveCall(visitor, { token: tokenOf(manageUrl), start: new Date("2026-03-04T15:00:00Z") }),
    ).toMatchObject({ ok: true });
    expect(await writeCalendars(ctx)).toBe(1);
    expect((await written())!.text).toContain("DTSTART:20260304T150000Z");
    // Its own event does not block the call.
    expect(await isFree("2026-03-04T15:00:00.000Z")).toBe(false);
    expect(await db.select().from(calendarEvent)).toMatchObject([{ dueAt: null, problem: null, writtenSequence: 1 }]);
    if (!connected.ok) throw new Error(connected.reason.kind);
    await disconnectCalendars(await admin(), { accountId: connected.value.id });
    expect(await db.select().from(calendarAccount)).toEqual([]);
    await connect();
    expect(await writeCalendars(ctx)).toBe(1);
    expect(await refs()).toHaveLength(1);
    await follow();
    expect((await fixture.bookings())[0]).toMatchObject({ status: "confirmed", sequence: 1 });
    await cancelCall(visitor, { token: tokenOf(manageUrl) });
    expect(await writeCalendars(ctx)).toBe(1);
    expect(await refs()).toEqual([]);
    expect(await entries()).toEqual([]);
  });

  test("an event moved in the calendar moves the call and notifies the invitee; one moved onto another call is moved back", async () => {
    await connect();
    await book();
    await writeCalendars(ctx);
    await follow();
    expect((await fixture.bookings())[0]).toMatchObject({ sequence: 0 });
    await replaceThere(/DTSTART:20260303T150000Z/, "DTSTART;TZID=Europe/Berlin:20260304T170000");
    await replaceThere(/DTEND:20260303T154500Z/, "DTEND;TZID=Europe/Berlin:20260304T174500");
    await follow();
    const [moved] = await fixture.bookings();
    expect(moved?.during).toEqual({ start: new Date("2026-03-04T16:00:00Z"), end: new Date("2026-03-04T16:45:00Z") });
    expect(await fixture.mails()).toContain(`call-moved ${moved!.email}`);
    expect(await writeCalendars(ctx)).toBe(0);
    await book("2026-03-05T15:00:00.000Z");
    await writeCalendars(ctx);
    await db.update(calendarEvent).set({ dueAt: null });
    const first = (await entries()).find(({ bookingId }) => bookingId === moved!.id)!;
    const path = new URL(first.ref!).pathname;
    const { text } = await server.send("GET", path);
    const onto = text
      .replace(/DTSTART;TZID=Europe\/Berlin:\d+T\d+/i, "DTSTART:20260305T150000Z")
      .replace(/DTEND;TZID=Europe\/Berlin:\d+T\d+/i, "DTEND:20260305T154500Z");
    await server.send("PUT", path, onto, { "content-type": "text/calendar" });
    await follow(120);
    expect((await fixture.bookings())[0]?.during).toEqual(moved?.during);
    expect(await writeCalendars(later(ctx, { seconds: 180 }))).toBe(1);
    expect((await server.send("GET", path)).text).toContain("DTSTART:20260304T160000Z");
    expect((await entries()).find(({ bookingId }) => bookingId === moved!.id)?.problem).toContain("another call");
  });

  test("deleted there: an admin keeps or cancels the call, or the rule of the host does", async () => {
    await connect();
    await book();
    await writeCalendars(ctx);
    await server.send("DELETE", (await written())!.ref);
    await follow();
    expect((await fixture.bookings())[0]).toMatchObject({ status: "confirmed" });
    expect(await entries()).toMatchObject([{ goneAt: expect.any(Date) }]);
    expect(await listFailingCalendars(await admin())).toMatchObject({
      value: [
        { bookingId: (await fixture.bookings())[0]!.id, problem: expect.stringContaining("deleted or declined") },
      ],
    });
    await keepDeletedCall(await admin(), { bookingId: (await fixture.bookings())[0]!.id });
    expect(await writeCalendars(ctx)).toBe(1);
    expect(await refs()).toHaveLength(1);
    const [calendar] = await db.select().from(connectedCalendar);
    const rules = { calendarDown: "busy", calendarDeletion: "cancel" } as const;
    await chooseCalendars(await admin(), {
      ...(await seenHost()),
      checked: [calendar!.id],
      target: calendar!.id,
      ...rules,
    });
    await server.send("DELETE", (await written())!.ref);
    await follow(120);
    expect((await fixture.bookings())[0]).toMatchObject({ status: "cancelled" });
    expect((await fixture.mails()).filter((mail) => mail.startsWith("call-cancelled "))).toHaveLength(1);
    await writeCalendars(later(ctx, { seconds: 180 }));
    expect(await entries()).toEqual([]);
  });

  test("an all-day event, a series with an exception, a declined invitation and another zone count as they should", async () => {
    await connect();
    await put(event("DTSTART;VALUE=DATE:20260303\r\nDTEND;VALUE=DATE:20260304"));
    expect(await isFree()).toBe(false);
    expect(await isFree("2026-03-04T15:00:00.000Z")).toBe(true);
    // Weekly at ten in New York since January, not on 3 March but on 4 March at 11.
    const series = event(
      "DTSTART;TZID=America/New_York:20260106T100000\r\nDTEND;TZID=America/New_York:20260106T104500\r\nRRULE:FREQ=WEEKLY",
    );
    const change =
      "BEGIN:VEVENT\r\nUID:dentist\r\nDTSTAMP:20260301T000000Z\r\nRECURRENCE-ID;TZID=America/New_York:20260303T100000\r\nDTSTART;TZID=America/New_York:20260304T110000\r\nDTEND;TZID=America/New_York:20260304T114500\r\nSUMMARY:Dentist\r\nEND:VEVENT\r\n";
    await put(series.replace("END:VCALENDAR", `${change}END:VCALENDAR`));
    const seriesStarts = await startsOf(130);
    expect(seriesStarts).toContain(tuesdayAtTen);
    expect(seriesStarts).not.toContain("2026-03-04T16:00:00.000Z");
    // DAViCal asks the attendees again when the time changes, so the answer is a change of its own.
    const invitation = (answer: string) =>
      event(
        `DTSTART:20260303T150000Z\r\nDTEND:20260303T160000Z\r\nORGANIZER:mailto:boss@x.example\r\nATTENDEE;PARTSTAT=${answer}:mailto:calls@gtmarc.example`,
      );
    await put(invitation("NEEDS-ACTION"));
    expect(await isFree(tuesdayAtTen, 200)).toBe(false);
    await put(invitation("DECLINED"));
    expect(await isFree(tuesdayAtTen, 270)).toBe(true);
    await put(event("DTSTART;TZID=Asia/Kolkata:20260303T203000\r\nDTEND;TZID=Asia/Kolkata:20260303T213000"));
    expect(await isFree(tuesdayAtTen, 340)).toBe(false);
  });

  test("server down while booking, and back: the call is written once, later", async () => {
    await connect();
    expect(await isFree()).toBe(true);
    await book();
    server.fail("down");
    expect(await writeCalendars(ctx)).toBe(0);
    expect(await entries()).toMatchObject([{ problem: expect.stringContaining("could not be reached") }]);
    server.fail("none");
    expect(await writeCalendars(later(ctx, { seconds: 30 }))).toBe(0);
    expect(await writeCalendars(later(ctx, { seconds: 61 }))).toBe(1);
    expect(await refs()).toHaveLength(1);
    expect(await entries()).toMatchObject([{ dueAt: null, problem: null }]);
  });

  test.each(["down", "wrong-password", "too-many", "html", "empty", "cut-off"] as const)(
    "a server that answers “%s” never makes a time free, and never deletes a call",
    async (fault) => {
      await put(event("DTSTART:20260303T150000Z\r\nDTEND:20260303T160000Z"));
      await connect();
      await book("2026-03-04T15:00:00.000Z");
      await writeCalendars(ctx);
      expect(await isFree()).toBe(false);
      server.fail(fault);
      expect(await startsOf(130)).toEqual([]);
      expect(
        await bookCall(later(visitor, { seconds: 131 }), danasCall({ start: "2026-03-05T15:00:00.000Z" })),
      ).toMatchObject({
        reason: { kind: "calendar_unread" },
      });
      await follow(132);
      const [calendar] = await db.select().from(connectedCalendar);
      expect(calendar?.problem).toBeTruthy();
      expect((await entries())[0]?.goneAt).toBeNull();
      expect((await fixture.bookings())[0]).toMatchObject({ status: "confirmed" });
      const mails = async () => (await fixture.mails()).filter((mail) => mail.startsWith("calendar-unread"));
      await warnOfUnread(later(ctx, { seconds: 132 }));
      expect(await mails()).toEqual([]);
      for (const seconds of [800, 900]) await warnOfUnread(later(ctx, { seconds }));
      expect(await mails()).toEqual(["calendar-unread calls@gtmarc.example"]);
      expect(await listFailingCalendars(await admin())).toMatchObject({
        value: [{ problem: expect.stringContaining("gets no calls") }],
      });
      // By the host's choice the last known times count.
      await db.update(host).set({ calendarDown: "hours" });
      const known = await startsOf(133);
      expect(known).not.toContain(tuesdayAtTen);
      expect(known).toContain("2026-03-05T15:00:00.000Z");
      server.fail("none");
      await db.update(host).set({ calendarDown: "busy" });
      await db.update(connectedCalendar).set({ heldUntil: null });
      expect(await startsOf(400)).toContain("2026-03-05T15:00:00.000Z");
    },
  );

  // The gate is silent before any server, and the time limit passes in real time.
  if (name === installed[0])
    test("a server that accepts the connection and stays silent counts as unreachable after the time limit", async () => {
      await connect();
      await book("2026-03-04T15:00:00.000Z");
      await writeCalendars(ctx);
      server.fail("silent");
      expect(await startsOf(130)).toEqual([]);
      const [calendar] = await db.select().from(connectedCalendar);
      expect(calendar?.problem).toContain("did not respond in time");
      expect((await entries())[0]).toMatchObject({ goneAt: null, dueAt: null });
      server.fail("none");
      expect(await startsOf(260)).toContain("2026-03-05T15:00:00.000Z");
    });

  test("busy times are read again inside the booking", async () => {
    await connect();
    expect(await isFree()).toBe(true);
    await put(event("DTSTART:20260303T150000Z\r\nDTEND:20260303T160000Z"));
    expect(await isFree(tuesdayAtTen, 62)).toBe(true);
    expect(await bookCall(later(visitor, { seconds: 63 }), danasCall())).toMatchObject({ reason: { kind: "taken" } });
    expect(await db.select().from(connectedCalendar).where(eq(connectedCalendar.isTarget, true))).toHaveLength(1);
  });

  test("a call of two hosts is in both calendars; moved in one, it moves in the other", async () => {
    const second = server.calendar.replace(/[^/]+\/$/, "second/");
    await server.send("MKCALENDAR", second);
    const by = await admin();
    const other = await addHost(by, {
      ...{ name: "Mara Lind", email: "mara@gtmarc.example", timezone: "America/New_York", meetingUrl: null },
      ...{ observesHolidays: true, active: true },
    });
    if (!other.ok) throw new Error(other.reason.kind);
    const first = await db.select().from(host).where(eq(host.email, "calls@gtmarc.example"));
    const { url, username, password } = server;
    for (const [of, path] of [
      [first[0]!.id, server.calendar],
      [other.value.id, second],
    ] as const) {
      await connectCaldav(by, { hostId: of, server: url, username, password });
      const all = await db.select().from(connectedCalendar).where(eq(connectedCalendar.hostId, of));
      const { id } = all.find(({ ref }) => new URL(ref).pathname === path)!;
      const rules = { calendarDown: "busy", calendarDeletion: "ask" } as const;
      await chooseCalendars(by, { ...(await seenHost(of)), checked: [id], target: id, ...rules });
    }
    const [kind] = await db.select().from(eventType).where(eq(eventType.slug, "strategy-session"));
    await db.insert(hosting).values({ eventTypeId: kind!.id, hostId: other.value.id });
    await db.update(eventType).set({ hostChoice: "collective" });
    const { manageUrl } = await book();
    expect(await writeCalendars(ctx)).toBe(2);
    const [row] = await fixture.bookings();
    const texts = () =>
      Promise.all(
        [server.calendar, second].map(async (path) => (await server.send("GET", `${path}${row!.uid}.ics`)).text),
      );
    for (const text of await texts()) expect(text).toContain("DTSTART:20260303T150000Z");
    const there = `${second}${row!.uid}.ics`;
    const moved = (await texts())[1]!
      .replace("20260303T150000Z", "20260304T150000Z")
      .replace("20260303T154500Z", "20260304T154500Z");
    await server.send("PUT", there, moved, { "content-type": "text/calendar" });
    await follow();
    expect((await fixture.bookings())[0]?.during.start).toEqual(new Date("2026-03-04T15:00:00Z"));
    expect(await writeCalendars(later(ctx, { seconds: 61 }))).toBe(1);
    for (const text of await texts()) expect(text).toContain("DTSTART:20260304T150000Z");
    // Their own events do not block the call in either calendar.
    await follow(120);
    expect(await db.select().from(calendarBusy)).toEqual([]);
    // A move reads the calendars of both.
    await server.send("PUT", `${second}dentist.ics`, event("DTSTART:20260305T150000Z\r\nDTEND:20260305T160000Z"), {
      "content-type": "text/calendar",
    });
    const move = { token: tokenOf(manageUrl), start: new Date("2026-03-05T15:00:00Z") };
    expect(await moveCall(later(visitor, { seconds: 180 }), move)).toEqual({ ok: false, reason: { kind: "taken" } });
    await server.send("DELETE", second);
  });
});

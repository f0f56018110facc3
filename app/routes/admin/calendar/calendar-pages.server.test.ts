import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { listSlots } from "#app/features/booking/availability/calendar.server.ts";
import { bookCall } from "#app/features/booking/bookings/booking.server.ts";
import { closePastCalls } from "#app/features/booking/bookings/outcome.server.ts";
import { findHostFeed } from "#app/features/booking/busy-calendars/host-feed.server.ts";
import { addHost } from "#app/features/booking/hosts/hosts.server.ts";
import { busyFeed, eventType, host } from "#app/features/booking/tables.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { bookingAdminEndpoints } from "#app/routes/api/booking/booking-admin.server.ts";
import { asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { danasCall, tuesdayAtTen, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { offerKickoff } from "#tests/fixtures/event-type-fixture.ts";
import { pageText } from "#tests/fixtures/rendered-pages.tsx";
import { callRefusesStrangers, openPage, pageRefusesStrangers } from "#tests/fixtures/strangers.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { loader as calendarLoader } from "./calendar.tsx";
import { loader as callLoader } from "./call.tsx";
import { loader as callsLoader } from "./calls.tsx";
import { loader as eventTypeLoader } from "./event-type.tsx";
import { loader as eventTypesLoader } from "./event-types.tsx";
import { loader as hostLoader } from "./host.tsx";
import { loader as hostsLoader } from "./hosts.tsx";

const { ctx, db } = useDatabase();
const fixture = useBookingFixture(ctx);
const visitor = asAnonymous(ctx);
const call = callsOf(bookingAdminEndpoints);

const booked = async (at: Ctx = visitor, changes = {}) => {
  const result = await bookCall(at, danasCall(changes));
  if (!result.ok) throw new Error(result.reason.kind);
  const rows = await fixture.bookings();
  return rows.at(-1)!;
};
const onlyHost = async () => (await db.select().from(host))[0]!;
const onlyEventType = async () => (await db.select().from(eventType).where(eq(eventType.slug, "strategy-session")))[0]!;
const slotsOn = async (date: string, at: Ctx = visitor) => {
  const slots = await listSlots(at, { eventType: "strategy-session", from: date, to: date });
  return slots.ok ? slots.value.map(({ start }) => start.toISOString()) : [];
};
const actions = async () => (await db.select({ act: auditEntry.act }).from(auditEntry)).map(({ act }) => act);

test("every calendar page refuses strangers in the same way", async () => {
  const { id } = await onlyHost();
  const { id: bookingId } = await booked();
  await pageRefusesStrangers(ctx, calendarLoader, "/admin/calendar");
  await pageRefusesStrangers(ctx, callsLoader, "/admin/calendar/calls");
  await pageRefusesStrangers(ctx, callLoader, `/admin/calendar/calls/${bookingId}`, { id: bookingId });
  await pageRefusesStrangers(ctx, hostsLoader, "/admin/calendar/hosts");
  await pageRefusesStrangers(ctx, hostLoader, `/admin/calendar/hosts/${id}`, { id });
  await pageRefusesStrangers(ctx, eventTypesLoader, "/admin/calendar/event-types");
  await pageRefusesStrangers(ctx, eventTypeLoader, "/admin/calendar/event-types/strategy-session", {
    slug: "strategy-session",
  });
});

test("every calendar endpoint refuses strangers before it validates the body", async () => {
  const id = "01a1fe57-6fd0-7715-9129-ea11ac96a1b0";
  const calls: [string, string][] = [
    ["PUT", `/admin/bookings/${id}/outcome`],
    ["POST", `/admin/bookings/${id}/cancellation`],
    ["POST", "/admin/hosts"],
    ["PUT", `/admin/hosts/${id}`],
    ["PUT", `/admin/hosts/${id}/hours`],
    ["PUT", `/admin/hosts/${id}/dates`],
    ["DELETE", `/admin/hosts/${id}/dates/2026-03-03`],
    ["POST", `/admin/hosts/${id}/feed`],
    ["DELETE", `/admin/hosts/${id}/feed`],
    ["POST", `/admin/hosts/${id}/busy-calendars`],
    ["DELETE", `/admin/busy-calendars/${id}`],
    ["POST", `/admin/hosts/${id}/calendar-accounts`],
    ["POST", `/admin/hosts/${id}/calendar-consents`],
    ["PUT", `/admin/hosts/${id}/connected-calendars`],
    ["DELETE", `/admin/calendar-accounts/${id}`],
    ["DELETE", `/admin/bookings/${id}/calendar-deletion`],
    ["PUT", `/admin/event-types/${id}`],
  ];
  for (const [method, path] of calls) await callRefusesStrangers(ctx, bookingAdminEndpoints, path, { method });
});

test("a URL that cannot be a public calendar is refused at its field", async () => {
  const { id } = await onlyHost();
  const admin = await asAdmin(ctx);
  const add = (url: string) => call(admin, `/admin/hosts/${id}/busy-calendars`, { url });
  const message = "Enter the whole address, which begins with https:// or webcal://.";
  for (const url of ["1;drop", "http://127.0.0.1/", "file:///etc/passwd", "calendar.example/a.ics"])
    expect(await add(url)).toMatchObject({ status: 422, body: { error: { fields: { url: message } } } });
  for (const url of ["https://169.254.169.254/latest/meta-data", "webcal://[::1]/a.ics"])
    expect(await add(url)).toMatchObject({ status: 422, body: { error: { code: "not_public" } } });
});

test("the week shows its calls, openings and list; another host's or a stranger's id shows nothing", async () => {
  await booked();
  const admin = await asAdmin(ctx);
  const page = (await openPage(calendarLoader, admin, "/admin/calendar?date=2026-03-05")) as {
    days: { date: string; calls: unknown[]; lanes: { open: unknown[] }[] }[];
  };
  expect(page.days.map(({ date }) => date)).toEqual([
    "2026-03-02",
    "2026-03-03",
    "2026-03-04",
    "2026-03-05",
    "2026-03-06",
    "2026-03-07",
    "2026-03-08",
  ]);
  expect(page.days[1]).toMatchObject({ calls: [{ name: "Dana Reyes", state: "upcoming" }], lanes: [{ open: [{}] }] });
  expect(page.days[5]).toMatchObject({ calls: [], lanes: [{ open: [] }] });
  expect(await openPage(calendarLoader, admin, "/admin/calendar?view=day&date=not-a-date")).toMatchObject({
    date: "2026-03-02",
  });
  expect(await openPage(callLoader, admin, "/x", { id: "unknown" })).toEqual([404]);
  expect(await openPage(hostLoader, admin, "/x", { id: "unknown" })).toEqual([404]);
  expect(await openPage(eventTypeLoader, admin, "/x", { slug: "demo" })).toEqual([404]);
});

test("calls are listed by state, found by name or address, in pages that do not overlap", async () => {
  const admin = await asAdmin(ctx);
  for (let index = 0; index < 3; index += 1)
    await booked(visitor, { start: `2026-03-0${3 + index}T15:00:00Z`, email: `p${index}@northfield.example` });
  const names = async (query: string, at = admin) =>
    ((await openPage(callsLoader, at, `/admin/calendar/calls?${query}`)) as { rows: { email: string }[] }).rows.map(
      ({ email }) => email.slice(0, 2),
    );
  expect(await names("")).toEqual(["p0", "p1", "p2"]);
  expect(await names("q=p1@")).toEqual(["p1"]);
  expect(await names("filter=past")).toEqual([]);
  expect(await names("filter=past", later(admin, { days: 3 }))).toEqual(["p1", "p0"]);
});

test("a call is marked held, then missed, then neither; repeats change nothing, and one held event is logged", async () => {
  const { id } = await booked();
  const admin = await asAdmin(ctx);
  const mark = (outcome: string, at: Ctx = admin) =>
    call(at, `/admin/bookings/${id}/outcome`, { outcome }, { method: "PUT" });
  expect((await mark("no-show")).status).toBe(409);
  const after = later(admin, { days: 2 });
  for (const outcome of ["no-show", "held", "held", "none"]) expect((await mark(outcome, after)).status).toBe(200);
  expect((await fixture.changes()).map(({ action }) => action)).toEqual(["made", "no-show", "held", "unmarked"]);
  expect(await actions()).toEqual(["booking.marked", "booking.marked", "booking.marked"]);
  expect((await mark("held", later(admin, { days: 2 }))).status).toBe(200);
  expect(await closePastCalls(later(ctx, { days: 3 }))).toBe(0);
});

test("a call cannot be marked before it starts: nothing changes, and the error says when it can be", async () => {
  const { id } = await booked();
  const admin = await asAdmin(ctx);
  for (const outcome of ["held", "no-show"]) {
    const refused = await call(admin, `/admin/bookings/${id}/outcome`, { outcome }, { method: "PUT" });
    expect(refused.status).toBe(409);
    expect(refused.body).toMatchObject({
      error: { code: "not_started", message: "This call has not started yet. You can mark it once it has started." },
    });
  }
  expect((await fixture.bookings())[0]).toMatchObject({ outcome: null, tookPlaceAt: null });
  expect((await fixture.changes()).map(({ action }) => action)).toEqual(["made"]);
});

test("the list offers no outcome for a call that is not certain yet", async () => {
  const admin = await asAdmin(ctx);
  await offerKickoff(admin, { needsConfirmation: true });
  expect(await bookCall(visitor, { ...danasCall(), eventType: "kickoff" })).toMatchObject({ ok: true });
  const page = await pageText(admin, "/admin/calendar/calls");
  expect(page).toContain("Not certain yet");
  expect(page).not.toContain("Mark held");
});

test("the firm cancels with a reason that the visitor sees, and the time is free again", async () => {
  const { id } = await booked();
  const admin = await asAdmin(ctx);
  expect((await call(admin, `/admin/bookings/${id}/cancellation`, { reason: "" })).status).toBe(422);
  expect((await call(admin, `/admin/bookings/${id}/cancellation`, { reason: "The architect is ill." })).status).toBe(
    200,
  );
  expect((await fixture.mail("call-cancelled")).text).toContain("The architect is ill.");
  expect(await slotsOn("2026-03-03")).toContain(tuesdayAtTen);
  expect((await call(admin, `/admin/bookings/${id}/outcome`, { outcome: "held" }, { method: "PUT" })).status).toBe(409);
});

test("an admin reads which calendar prevents a move, and a call that is gone is called a call", async () => {
  const { id } = await booked();
  const admin = await asAdmin(ctx);
  await db
    .insert(busyFeed)
    .values({ hostId: (await onlyHost()).id, url: "https://calendar.example/", createdAt: ctx.now });
  const move = { start: "2026-03-03T19:00:00.000Z", reason: "The host is ill." };
  expect(await call(admin, `/admin/bookings/${id}/reschedule`, move)).toMatchObject({
    status: 503,
    body: { error: { code: "calendar_unread", message: expect.stringContaining("on the host's page") } },
  });
  const gone = "/admin/bookings/00000000-0000-7000-8000-000000000000";
  const noCall = { status: 404, body: { error: { message: expect.stringMatching(/there is no such call/i) } } };
  expect(await call(admin, `${gone}/reschedule`, move)).toMatchObject(noCall);
  expect(await call(admin, `${gone}/calendar-deletion`, undefined, { method: "DELETE" })).toMatchObject(noCall);
});

test("saved hours and dates apply to offered times at once", async () => {
  const { id } = await onlyHost();
  const admin = await asAdmin(ctx);
  const put = async (path: string, body: object) => {
    const { version } = await onlyHost();
    return call(admin, `/admin/hosts/${id}/${path}`, { ...body, version }, { method: "PUT" });
  };
  expect((await put("hours", { openings: [{ weekday: 2, startMinute: 600, endMinute: 660 }] })).status).toBe(200);
  expect(await slotsOn("2026-03-03")).toEqual([tuesdayAtTen]);
  expect(await slotsOn("2026-03-04")).toEqual([]);
  expect((await put("dates", { from: "2026-03-03", to: "2026-03-04", openings: [] })).status).toBe(200);
  expect(await slotsOn("2026-03-03")).toEqual([]);
  await call(admin, `/admin/hosts/${id}/dates/2026-03-03`, undefined, { method: "DELETE" });
  expect(await slotsOn("2026-03-03")).toEqual([tuesdayAtTen]);
  for (const openings of [
    [{ weekday: 2, startMinute: 660, endMinute: 600 }],
    [
      { weekday: 2, startMinute: 540, endMinute: 660 },
      { weekday: 2, startMinute: 600, endMinute: 700 },
    ],
  ])
    expect((await put("hours", { openings })).status).toBe(422);
  expect((await put("dates", { from: "2026-03-04", to: "2026-03-03", openings: [] })).status).toBe(422);
});

test("edited host settings no longer follow the environment, and addresses are not shared", async () => {
  const admin = await asAdmin(ctx);
  const { id } = await onlyHost();
  const settings = {
    name: "Mara Lind",
    email: "mara@gtmarc.example",
    timezone: "Europe/Vienna",
    meetingUrl: "",
    observesHolidays: false,
    active: true,
  };
  expect((await call(admin, `/admin/hosts/${id}`, { ...settings, version: 1 }, { method: "PUT" })).status).toBe(200);
  expect(await onlyHost()).toMatchObject({ name: "Mara Lind", followsSettings: false, meetingUrl: null });
  expect((await call(admin, "/admin/hosts", settings)).body).toMatchObject({ error: { code: "email_taken" } });
  expect((await call(admin, "/admin/hosts", { ...settings, email: "kim@gtmarc.example" })).status).toBe(201);
  expect((await call(admin, "/admin/hosts", { ...settings, meetingUrl: "javascript:alert(1)" })).status).toBe(422);
  expect(await actions()).toEqual(["host.changed", "host.changed"]);
});

test("a host with a calendar that was never read is listed as busy, and the admin chooses whether it is", async () => {
  const admin = await asAdmin(ctx);
  const { id, name, email, timezone } = await onlyHost();
  const url = "https://calendar.example/a.ics";
  await ctx.db.insert(busyFeed).values({ hostId: id, url, problem: "The server did not respond.", createdAt: ctx.now });
  const pauses = async () =>
    ((await openPage(hostsLoader, admin, "/admin/calendar/hosts")) as { hosts: { pause: string | null }[] }).hosts.map(
      ({ pause }) => pause,
    );
  const put = async (changes: object) => {
    const { version } = await onlyHost();
    const settings = { name, email, timezone, meetingUrl: "", observesHolidays: true, active: true, version };
    return call(admin, `/admin/hosts/${id}`, { ...settings, ...changes }, { method: "PUT" });
  };
  expect(await pauses()).toEqual(["unread"]);
  expect(await slotsOn("2026-03-03")).toEqual([]);
  expect((await put({ busyUntilRead: false })).status).toBe(200);
  expect(await pauses()).toEqual([null]);
  expect(await slotsOn("2026-03-03")).not.toEqual([]);
  // A client that does not know the setting keeps it.
  expect((await put({})).status).toBe(200);
  expect(await onlyHost()).toMatchObject({ busyUntilRead: false });
  const page = (await openPage(hostLoader, admin, "/x", { id })) as { feeds: object[] };
  expect(page.feeds).toMatchObject([{ label: "calendar.example/…/a.ics", readAt: null, skippedCount: 0 }]);
  expect(JSON.stringify(page)).not.toContain(url);
});

test("a calendar address is shown once, is replaced by the next one, and stops working when ended", async () => {
  const admin = await asAdmin(ctx);
  const { id } = await onlyHost();
  await booked();
  const make = async () => {
    const { body } = await call(admin, `/admin/hosts/${id}/feed`);
    return /\/calendar\/([\w-]{43})\/calls\.ics$/.exec((body as { url: string }).url)![1]!;
  };
  const first = await make();
  expect(await findHostFeed(visitor, first)).toContain("SUMMARY:Strategy session: Dana Reyes");
  expect(JSON.stringify(await onlyHost())).not.toContain(first);
  const second = await make();
  expect(await findHostFeed(visitor, first)).toBeNull();
  expect(await findHostFeed(visitor, second)).toContain("SUMMARY:Strategy session: Dana Reyes");
  await call(admin, `/admin/hosts/${id}/feed`, undefined, { method: "DELETE" });
  expect(await findHostFeed(visitor, second)).toBeNull();
});

test("the rules of an event type change what is offered; it needs a host that exists", async () => {
  const admin = await asAdmin(ctx);
  const { id: hostId } = await onlyHost();
  const { id, slug: _, createdAt: __, version: ___, ...settings } = await onlyEventType();
  const save = async (changes: object) => {
    const { version } = await onlyEventType();
    const body = { ...settings, hostIds: [hostId], version, ...changes };
    return call(admin, `/admin/event-types/${id}`, body, { method: "PUT" });
  };
  expect((await save({ durationMinutes: 60, slotStepMinutes: 60 })).status).toBe(200);
  expect((await slotsOn("2026-03-03")).length).toBe(8);
  expect((await save({ hostIds: [] })).status).toBe(422);
  expect((await save({ hostIds: ["01a1fe57-6fd0-7715-9129-ea11ac96a1b0"] })).status).toBe(409);
  expect((await save({ questions: [{ label: "Which tools?", kind: "choice", options: ["One"] }] })).status).toBe(422);
  expect((await save({ active: false })).status).toBe(200);
  expect(await slotsOn("2026-03-03")).toEqual([]);
});

test("of two admins who choose calendars of a host, the second is refused and the first one's choice is kept", async () => {
  const admin = await asAdmin(ctx);
  const { id, version } = await onlyHost();
  const choose = (calendarDown: string, seen?: number) =>
    call(
      admin,
      `/admin/hosts/${id}/connected-calendars`,
      { checked: [], target: null, calendarDown, calendarDeletion: "ask", version: seen },
      { method: "PUT" },
    );
  expect((await choose("hours", version)).status).toBe(200);
  expect(await choose("busy", version)).toMatchObject({ status: 409, body: { error: { code: "stale" } } });
  expect((await choose("busy")).status).toBe(422);
  expect(await onlyHost()).toMatchObject({ version: version + 1, calendarDown: "hours" });
  expect((await choose("busy", version + 1)).status).toBe(200);
});

test("of two admins who save the same host, the second is refused and the first one's changes are kept", async () => {
  const admin = await asAdmin(ctx);
  const { id, version } = await onlyHost();
  const put = (path: string, body: object, seen = version) =>
    call(admin, `/admin/hosts/${id}${path}`, { ...body, version: seen }, { method: "PUT" });
  const settings = { name: "Mara", email: "mara@gtmarc.example", timezone: "Europe/Vienna", meetingUrl: "" };
  const flags = { observesHolidays: false, active: true };
  const hours = (startMinute: number) => ({ openings: [{ weekday: 2, startMinute, endMinute: 660 }] });
  const saves = await Promise.all([put("/hours", hours(540)), put("/hours", hours(600))]);
  expect(saves.map(({ status }) => status).sort()).toEqual([200, 409]);
  const stale = { status: 409, body: { error: { code: "stale" } } };
  expect(await put("", { ...settings, ...flags })).toMatchObject(stale);
  expect(await put("/dates", { from: "2026-03-03", to: "2026-03-03", openings: [] })).toMatchObject(stale);
  const remove = (seen: number) =>
    call(admin, `/admin/hosts/${id}/dates/2026-03-03?version=${seen}`, undefined, { method: "DELETE" });
  expect(await remove(version)).toMatchObject(stale);
  expect(await onlyHost()).toMatchObject({ version: version + 1, followsSettings: true });
  expect((await put("", { ...settings, ...flags }, version + 1)).status).toBe(200);
  expect((await remove(version + 2)).status).toBe(200);
  expect(await actions()).toEqual(["host.changed", "host.changed", "host.changed"]);
});

test("an event type changed by another admin is not overwritten", async () => {
  const admin = await asAdmin(ctx);
  const { id: hostId } = await onlyHost();
  const { id, slug: _, createdAt: __, ...seen } = await onlyEventType();
  const save = (changes: object) =>
    call(admin, `/admin/event-types/${id}`, { ...seen, hostIds: [hostId], ...changes }, { method: "PUT" });
  const saves = await Promise.all([save({ durationMinutes: 60 }), save({ durationMinutes: 20 })]);
  expect(saves.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect(saves.find(({ status }) => status === 409)?.body).toMatchObject({ error: { code: "stale" } });
  expect((await onlyEventType()).version).toBe(seen.version + 1);
});

test("a host is listed as taking calls only with hours and an event type that can be booked", async () => {
  const admin = await asAdmin(ctx);
  const { id: hostId } = await onlyHost();
  const pause = async () => {
    const page = (await openPage(hostsLoader, admin, "/admin/calendar/hosts")) as { hosts: { pause: string | null }[] };
    return page.hosts[0]!.pause;
  };
  const put = async (path: string, body: object) => {
    const { version } = await onlyHost();
    const answer = await call(admin, `/admin/hosts/${hostId}/${path}`, { ...body, version }, { method: "PUT" });
    expect(answer.status).toBe(200);
  };
  expect(await pause()).toBeNull();
  await put("hours", { openings: [] });
  expect(await pause()).toBe("no_hours");
  await put("dates", { from: "2026-03-05", to: "2026-03-05", openings: [] });
  expect(await pause()).toBe("no_hours");
  await put("dates", { from: "2026-03-06", to: "2026-03-06", openings: [{ startMinute: 600, endMinute: 660 }] });
  expect(await pause()).toBeNull();
  await db.update(eventType).set({ active: false });
  expect(await pause()).toBe("no_kind");
  await db.update(host).set({ active: false });
  expect(await pause()).toBe("paused");
});

test("the calendar shows my calls or, side by side, those of all hosts", async () => {
  await booked();
  const admin = await asAdmin(ctx);
  type Page = { isShared: boolean; hosts: { name: string }[]; days: { calls: { hostName: string }[] }[] };
  const open = async (query = "") =>
    (await openPage(calendarLoader, admin, `/admin/calendar?date=2026-03-05${query}`)) as Page;
  expect((await open()).isShared).toBe(false);
  const settings = { name: "Second Host", email: admin.actor.email, timezone: "America/New_York", meetingUrl: null };
  const added = await addHost(admin, { ...settings, active: true, observesHolidays: true });
  expect(added.ok).toBe(true);
  const mine = await open();
  expect([mine.isShared, mine.hosts.map(({ name }) => name).includes("Mine")]).toEqual([false, true]);
  expect(mine.days.flatMap(({ calls }) => calls)).toEqual([]);
  const all = await open("&host=all");
  expect(all.isShared).toBe(true);
  expect(all.days.flatMap(({ calls }) => calls)).toHaveLength(1);
});

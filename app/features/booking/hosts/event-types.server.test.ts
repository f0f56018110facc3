import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { message } from "#app/features/mail/tables.server.ts";
import { asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { danasCall, tokenOf, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { findCall, findCallLengths, findEventType, findMonth } from "../availability/calendar.server.ts";
import { bookCall } from "../bookings/booking.server.ts";
import { cancelCall } from "../bookings/reschedule.server.ts";
import { eventType } from "../tables.server.ts";
import { EventTypeOrder, EventTypeSettings } from "./event-type.ts";
import {
  addEventType,
  archiveEventType,
  changeEventType,
  listEventTypes,
  orderEventTypes,
  restoreEventType,
} from "./event-types.server.ts";

const { db, ctx } = useDatabase();
const fixture = useBookingFixture(ctx);
const visitor = asAnonymous(ctx);
let admin: Awaited<ReturnType<typeof asAdmin>>;
beforeEach(async () => {
  admin = await asAdmin(ctx);
});

const idOf = async (slug: string) => {
  const [row] = await db.select().from(eventType).where(eq(eventType.slug, slug));
  return row!.id;
};

/** An offered copy of the strategy session with these changes. */
async function kickoff(changes: Partial<EventTypeSettings> = {}) {
  const copyOf = await idOf("strategy-session");
  const added = await addEventType(admin, { title: "Kickoff", slug: "kickoff", copyOf });
  if (!added.ok) throw new Error(added.reason.kind);
  await change(added.value.id, { active: true, ...changes });
  return added.value.id;
}

async function change(eventTypeId: string, changes: Partial<EventTypeSettings>) {
  const all = await listEventTypes(admin);
  const { kind, hostIds } = (all.ok ? all.value : []).find((each) => each.kind.id === eventTypeId)!;
  const settings = EventTypeSettings.parse({ ...kind, hostIds, ...changes });
  const changed = await changeEventType(admin, { ...settings, eventTypeId, version: kind.version });
  if (!changed.ok) throw new Error(changed.reason.kind);
}

const shown = async () => {
  const all = await listEventTypes(admin);
  return (all.ok ? all.value : []).map(({ kind }) => kind.slug);
};

test("a new event type has the rules of the copied one, and can be booked when an admin offers it", async () => {
  const copyOf = await idOf("strategy-session");
  const added = await addEventType(admin, { title: "Kickoff", slug: "kickoff", copyOf });
  expect(added.ok).toBe(true);
  // That of the strategy session speaks of an analysis and of a free call.
  const [row] = await db.select().from(eventType).where(eq(eventType.slug, "kickoff"));
  expect(row!.description).toBe("A call with one of our hosts.");
  const request = { ...danasCall(), eventType: "kickoff" };
  expect(await bookCall(visitor, request)).toEqual({ ok: false, reason: { kind: "unknown_event_type" } });
  await change(await idOf("kickoff"), { active: true, durationMinutes: 60 });
  const booked = await bookCall(visitor, request);
  expect(booked).toMatchObject({ ok: true, value: { end: new Date("2026-03-03T16:00:00.000Z") } });
  expect((await fixture.mail("call-booked")).subject).toContain("Kickoff");
});

test("a link belongs to one event type", async () => {
  await kickoff();
  const again = { title: "Kickoff", slug: "kickoff", copyOf: await idOf("strategy-session") };
  expect(await addEventType(admin, again)).toEqual({ ok: false, reason: { kind: "link_taken" } });
});

test("an archived event type is not offered, its calls stay, and it comes back unoffered", async () => {
  const id = await kickoff();
  const booked = await bookCall(visitor, { ...danasCall(), eventType: "kickoff" });
  expect(await archiveEventType(admin, { eventTypeId: id })).toMatchObject({ ok: true });
  expect(await findEventType(visitor, "kickoff")).toBeNull();
  expect((await shown()).at(-1)).toBe("kickoff");
  const token = booked.ok ? tokenOf(booked.value.manageUrl) : "";
  expect(await findCall(visitor, token)).toMatchObject({ status: "confirmed", kind: { title: "Kickoff" } });
  const settings = { active: true } satisfies Partial<EventTypeSettings>;
  await expect(change(id, settings)).rejects.toThrow("archived");
  expect(await restoreEventType(admin, { eventTypeId: id })).toMatchObject({ ok: true });
  expect(await findEventType(visitor, "kickoff")).toBeNull();
});

test("the two calls of the site cannot be archived", async () => {
  for (const slug of ["strategy-session", "blueprint-unlock-call"])
    expect(await archiveEventType(admin, { eventTypeId: await idOf(slug) })).toEqual({
      ok: false,
      reason: { kind: "built_in" },
    });
});

test("the two calls of the site stay free and open to everyone; a call has a price once it can be paid", async () => {
  for (const slug of ["strategy-session", "blueprint-unlock-call"])
    for (const settings of [{ priceCents: 15_000 }, { audience: "link" }, { audience: "clients" }] as const)
      await expect(change(await idOf(slug), settings)).rejects.toThrow("site_call");
  const id = await kickoff({ audience: "clients" });
  await expect(change(id, { priceCents: 15_000 })).rejects.toThrow("no_payments");
});

test("the order of the list is the firm's; a list that has changed meanwhile is refused", async () => {
  await kickoff();
  const slugs = ["kickoff", "blueprint-unlock-call", "strategy-session"];
  const ids = await Promise.all(slugs.map(idOf));
  expect(await orderEventTypes(admin, { ids })).toMatchObject({ ok: true });
  expect(await shown()).toEqual(slugs);
  const refused = { ok: false, reason: { kind: "order_changed" } };
  expect(await orderEventTypes(admin, { ids: ids.slice(1) })).toEqual(refused);
  expect(await orderEventTypes(admin, { ids: [...ids.slice(1), ids[1]!] })).toEqual(refused);
});

test("an event type's own agenda is shown wherever the length is, and adds up to it", async () => {
  const agenda = [
    { minutes: 20, title: "Goals", text: "What you want to reach." },
    { minutes: 40, title: "Plan", text: "" },
  ];
  await kickoff({ durationMinutes: 60, agenda });
  expect(await findEventType(visitor, "kickoff")).toMatchObject({ agenda });
  const booked = await bookCall(visitor, { ...danasCall(), eventType: "kickoff" });
  const mail = await fixture.mail("call-booked");
  expect(mail.text).toContain("The 60 minutes: 20 for Goals, 40 for Plan.");
  expect(booked.ok && (await findCall(visitor, tokenOf(booked.value.manageUrl)))).toMatchObject({ agenda });

  await change(await idOf("strategy-session"), { durationMinutes: 60, agenda });
  expect(await findCallLengths(ctx)).toMatchObject({ session: 60, agenda });

  const { kind, hostIds } = { kind: (await db.select().from(eventType))[0]!, hostIds: [crypto.randomUUID()] };
  const wrong = EventTypeSettings.safeParse({ ...kind, hostIds, durationMinutes: 45, agenda });
  expect(wrong.error?.issues).toMatchObject([
    { path: ["agenda"], message: "The parts add up to 60 minutes; the call has 45." },
  ]);
});

test("an event type has at most fifty hosts, ten questions and ten parts, and the order of the list five hundred", async () => {
  const all = await listEventTypes(admin);
  const { kind, hostIds } = (all.ok ? all.value : [])[0]!;
  const faults = (changes: object) =>
    (EventTypeSettings.safeParse({ ...kind, hostIds, ...changes }).error?.issues ?? []).map(({ path }) => path[0]);
  const times = <Value>(count: number, value: Value) => Array.from({ length: count }, () => value);
  const part = { minutes: 1, title: "Part" };
  expect(faults({ hostIds: times(50, hostIds[0]) })).toEqual([]);
  expect(faults({ hostIds: times(51, hostIds[0]) })).toEqual(["hostIds"]);
  expect(faults({ questions: times(11, { label: "Why?", kind: "line" }) })).toContain("questions");
  expect(faults({ agenda: times(11, part) })).toContain("agenda");
  expect(faults({ durationMinutes: 10, agenda: times(10, part) })).toEqual([]);
  expect(EventTypeOrder.safeParse({ ids: times(500, kind.id) }).success).toBe(true);
  expect(EventTypeOrder.safeParse({ ids: times(501, kind.id) }).success).toBe(false);
});

test("a minimum notice as long as the booking window is refused", async () => {
  const [kind] = await db.select().from(eventType);
  const read = (minimumNoticeMinutes: number) =>
    EventTypeSettings.safeParse({ ...kind, hostIds: [crypto.randomUUID()], horizonDays: 1, minimumNoticeMinutes });
  expect(read(1439).success).toBe(true);
  expect(read(1440).error?.issues).toMatchObject([
    { path: ["minimumNoticeMinutes"], message: expect.stringContaining("as long as the booking window") },
  ]);
});

test("a call by phone asks for the number and has no link", async () => {
  await kickoff({ place: "phone" });
  const kind = await findEventType(visitor, "kickoff");
  expect(kind?.where).toBe("By phone. GTMarc calls you.");
  expect(kind?.questions.map(({ label, required }) => ({ label, required }))).toEqual([
    { label: "Phone number", required: true },
  ]);
  const request = { ...danasCall(), eventType: "kickoff" };
  expect(await bookCall(visitor, request)).toEqual({ ok: false, reason: { kind: "answers_incomplete" } });
  const booked = await bookCall(visitor, { ...request, answers: { phone: "+43 1 234567" } });
  expect(booked.ok).toBe(true);
  const place = "By phone: GTMarc calls the number given at booking.";
  expect((await fixture.mail("call-booked")).text).toContain(place);
  const toHost = await fixture.mail("call-booked-host");
  expect(toHost.text).toContain("+43 1 234567");
  expect(toHost.text).not.toContain("Send them the link");
  expect(toHost.calendar?.content).toContain("LOCATION:By phone");
});

test("a call in person keeps the address that it was booked with", async () => {
  const id = await kickoff({ place: "in-person", location: "Hauptplatz 1, Graz" });
  const booked = await bookCall(visitor, { ...danasCall(), eventType: "kickoff" });
  await change(id, { location: "Ring 5, Vienna" });
  const call = booked.ok ? await findCall(visitor, tokenOf(booked.value.manageUrl)) : null;
  expect(call).toMatchObject({ place: "Hauptplatz 1, Graz", meetingUrl: null });
  expect(await findEventType(visitor, "kickoff")).toMatchObject({ where: "In person: Ring 5, Vienna" });
});

test("a booked call keeps its length in mails when the event type gets another", async () => {
  const id = await kickoff();
  const booked = await bookCall(visitor, { ...danasCall(), eventType: "kickoff", guests: ["lee@northfield.example"] });
  await change(id, { durationMinutes: 90, agenda: [] });
  const before = (await fixture.mails()).length;
  await cancelCall(visitor, { token: booked.ok ? tokenOf(booked.value.manageUrl) : "", reason: "" });
  const sent = (await db.select({ text: message.text }).from(message).orderBy(message.id)).slice(before);
  expect(sent).not.toEqual([]);
  for (const { text } of sent) expect(text).not.toContain("90 minutes");
  expect(sent.map(({ text }) => text).join()).toContain("45 minutes");
});

test("a host has at most so many calls of a type in a week, Monday to Sunday", async () => {
  await kickoff({ weeklyCap: 2 });
  for (const start of ["2026-03-03T15:00:00.000Z", "2026-03-05T15:00:00.000Z"])
    expect(
      await bookCall(visitor, {
        ...danasCall({ start, email: `at${start.slice(8, 10)}@northfield.example` }),
        eventType: "kickoff",
      }),
    ).toMatchObject({ ok: true });
  const friday = { ...danasCall({ start: "2026-03-06T15:00:00.000Z" }), eventType: "kickoff" };
  expect(await bookCall(visitor, friday)).toEqual({ ok: false, reason: { kind: "taken" } });
  const month = await findMonth(visitor, { eventType: "kickoff", month: "2026-03" });
  const days = new Set((month.ok ? month.value.starts : []).map((start) => new Date(start).toISOString().slice(0, 10)));
  expect([...days].slice(0, 2)).toEqual(["2026-03-09", "2026-03-10"]);
});

test("strangers and admins without that area cannot add, order or archive", async () => {
  const copyOf = await idOf("strategy-session");
  for (const command of [
    addEventType(visitor, { title: "Kickoff", slug: "kickoff", copyOf }),
    orderEventTypes(visitor, { ids: [] }),
    archiveEventType(visitor, { eventTypeId: copyOf }),
    restoreEventType(visitor, { eventTypeId: copyOf }),
  ])
    expect(await command).toEqual({ ok: false, reason: { kind: "not_admin" } });
});

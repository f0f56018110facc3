import { spawnSync } from "node:child_process";
import ICAL from "ical.js";
import { expect, test } from "vitest";
import { asAnonymous, later } from "#tests/fixtures/actors.ts";
import { danasCall, tokenOf, tuesdayAtTen, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { testNow, useDatabase } from "#tests/setup/test-database.ts";
import { findCalendarFile } from "../availability/calendar.server.ts";
import { bookCall } from "../bookings/booking.server.ts";
import { cancelCall, moveCall } from "../bookings/reschedule.server.ts";

const { ctx } = useDatabase();
const fixture = useBookingFixture(ctx);
const visitor = asAnonymous(ctx);
const tuesdayAtTwo = new Date("2026-03-03T19:00:00Z");

async function booked(changes?: Parameters<typeof danasCall>[0]) {
  const result = await bookCall(visitor, danasCall(changes));
  if (!result.ok) throw new Error(`Not booked: ${result.reason.kind}`);
  return { ...result.value, token: tokenOf(result.value.manageUrl) };
}

function read(text: string | undefined | null) {
  const calendar = new ICAL.Component(ICAL.parse(text ?? ""));
  const events = calendar.getAllSubcomponents("vevent");
  expect(events).toHaveLength(1);
  const event = new ICAL.Event(events[0]!);
  const value = (name: string) => events[0]!.getFirstPropertyValue(name)?.toString();
  return {
    method: calendar.getFirstPropertyValue("method"),
    call: value("x-gtmarc-call"),
    uid: event.uid,
    sequence: event.sequence,
    start: event.startDate.toJSDate(),
    end: event.endDate.toJSDate(),
    isUtc: event.startDate.zone === ICAL.Timezone.utcTimezone,
    status: value("status"),
    stamp: (events[0]!.getFirstPropertyValue("dtstamp") as ICAL.Time).toJSDate(),
    summary: event.summary,
    description: event.description,
    location: event.location,
    organizer: value("organizer"),
    attendees: events[0]!.getAllProperties("attendee").map((attendee) => attendee.getFirstValue()),
    url: value("url"),
  };
}

test("the visitor's invitation has the call in UTC, its organizer and the manage link", async () => {
  const { uid, start, end, manageUrl } = await booked();
  const { calendar } = await fixture.mail("call-booked");
  expect(calendar).toMatchObject({
    filename: "call.ics",
    contentType: "text/calendar; charset=utf-8; method=REQUEST",
    isAlternative: true,
  });
  expect(calendar?.content).toContain(`PRODID:-//${new URL(manageUrl).host}//Scheduler//EN`);
  expect(read(calendar?.content)).toMatchObject({
    method: "REQUEST",
    uid,
    call: uid,
    sequence: 0,
    start,
    end,
    isUtc: true,
    status: "CONFIRMED",
    stamp: testNow,
    summary: "Strategy session with GTMarc",
    location: "Online. GTMarc sends the link before the call.",
    organizer: "mailto:calls@gtmarc.example",
    attendees: ["MAILTO:dana@northfield.example"],
    url: manageUrl,
  });
});

test("the host's invitation is the same event, with the visitor and their notes, without the link", async () => {
  const { uid, token } = await booked({ name: 'Zoë; Reyes, "Dana"', notes: "First line,\nsecond; line \\ end" });
  const { calendar } = await fixture.mail("call-booked-host");
  expect(calendar?.content).not.toContain(token);
  expect(read(calendar?.content)).toMatchObject({
    uid,
    summary: 'Strategy session: Zoë; Reyes, "Dana"',
    description: 'Zoë; Reyes, "Dana", dana@northfield.example (Europe/Vienna)\n\nFirst line,\nsecond; line \\ end',
  });
});

test("lines have at most 75 bytes and end with CRLF, as the standard requires", async () => {
  await booked({ notes: "ünïcödé ".repeat(60) });
  const { calendar } = await fixture.mail("call-booked-host");
  const content = calendar?.content ?? "";
  for (const line of content.split("\r\n")) expect(Buffer.byteLength(line)).toBeLessThanOrEqual(75);
  expect(content.replaceAll("\r\n", "")).not.toContain("\n");
  expect(content.endsWith("END:VCALENDAR\r\n")).toBe(true);
});

test("a move is a request with the same UID, a higher sequence and the new time", async () => {
  const { uid, token } = await booked();
  const at = later(visitor, { hours: 2 });
  await moveCall(at, { token, start: tuesdayAtTwo });
  for (const kind of ["call-moved", "call-moved-host"])
    expect(read((await fixture.mail(kind)).calendar?.content)).toMatchObject({
      method: "REQUEST",
      uid,
      sequence: 1,
      start: tuesdayAtTwo,
      end: new Date("2026-03-03T19:45:00Z"),
      status: "CONFIRMED",
      stamp: at.now,
    });
});

test("a cancellation has the method CANCEL, the same UID and an even higher sequence", async () => {
  const { uid, token } = await booked();
  await moveCall(visitor, { token, start: tuesdayAtTwo });
  await cancelCall(visitor, { token });
  for (const kind of ["call-cancelled", "call-cancelled-host"]) {
    const { calendar } = await fixture.mail(kind);
    expect(calendar).toMatchObject({ contentType: "text/calendar; charset=utf-8; method=CANCEL" });
    expect(read(calendar?.content)).toMatchObject({
      method: "CANCEL",
      uid,
      sequence: 2,
      start: tuesdayAtTwo,
      status: "CANCELLED",
    });
  }
});

test("the downloaded file has the call's current state, also after a cancellation, and no method", async () => {
  const { uid, token } = await booked();
  expect(read(await findCalendarFile(visitor, token))).toMatchObject({
    method: null,
    uid,
    call: uid,
    sequence: 0,
    start: new Date(tuesdayAtTen),
    stamp: testNow,
  });
  await moveCall(later(visitor, { hours: 1 }), { token, start: tuesdayAtTwo });
  expect(read(await findCalendarFile(visitor, token))).toMatchObject({
    method: null,
    sequence: 1,
    start: tuesdayAtTwo,
    stamp: later(ctx, { hours: 1 }).now,
  });
  await cancelCall(visitor, { token });
  expect(read(await findCalendarFile(visitor, token))).toMatchObject({
    method: null,
    status: "CANCELLED",
    sequence: 2,
  });
});

test("a wrong token has no file", async () => {
  const { uid } = await booked();
  expect(await findCalendarFile(visitor, uid)).toBeNull();
  expect(await findCalendarFile(visitor, "y".repeat(43))).toBeNull();
});

/** Parses with Debian's python3-icalendar, which shares no code with ours; null if it is not installed. */
function readByPython(
  text: string,
): { method: string; uid: string; sequence: number; status: string; start: string } | null {
  const script = `
import json, sys
from icalendar import Calendar
c = Calendar.from_ical(sys.stdin.buffer.read())
e = c.walk("VEVENT")[0]
print(json.dumps({"method": str(c["METHOD"]), "uid": str(e["UID"]), "sequence": int(e["SEQUENCE"]), "status": str(e["STATUS"]), "start": e["DTSTART"].dt.isoformat()}))`;
  const run = spawnSync("/usr/bin/python3", ["-c", script], { input: text, encoding: "utf8" });
  return run.status === 0 ? JSON.parse(run.stdout) : null;
}
const hasPython = spawnSync("/usr/bin/python3", ["-c", "import icalendar"]).status === 0;

test.runIf(hasPython)("another parser reads booking, move and cancellation alike", async () => {
  const { token, uid } = await booked();
  const sent = async (kind: string) => readByPython((await fixture.mail(kind)).calendar?.content ?? "");
  const asSent = { uid, start: "2026-03-03T15:00:00+00:00" };
  expect(await sent("call-booked")).toEqual({ ...asSent, method: "REQUEST", sequence: 0, status: "CONFIRMED" });
  expect(await sent("call-booked-host")).toEqual({ ...asSent, method: "REQUEST", sequence: 0, status: "CONFIRMED" });
  await moveCall(later(visitor, { seconds: 60 }), { token, start: tuesdayAtTwo });
  const moved = { uid, start: "2026-03-03T19:00:00+00:00" };
  expect(await sent("call-moved")).toEqual({ ...moved, method: "REQUEST", sequence: 1, status: "CONFIRMED" });
  await cancelCall(later(visitor, { seconds: 120 }), { token });
  expect(await sent("call-cancelled")).toEqual({ ...moved, method: "CANCEL", sequence: 2, status: "CANCELLED" });
  expect(await sent("call-cancelled-host")).toEqual({ ...moved, method: "CANCEL", sequence: 2, status: "CANCELLED" });
});

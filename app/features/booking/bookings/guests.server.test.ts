import { eq } from "drizzle-orm";
import { expect, test } from "vitest";
import { takeStrangerMail } from "#app/features/mail/sending/stranger-mail.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { auditEntry } from "#app/features/security/tables.server.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { inTransaction } from "#app/platform/context.server.ts";
import { bookingAdminEndpoints } from "#app/routes/api/booking/booking-admin.server.ts";
import { dana, emailOf } from "#db/world.ts";
import { as, asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { danasCall, tokenOf, tuesdayAtTen, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { findCalendarFile, findCall } from "../availability/calendar.server.ts";
import { CallRequest, TypedInvitee } from "../booking.ts";
import { HostSettings } from "../hosts/host-settings.ts";
import { maxGuests } from "../invitee-fields.ts";
import { exportPersonalData, forgetPerson } from "../personal-data.server.ts";
import { bookingGuest, eventType, host } from "../tables.server.ts";
import { bookCall } from "./booking.server.ts";
import { cancelCall, moveCall, moveForFirm } from "./reschedule.server.ts";

const { ctx, db } = useDatabase();
const fixture = useBookingFixture(ctx);
const call = callsOf(bookingAdminEndpoints);
const otto = "otto@northfield.example";
const lena = "lena@northfield.example";
const noon = new Date("2026-03-03T17:00:00.000Z");

async function booked(guests: string[] = []) {
  const made = await bookCall(asAnonymous(ctx), { ...danasCall(), guests });
  if (!made.ok) throw new Error(made.reason.kind);
  const [row] = await fixture.bookings();
  return { ...made.value, token: tokenOf(made.value.manageUrl), id: row!.id };
}
const withLink = (meetingUrl: string | null) => db.update(host).set({ meetingUrl });
const unfolded = (file: string) => file.replaceAll(/\r\n[ \t]/g, "");

test("guests get the invitation, the new time and the cancellation, and no manage link", async () => {
  const { token } = await booked([otto, lena]);
  const invitation = await fixture.mail("call-guest-invited");
  expect(invitation.text).not.toContain(token);
  expect(unfolded(invitation.calendar!.content)).not.toContain(token);
  expect(invitation.calendar!.contentType).toContain("method=REQUEST");
  await moveCall(asAnonymous(ctx), { token, start: noon });
  expect(unfolded((await fixture.mail("call-guest-moved")).calendar!.content)).toContain("SEQUENCE:1");
  await cancelCall(asAnonymous(ctx), { token });
  expect((await fixture.mail("call-guest-cancelled")).calendar!.contentType).toContain("method=CANCEL");
  const mails = await fixture.mails();
  for (const guest of [otto, lena])
    expect(mails.filter((mail) => mail.endsWith(guest)).map((mail) => mail.split(" ")[0])).toEqual([
      "call-guest-invited",
      "call-guest-moved",
      "call-guest-cancelled",
    ]);
});

test("guests see nothing that a visitor typed except the address", async () => {
  await bookCall(asAnonymous(ctx), {
    ...danasCall({ name: "Buy at evil.example", notes: "evil.example" }),
    guests: [otto],
  });
  const { text, html, subject, calendar } = await fixture.mail("call-guest-invited");
  expect([text, html, subject, unfolded(calendar!.content)].join()).not.toContain("evil.example");
});

test("the visitor's and the host's mails, calendar files and the page list the guests", async () => {
  const { token } = await booked([otto]);
  for (const kind of ["call-booked", "call-booked-host"]) {
    const { text, calendar } = await fixture.mail(kind);
    expect(text).toContain(otto);
    expect(unfolded(calendar!.content)).toContain(`MAILTO:${otto}`);
  }
  expect(await findCall(ctx, token)).toMatchObject({ guests: [otto] });
});

test("at most five different guests; the visitor and the host are not guests of their own call", async () => {
  const all = Array.from({ length: maxGuests + 1 }, (_, index) => `g${index}@northfield.example`);
  const request = { start: tuesdayAtTen, name: "D", email: emailOf(dana), timezone: "Europe/Vienna" };
  expect(CallRequest.safeParse({ ...request, guests: all }).success).toBe(false);
  expect(CallRequest.safeParse({ ...request, guests: ["no address"] }).success).toBe(false);
  expect(CallRequest.parse({ ...request, guests: [otto, otto.toUpperCase()] }).guests).toEqual([otto]);
  const typed = { name: "D", email: emailOf(dana), guests: `${otto}, ${lena}\n` };
  expect(TypedInvitee.parse(typed).guests).toEqual([otto, lena]);
  await booked([emailOf(dana), "calls@gtmarc.example", otto]);
  expect(await db.select().from(bookingGuest)).toMatchObject([{ email: otto }]);
});

test("a guest with a mailbox at its limit is not invited; the call is booked", async () => {
  const starts = ["15:00", "16:00", "17:00", "18:00", "19:00", "20:00"];
  for (const [index, clock] of starts.entries()) {
    const request = danasCall({ start: `2026-03-03T${clock}:00.000Z`, email: `p${index}@northfield.example` });
    expect(await bookCall(asAnonymous(ctx), { ...request, guests: [otto] })).toMatchObject({ ok: true });
  }
  const invited = (await fixture.mails()).filter((mail) => mail === `call-guest-invited ${otto}`);
  expect(invited).toHaveLength(5);
  expect(await db.$count(bookingGuest)).toBe(5);
});

const strangersMail = async (address: string, mails = 5) => {
  for (let mail = 0; mail < mails; mail += 1)
    await inTransaction(asAnonymous(ctx), (tx) => takeStrangerMail(tx, address));
};
const newsTo = async (address: string) =>
  (await db.select().from(message).where(eq(message.toAddress, address)).orderBy(message.id)).map(
    ({ kind, status, nextAttemptAt }) => ({
      news: `${kind} ${status}`,
      waitsMinutes: nextAttemptAt && Math.round((nextAttemptAt.getTime() - ctx.now.getTime()) / minuteMs),
    }),
  );

test("a guest at the limit gets the new time when the hour is over, only the newest one", async () => {
  const { token } = await booked([otto]);
  await strangersMail(otto);
  await moveCall(asAnonymous(ctx), { token, start: noon });
  await moveCall(later(asAnonymous(ctx), { seconds: 60 }), { token, start: new Date("2026-03-03T18:00:00.000Z") });
  expect(await newsTo(otto)).toEqual([
    { news: "call-guest-invited queued", waitsMinutes: 0 },
    { news: "call-guest-moved cancelled", waitsMinutes: null },
    { news: "call-guest-moved queued", waitsMinutes: 60 },
  ]);
});

test("a cancellation reaches a guest at the limit at once and replaces the new time that waits", async () => {
  const { token } = await booked([otto]);
  await strangersMail(otto);
  await moveCall(asAnonymous(ctx), { token, start: noon });
  await cancelCall(later(asAnonymous(ctx), { seconds: 60 }), { token });
  expect(await newsTo(otto)).toEqual([
    { news: "call-guest-invited queued", waitsMinutes: 0 },
    { news: "call-guest-moved cancelled", waitsMinutes: null },
    { news: "call-guest-cancelled queued", waitsMinutes: 1 },
  ]);
});

test("a new time does not wait longer than until the call", async () => {
  await db.update(eventType).set({ minimumNoticeMinutes: 0 });
  const { token } = await booked([otto]);
  const soon = { ...asAnonymous(ctx), now: new Date("2026-03-03T14:30:00.000Z") };
  for (let mail = 0; mail < 5; mail += 1) await inTransaction(soon, (tx) => takeStrangerMail(tx, otto));
  expect(await moveCall(soon, { token, start: noon })).toMatchObject({ ok: true });
  const [, moved] = await db.select().from(message).where(eq(message.toAddress, otto)).orderBy(message.id);
  expect(moved).toMatchObject({ kind: "call-guest-moved", nextAttemptAt: soon.now });
});

test("mail that waits for a mail server to accept it is not sent after newer news", async () => {
  const { token } = await booked([otto]);
  const retried = { attempts: 1, nextAttemptAt: later(ctx, { hours: 1 }).now };
  await db.update(message).set(retried);
  await cancelCall(later(asAnonymous(ctx), { seconds: 60 }), { token });
  expect((await newsTo(otto)).map(({ news }) => news)).toEqual([
    "call-guest-invited cancelled",
    "call-guest-cancelled queued",
  ]);
  const all = await db.select().from(message).where(eq(message.status, "queued"));
  expect(all.map(({ kind }) => kind).sort()).toEqual(["call-cancelled", "call-cancelled-host", "call-guest-cancelled"]);
});

test("the guests of a person who deletes their account get the cancellation despite the limit", async () => {
  await booked([otto]);
  await strangersMail(otto);
  await forgetPerson(asAnonymous(ctx), { userId: null, email: emailOf(dana) });
  expect((await newsTo(otto)).map(({ news }) => news)).toContain("call-guest-cancelled queued");
});

test("deleting an account deletes its guests, and a deleted guest is removed from every call", async () => {
  await booked([otto, lena]);
  expect(await exportPersonalData(ctx, { userId: null, email: otto })).toMatchObject({ invitations: [{}] });
  await forgetPerson(ctx, { userId: null, email: otto });
  expect(await db.select().from(bookingGuest)).toMatchObject([{ email: lena }]);
  await forgetPerson(ctx, { userId: null, email: emailOf(dana) });
  expect(await db.select().from(bookingGuest)).toEqual([]);
  const canceledMail = await fixture.mail("call-guest-cancelled");
  expect(canceledMail.text).not.toContain(emailOf(dana));
});

test("a link pattern gives each call its own room, the same in mails, calendar files, the page and the reminder", async () => {
  await withLink("https://meet.example/{room}#config.x=1");
  const { token, id } = await booked([otto]);
  const [row] = await fixture.bookings();
  const link = row!.meetingUrl ?? "";
  expect(link).toMatch(/^https:\/\/meet\.example\/gtmarc-[0-9a-f]{20}#config\.x=1$/);
  for (const kind of ["call-booked", "call-booked-host", "call-guest-invited"]) {
    const { text, calendar } = await fixture.mail(kind);
    expect(text).toContain(link);
    expect(unfolded(calendar!.content)).toContain(`LOCATION:${link}`);
  }
  expect(await findCall(ctx, token)).toMatchObject({ meetingUrl: link });
  expect(unfolded((await findCalendarFile(ctx, token))!)).toContain(`LOCATION:${link}`);
  await withLink("https://meet.example/other");
  await moveForFirm(await asAdmin(ctx), { bookingId: id, start: noon, reason: "Ill." });
  expect((await fixture.mail("call-moved")).text).toContain(link);
  await bookCall(asAnonymous(ctx), danasCall({ start: tuesdayAtTen, email: lena }));
  const links = (await fixture.bookings()).map(({ meetingUrl }) => meetingUrl);
  expect(links).toEqual([link, "https://meet.example/other"]);
});

test("without a setting the host sends the link; a fixed URL that is set later appears immediately", async () => {
  const { token } = await booked();
  expect((await fixture.mail("call-booked")).text).toContain("sends the link before the call");
  expect(await findCall(ctx, token)).toMatchObject({ meetingUrl: null });
  await withLink("https://meet.example/{room}");
  expect(await findCall(ctx, token)).toMatchObject({ meetingUrl: null });
  await withLink("https://meet.example/mara");
  expect(await findCall(ctx, token)).toMatchObject({ meetingUrl: "https://meet.example/mara" });
});

test.each([
  ["https://meet.example/mara", true],
  ["https://meet.example/{room}?x={room}", true],
  ["", true],
  ["https://{room}.meet.example/", false],
  ["https://meet.example/{name}", false],
  ["http://meet.example/{room}", false],
  ["javascript:{room}", false],
])("the video link %j is valid: %s", (meetingUrl, isGood) => {
  const settings = { name: "M", email: otto, timezone: "Europe/Vienna", observesHolidays: true, active: true };
  expect(HostSettings.safeParse({ ...settings, meetingUrl }).success).toBe(isGood);
});

test("an admin moves a call: visitor and guests get the new time with a higher sequence, the visitor also the reason", async () => {
  const { id } = await booked([otto]);
  const admin = await asAdmin(ctx);
  const move = (at: Parameters<typeof call>[0], body: object = { start: noon.toISOString(), reason: "I am ill." }) =>
    call(at, `/admin/bookings/${id}/reschedule`, body);
  expect((await move(admin)).status).toBe(200);
  const moved = await fixture.mail("call-moved");
  expect(moved.text).toContain("I am ill.");
  expect(moved.text).toContain("We moved your call");
  expect(unfolded(moved.calendar!.content)).toContain("SEQUENCE:1");
  expect((await fixture.mail("call-guest-moved")).text).not.toContain("I am ill.");
  expect(await fixture.changes()).toMatchObject([{ action: "made" }, { action: "moved", reason: "I am ill." }]);
  expect(await db.select().from(auditEntry)).toMatchObject([{ act: "booking.moved", subject: id }]);
  const before = await db.$count(message);
  expect((await move(admin)).status).toBe(200);
  expect(await db.$count(message)).toBe(before);
  expect((await move(admin, { start: "2026-03-03T05:00:00.000Z", reason: "x" })).body).toMatchObject({
    error: { code: "not_offered" },
  });
  expect((await move(admin, { start: noon.toISOString(), reason: " " })).status).toBe(422);
});

test("a canceled, past or unknown call is not moved, and only an admin can move one", async () => {
  const { id, token } = await booked();
  const input = { bookingId: id, start: noon, reason: "Ill." };
  for (const at of [asAnonymous(ctx), await as(ctx, otto), await asAdmin(ctx, "half@gtmarc.example", "aal1")])
    expect(await moveForFirm(at, input)).toMatchObject({ ok: false, reason: { kind: "not_admin" } });
  const admin = await asAdmin(ctx);
  const unknown = { ...input, bookingId: "0199f000-0000-7000-8000-000000000000" };
  expect(await moveForFirm(admin, unknown)).toMatchObject({ reason: { kind: "not_found" } });
  const over = { ...admin, now: new Date("2026-03-03T16:00:00Z") };
  expect(await moveForFirm(over, { ...input, start: new Date("2026-03-05T15:00:00Z") })).toMatchObject({
    reason: { kind: "already_started" },
  });
  await cancelCall(asAnonymous(ctx), { token });
  expect(await moveForFirm(admin, input)).toMatchObject({ reason: { kind: "cancelled" } });
  expect(await db.select().from(auditEntry).where(eq(auditEntry.act, "booking.moved"))).toEqual([]);
});

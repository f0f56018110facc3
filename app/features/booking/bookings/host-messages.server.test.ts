import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { message } from "#app/features/mail/tables.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { as, asAdmin, asAnonymous } from "#tests/fixtures/actors.ts";
import { danasCall, tokenOf, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { changeSettings, offerKickoff } from "#tests/fixtures/event-type-fixture.ts";
import { pageText } from "#tests/fixtures/rendered-pages.tsx";
import { useDatabase } from "#tests/setup/test-database.ts";
import { readCallFile } from "../agenda/agenda.server.ts";
import { findCall } from "../availability/calendar.server.ts";
import { listBookingLinks, revokeBookingLink } from "../hosts/audience.server.ts";
import { EventTypeSettings } from "../hosts/event-type.ts";
import { makeBookingLink } from "../hosts/hosts.server.ts";
import { bookCall } from "./booking.server.ts";
import { inviteAgain, sayRunningLate } from "./host-messages.server.ts";
import { markCall } from "./outcome.server.ts";
import { sendReminders } from "./reminders.server.ts";
import { cancelCall, moveForFirm } from "./reschedule.server.ts";

const { ctx } = useDatabase();
const fixture = useBookingFixture(ctx);
const visitor = asAnonymous(ctx);
let admin: Ctx;
beforeEach(async () => {
  admin = await asAdmin(ctx);
});

/** Minutes from the start of the call. */
const at = <C extends Ctx>(who: C, minutes: number): C => ({
  ...who,
  now: new Date(Date.UTC(2026, 2, 3, 15, minutes)),
});
async function booked(changes: object = {}) {
  await offerKickoff(admin, changes);
  const made = await bookCall(visitor, { ...danasCall(), eventType: "kickoff" });
  if (!made.ok) throw new Error(made.reason.kind);
  return { bookingId: (await fixture.bookings())[0]!.id, token: tokenOf(made.value.manageUrl) };
}
const refused = (kind: string) => ({ ok: false, reason: { kind } });

test("a host who runs late says so in one step, from half an hour before until the end", async () => {
  const { bookingId } = await booked();
  expect(await sayRunningLate(at(admin, -31), { bookingId })).toEqual(refused("not_now"));
  expect(await sayRunningLate(at(admin, 46), { bookingId })).toEqual(refused("not_now"));
  expect(await sayRunningLate(at(visitor, 0), { bookingId })).toEqual(refused("not_admin"));
  expect(await sayRunningLate(at(admin, 2), { bookingId })).toMatchObject({ ok: true });
  const mail = await fixture.mail("call-running-late");
  expect(mail.toAddress).toBe("dana@northfield.example");
  expect(mail.text).toContain("GTMarc is running a few minutes late");
});

test("two hosts or two presses that say at the same time that a host runs late send one mail, and a second one is asked for", async () => {
  const { bookingId } = await booked();
  const presses = await Promise.all([1, 2, 3].map(() => sayRunningLate(at(admin, 2), { bookingId })));
  expect(presses.filter(({ ok }) => ok)).toHaveLength(1);
  expect(presses.filter(({ ok }) => !ok)).toEqual([refused("sent_before"), refused("sent_before")]);
  expect(await sayRunningLate(at(admin, 9), { bookingId })).toEqual(refused("sent_before"));
  const sent = () => ctx.db.$count(message, eq(message.kind, "call-running-late"));
  expect(await sent()).toBe(1);
  const file = async () => {
    const read = await readCallFile(at(admin, 10), bookingId);
    return read.ok ? read.value : undefined;
  };
  expect(await file()).toMatchObject({
    lateSaidAt: at(admin, 2).now,
    changes: [{ action: "made" }, { action: "booking.running-late", at: at(admin, 2).now }],
  });
  const page = await pageText(at(admin, 10), `/admin/calendar/calls/${bookingId}`);
  expect(page).toContain("Say again that you are running late");
  expect(page).toContain("Visitor told by email that the host runs late");
  expect(await sayRunningLate(at(admin, 12), { bookingId, again: true })).toMatchObject({ ok: true });
  expect(await sent()).toBe(2);
  expect(await file()).toMatchObject({ lateSaidAt: at(admin, 12).now });
});

test("a call that was moved after its host ran late has a new start to run late for", async () => {
  const { bookingId } = await booked();
  expect(await sayRunningLate(at(admin, -25), { bookingId })).toMatchObject({ ok: true });
  const start = new Date("2026-03-04T15:00:00Z");
  expect(await moveForFirm(at(admin, -20), { bookingId, start, reason: "I am stuck." })).toMatchObject({ ok: true });
  const nextDay = { ...admin, now: new Date("2026-03-04T15:02:00Z") };
  const read = await readCallFile(nextDay, bookingId);
  expect(read).toMatchObject({ value: { lateSaidAt: null, canSayLate: true } });
  expect(await sayRunningLate(nextDay, { bookingId })).toMatchObject({ ok: true });
});

test("a canceled call has no host who runs late", async () => {
  const { bookingId, token } = await booked();
  await cancelCall(visitor, { token, reason: "" });
  expect(await sayRunningLate(at(admin, 0), { bookingId })).toEqual(refused("cancelled"));
});

test("the visitor of a missed call gets a link to book it again, in one step", async () => {
  const { bookingId } = await booked();
  expect(await inviteAgain(at(admin, 60), { bookingId })).toEqual(refused("not_missed"));
  await markCall(at(admin, 60), { bookingId, outcome: "no-show" });
  expect(await inviteAgain(at(visitor, 60), { bookingId })).toEqual(refused("not_admin"));
  expect(await inviteAgain(at(admin, 60), { bookingId })).toMatchObject({ ok: true });
  expect(await inviteAgain(at(admin, 61), { bookingId })).toEqual(refused("sent_before"));
  expect(await readCallFile(at(admin, 61), bookingId)).toMatchObject({ value: { rebookSentAt: at(admin, 60).now } });
  expect((await fixture.mail("call-rebook")).text).toContain("https://gtmarc.example/schedule/kickoff");
});

test("where calls are booked by a personal link, the mail after a missed or canceled call has a link that works once", async () => {
  const eventTypeId = await offerKickoff(admin, { audience: "link" });
  const made = await makeBookingLink(admin, { eventTypeId, label: "Dana" });
  if (!made.ok) throw new Error(made.reason.kind);
  const linkIn = (text: string) => /\/schedule\/kickoff\?link=([\w-]+)/.exec(text)?.[1];
  const book = (link: string | undefined, who = visitor) =>
    bookCall(who, { ...danasCall({ start: "2026-03-04T15:00:00.000Z" }), eventType: "kickoff", ...(link && { link }) });
  const first = await book(linkIn(made.value.url));
  if (!first.ok) throw new Error(first.reason.kind);
  await cancelCall(visitor, { token: tokenOf(first.value.manageUrl) });
  const again = linkIn((await fixture.mail("call-cancelled")).text);
  const callPage = ({ manageUrl }: { manageUrl: string }) => findCall(visitor, tokenOf(manageUrl));
  expect(await callPage(first.value)).toMatchObject({ needsLink: true, againLink: again });
  const second = await book(again);
  if (!second.ok) throw new Error(second.reason.kind);
  expect(await book(again)).toMatchObject({ reason: { kind: "link_used" } });
  const { id: bookingId } = (await fixture.bookings()).at(-1)!;
  const after = { ...admin, now: new Date("2026-03-04T16:00:00Z") };
  await markCall(after, { bookingId, outcome: "no-show" });
  // The link of the canceled call is used, the missed call has none before its visitor is invited.
  expect(await callPage(first.value)).toMatchObject({ needsLink: true, againLink: null });
  expect(await callPage(second.value)).toMatchObject({ needsLink: true, againLink: null });
  expect(await inviteAgain(after, { bookingId })).toMatchObject({ ok: true });
  expect(await inviteAgain(after, { bookingId, again: true })).toMatchObject({ ok: true });
  const third = linkIn((await fixture.mail("call-rebook")).text);
  expect(third).not.toBe(again);
  expect(await callPage(second.value)).toMatchObject({ againLink: third });
  const later = { ...visitor, now: after.now };
  const call = { ...danasCall({ start: "2026-03-05T15:00:00.000Z" }), eventType: "kickoff", link: third! };
  expect(await bookCall(later, call)).toMatchObject({ ok: true });
  expect(await bookCall(later, { ...call, start: new Date("2026-03-06T15:00:00Z") })).toMatchObject({
    reason: { kind: "link_used" },
  });
});

test("an invitation that is sent again has a link that works: one that was revoked or used for a canceled call opens again", async () => {
  const eventTypeId = await offerKickoff(admin, { audience: "link" });
  const made = await makeBookingLink(admin, { eventTypeId, label: "Dana" });
  if (!made.ok) throw new Error(made.reason.kind);
  const linkIn = (text: string) => /\/schedule\/kickoff\?link=([\w-]+)/.exec(text)![1]!;
  const after = { now: new Date("2026-03-04T16:00:00Z") };
  const start = new Date("2026-03-05T15:00:00Z");
  const call = (link: string) => ({ ...danasCall(), eventType: "kickoff", link });
  await bookCall(visitor, call(linkIn(made.value.url)));
  const { id: bookingId } = (await fixture.bookings()).at(-1)!;
  await markCall({ ...admin, ...after }, { bookingId, outcome: "no-show" });
  const invite = async () => {
    const invited = await inviteAgain({ ...admin, ...after }, { bookingId, again: true });
    return invited.ok ? linkIn((await fixture.mail("call-rebook")).text) : invited.reason.kind;
  };
  const bookAgain = async (link: string) => bookCall({ ...visitor, ...after }, { ...call(link), start });
  const first = await invite();
  const links = await listBookingLinks(admin, eventTypeId);
  const open = links.ok ? links.value.find(({ state }) => state === "open") : undefined;
  expect(await revokeBookingLink(admin, { linkId: open!.id })).toMatchObject({ ok: true });
  expect(await bookAgain(first)).toEqual(refused("link_used"));
  const again = await bookAgain(await invite());
  if (!again.ok) throw new Error(again.reason.kind);
  // The visitor has what they were invited to.
  expect(await invite()).toBe("booked_again");
  await cancelCall({ ...visitor, ...after }, { token: tokenOf(again.value.manageUrl) });
  const ofCanceled = linkIn((await fixture.mail("call-cancelled")).text);
  expect(await bookAgain(await invite())).toMatchObject({ ok: true });
  // The canceled call had an open link as well, which would book a second call for one invitation.
  expect(await bookAgain(ofCanceled)).toEqual(refused("link_needed"));
});

test("a canceled call without an open link of its own, such as one of an older version, leads to no page that refuses it", async () => {
  const { token } = await booked();
  await cancelCall(visitor, { token, reason: "" });
  expect(await findCall(visitor, token)).toMatchObject({ needsLink: false, againLink: null });
  expect(await pageText(visitor, `/booking/${token}`)).toContain("Book Another Time");
  await changeSettings(admin, "kickoff", { audience: "link" });
  expect(await findCall(visitor, token)).toMatchObject({ needsLink: true, againLink: null });
  const page = await pageText(visitor, `/booking/${token}`);
  expect(page).not.toContain("Book Another Time");
  expect(page).toContain("Another call needs a personal link.");
  expect(page).not.toContain("You can choose another one.");
});

test("reminders carry the event type's own words, and one that is turned off is not sent", async () => {
  await booked({ reminders: { day: "Bring the export of your deals.", hour: null } });
  expect(await sendReminders(at(ctx, -23 * 60))).toBe(1);
  expect((await fixture.mail("call-reminder-day")).text).toContain("Bring the export of your deals.");
  expect(await sendReminders(at(ctx, -30))).toBe(0);
});

test("a reminder fills in a name only if the invitee booked it while signed in; unknown variables are refused", async () => {
  const words = "{{first_name|Hello}}, bring your deals. For {{name|you}}.";
  await offerKickoff(admin, { reminders: { day: words, hour: null } });
  const [dana, other] = [await as(ctx, "dana@northfield.example"), await as(ctx, "mallory@example.com")];
  const call = (hour: number, name: string) => ({
    ...danasCall({ name, start: `2026-03-03T${hour}:00:00.000Z` }),
    eventType: "kickoff",
  });
  expect(await bookCall(dana, call(15, "Dana Reyes"))).toMatchObject({ ok: true });
  expect(await bookCall(visitor, call(17, "Win at evil.example"))).toMatchObject({ ok: true });
  expect(await bookCall(other, call(19, "Win at evil.example"))).toMatchObject({ ok: true });
  expect(await sendReminders(at(ctx, -19 * 60))).toBe(3);
  const mails = await ctx.db.select().from(message).where(eq(message.kind, "call-reminder-day"));
  const said = mails.map(({ text }) => /^.*deals\. For.*$/m.exec(text)?.[0]).sort();
  const unknown = "Hello, bring your deals. For you.";
  expect(said).toEqual(["Dana, bring your deals. For Dana Reyes.", unknown, unknown]);
  expect(JSON.stringify(mails)).not.toContain("evil.example");
  for (const day of ["Hello {{frist_name|there}}", "Hello {{first_name}}", "The deals of {{company|your firm}}"])
    expect(EventTypeSettings.shape.reminders.safeParse({ day, hour: null }).success).toBe(false);
});

import { eq } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { findCall } from "#app/features/booking/availability/calendar.server.ts";
import { blueprintUnlockCall } from "#app/features/booking/booking.ts";
import { event } from "#app/features/events/tables.server.ts";
import { message } from "#app/features/mail/tables.server.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { danasCall, tokenOf, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { changeSettings, offerKickoff } from "#tests/fixtures/event-type-fixture.ts";
import { finishedBlueprint, wizardMember } from "#tests/fixtures/finished-blueprint.ts";
import { pageText } from "#tests/fixtures/rendered-pages.tsx";
import { testNow, useDatabase } from "#tests/setup/test-database.ts";
import { forgetPerson } from "../personal-data.server.ts";
import { booking } from "../tables.server.ts";
import { bookCall } from "./booking.server.ts";
import { decideByLink, decideForFirm, expirePending, findRequest } from "./pending.server.ts";
import { sendReminders } from "./reminders.server.ts";
import { cancelCall, moveCall } from "./reschedule.server.ts";

const { db, ctx } = useDatabase();
const fixture = useBookingFixture(ctx);
const visitor = asAnonymous(ctx);
let admin: Ctx;
beforeEach(async () => {
  admin = await asAdmin(ctx);
});

const guests = ["lee@northfield.example"];
async function requested() {
  await offerKickoff(admin, { needsConfirmation: true });
  const made = await bookCall(visitor, { ...danasCall(), guests, eventType: "kickoff" });
  if (!made.ok) throw new Error(made.reason.kind);
  const [row] = await fixture.bookings();
  const mail = await fixture.mail("call-requested-host");
  const decision = /call-request\/([\w.-]+)/.exec(mail.text ?? "")![1]!;
  return { bookingId: row!.id, token: tokenOf(made.value.manageUrl), decision, made: made.value };
}
const published = async () =>
  (await db.select({ name: event.name }).from(event)).map(({ name }) => name).filter((name) => name.startsWith("book"));
const taken = async () => {
  const other = { ...danasCall({ email: "o@northfield.example" }), eventType: "kickoff" };
  return bookCall(visitor, other);
};

test("a call that a host must confirm holds its time, and counts only once confirmed", async () => {
  const { token, decision, made } = await requested();
  expect(made).toMatchObject({ status: "pending" });
  expect(await taken()).toEqual({ ok: false, reason: { kind: "taken" } });
  expect(await findCall(visitor, token)).toMatchObject({ status: "pending", awaits: "host" });
  expect(await fixture.mails()).toEqual([
    "call-requested dana@northfield.example",
    "call-requested-host calls@gtmarc.example",
  ]);
  expect(await published()).toEqual([]);
  expect(await sendReminders(later(ctx, { hours: 20 }))).toBe(0);
  expect(await findRequest(visitor, decision)).toMatchObject({ call: { name: "Dana Reyes" }, state: "pending" });
  expect(await decideByLink(visitor, { token: decision, decision: "confirm", reason: "" })).toMatchObject({ ok: true });
  expect(await findCall(visitor, token)).toMatchObject({ status: "confirmed", awaits: null, guests });
  expect(await published()).toEqual(["booking.made"]);
  expect((await fixture.mails()).slice(2).sort()).toEqual([
    "call-booked dana@northfield.example",
    "call-booked-host calls@gtmarc.example",
    "call-guest-invited lee@northfield.example",
  ]);
  const again = await decideByLink(visitor, { token: decision, decision: "decline", reason: "" });
  expect(again).toEqual({ ok: false, reason: { kind: "decided" } });
});

test("a declined call frees its time, and only its visitor learns of it, with the reason", async () => {
  const { bookingId, token } = await requested();
  const input = { bookingId, decision: "decline" as const, reason: "We are on a retreat." };
  expect(await decideForFirm(visitor, input)).toEqual({ ok: false, reason: { kind: "not_admin" } });
  expect(await decideForFirm(admin, input)).toMatchObject({ ok: true });
  expect(await findCall(visitor, token)).toMatchObject({ status: "cancelled", pendingEnd: "declined" });
  expect((await fixture.mail("call-not-confirmed")).text).toContain("We are on a retreat.");
  expect(await published()).toEqual([]);
  expect(await taken()).toMatchObject({ ok: true });
  expect((await fixture.mails()).some((mail) => mail.includes("lee@"))).toBe(false);
});

test("a call that is not confirmed in time expires with notice to both sides", async () => {
  const { token } = await requested();
  expect(await expirePending({ ...ctx, now: new Date(testNow.getTime() + 1000) })).toBe(0);
  const after = { ...ctx, now: new Date("2026-03-03T15:00:00.000Z") };
  expect(await expirePending(after)).toBe(1);
  expect(await expirePending(after)).toBe(0);
  expect(await findCall(visitor, token)).toMatchObject({ status: "cancelled", pendingEnd: "expired" });
  expect((await fixture.mails()).slice(2)).toEqual([
    "call-not-confirmed dana@northfield.example",
    "call-request-expired-host calls@gtmarc.example",
  ]);
  expect(await published()).toEqual([]);
});

test("an address that got five mails within the hour still learns that its request was declined, by page or link, or expired", async () => {
  const { bookingId, decision } = await requested();
  const answer = { decision: "decline" as const, reason: "We are on a retreat." };
  const expired = new Date("2026-03-03T15:00:00.000Z");
  const ends = [
    async () => (await decideForFirm(admin, { bookingId, ...answer })).ok,
    async () => (await decideByLink(visitor, { token: decision, ...answer })).ok,
    async () => (await expirePending({ ...ctx, now: expired })) === 1,
  ];
  const [first] = await fixture.bookings();
  for (const end of ends) {
    await db.update(booking).set({ ...first!, during: undefined, blocked: undefined });
    await db.delete(message);
    for (const now of [ctx.now, expired]) await fixture.fillMailbox(first!.email, now);
    expect(await end()).toBe(true);
    expect(await fixture.mails()).toContain(`call-not-confirmed ${first!.email}`);
  }
});

test("a visitor can take a request back but not move it, and its link decides nothing then", async () => {
  const { token, decision } = await requested();
  const start = new Date("2026-03-04T15:00:00.000Z");
  expect(await moveCall(visitor, { token, start })).toEqual({ ok: false, reason: { kind: "pending" } });
  expect(await cancelCall(visitor, { token, reason: "" })).toMatchObject({ ok: true });
  expect(await published()).toEqual([]);
  // Neither side has it in a calendar.
  for (const kind of ["call-cancelled", "call-cancelled-host"]) {
    const { text, attachments } = await fixture.mail(kind);
    expect(text).not.toContain("calendar");
    expect(attachments).toEqual([]);
  }
  const page = await pageText(visitor, `/booking/${token}`);
  expect(page).toContain("The time is free again.");
  expect(page).not.toContain("Calendar file");
  const late = await decideByLink(visitor, { token: decision, decision: "confirm", reason: "" });
  expect(late).toEqual({ ok: false, reason: { kind: "decided" } });
});

test.each([
  ["after the host was asked to confirm it", { needsConfirmation: true }, 1],
  ["before it was paid", { priceCents: 15_000 }, 0],
])(
  "when a visitor deletes their account %s, only a host who knows of the request is mailed, without a calendar file",
  async (_, settings, told) => {
    useSettings({ STRIPE_SECRET_KEY: "sk_test_call", STRIPE_WEBHOOK_SECRET: "whsec_test_call" });
    await offerKickoff(admin, settings);
    expect(await bookCall(visitor, { ...danasCall(), eventType: "kickoff" })).toMatchObject({ ok: true });
    await inTransaction(ctx, (tx) => forgetPerson(tx, { userId: null, email: danasCall().email, until: ctx.now }));
    const mails = await db.select().from(message).where(eq(message.kind, "call-cancelled-host"));
    expect(mails).toHaveLength(told);
    for (const { text, attachments } of mails) {
      expect(text).toContain("A request for a call was canceled");
      expect(text).toContain("The time is offered again.");
      expect(text).not.toContain("booked");
      expect(text).not.toContain("attached");
      expect(attachments).toEqual([]);
    }
  },
);

test("of simultaneous decisions one counts, and an invalid link decides nothing", async () => {
  const { bookingId, decision } = await requested();
  const all = await Promise.all(
    Array.from({ length: 10 }, (_, index) =>
      decideByLink(visitor, { token: decision, decision: index % 2 ? "confirm" : "decline", reason: "" }),
    ),
  );
  expect(all.filter(({ ok }) => ok)).toHaveLength(1);
  for (const token of [`${bookingId}.x`, bookingId, "x", `${crypto.randomUUID()}.${decision.split(".")[1]}`])
    expect(await decideByLink(visitor, { token, decision: "confirm", reason: "" })).toEqual({
      ok: false,
      reason: { kind: "not_found" },
    });
});

test("a request for an unlock call does not keep its visitor from asking for another time; one of them counts", async () => {
  const dana = await wizardMember(ctx);
  const blueprint = await finishedBlueprint(dana);
  await changeSettings(admin, blueprintUnlockCall, { needsConfirmation: true });
  const request = async (start: string) => {
    const made = await bookCall(dana, { ...danasCall({ start }), eventType: blueprintUnlockCall, blueprint });
    if (!made.ok) throw new Error(made.reason.kind);
    return (await fixture.bookings()).at(-1)!.id;
  };
  const [first, second] = [await request("2026-03-04T15:00:00.000Z"), await request("2026-03-05T15:00:00.000Z")];
  const confirm = (bookingId: string) => decideForFirm(admin, { bookingId, decision: "confirm", reason: "" });
  expect(await confirm(second)).toMatchObject({ ok: true });
  expect(await confirm(first)).toEqual({ ok: false, reason: { kind: "blueprint_has_call" } });
  expect(await expirePending(ctx)).toBe(1);
  expect((await fixture.bookings()).map(({ status }) => status).sort()).toEqual(["cancelled", "confirmed"]);
  expect((await fixture.mail("call-not-confirmed")).text).toContain("Another call for the same blueprint");
});

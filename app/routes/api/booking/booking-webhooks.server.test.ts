import { beforeEach, expect, test } from "vitest";
import { listSlots } from "#app/features/booking/availability/calendar.server.ts";
import { bookCall } from "#app/features/booking/bookings/booking.server.ts";
import { closePastCalls } from "#app/features/booking/bookings/outcome.server.ts";
import { sendReminders } from "#app/features/booking/bookings/reminders.server.ts";
import { bookingEvents, type bookingMade } from "#app/features/booking/events.ts";
import { addEventType } from "#app/features/booking/hosts/hosts.server.ts";
import { onEvent } from "#app/features/events/events.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAdmin, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { danasCall, tuesdayAtTen, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { calendlyDelivery, calendlySignature, inviteeUri, noShowDelivery } from "#tests/fixtures/calendly.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { offerKickoff } from "#tests/fixtures/event-type-fixture.ts";
import { testNow, useDatabase } from "#tests/setup/test-database.ts";
import { bookingWebhooksEndpoints } from "./booking-webhooks.server.ts";

const key = "calendly-signing-key-of-this-test";
const { ctx } = useDatabase();
const fixture = useBookingFixture(ctx);
const visitor = asAnonymous(ctx);
const call = callsOf(bookingWebhooksEndpoints);

let published: string[] = [];
beforeEach(() => {
  useSettings({ CALENDLY_URL: "https://calendly.com/gtmarc/strategy-session", CALENDLY_WEBHOOK_SIGNING_KEY: key });
  published = [];
  for (const definition of bookingEvents)
    onEvent<typeof bookingMade.payload>(definition, async (_, call) => {
      published.push(`${definition.name} ${call.eventType} ${call.start.toISOString()}`);
    });
});

async function deliver(delivery: object, { at = testNow, signature }: { at?: Date; signature?: string | null } = {}) {
  const body = JSON.stringify(delivery);
  const header = signature === undefined ? calendlySignature(body, key, at) : signature;
  const headers = { "content-type": "application/json", ...(header ? { "calendly-webhook-signature": header } : {}) };
  return (await call({ ...visitor, now: at }, "/webhooks/calendly", body, { headers })).status;
}

const first = { event: "EV1", invitee: "IN1" };

test("a call booked in Calendly appears in our calendar, and the host gets the brief", async () => {
  expect(await deliver(calendlyDelivery("invitee.created", first))).toBe(200);
  const [row, ...others] = await fixture.bookings();
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    source: "calendly",
    status: "confirmed",
    name: "Dana Reyes",
    email: "dana@northfield.example",
    timezone: "Europe/Vienna",
    during: { start: new Date(tuesdayAtTen), end: new Date("2026-03-03T15:45:00Z") },
    answers: [{ question: "What should we look at?", answer: "Routing of leads" }],
    tracking: { utm_source: "newsletter", utm_campaign: "spring" },
    externalUrl: "https://calendly.com/reschedulings/IN1",
  });
  expect(published).toEqual([`booking.made strategy-session ${tuesdayAtTen}`]);
  // Calendly mails the visitor itself.
  expect(await fixture.mails()).toEqual(["call-booked-host calls@gtmarc.example"]);
  expect((await fixture.mail("call-booked-host")).text).toContain("Routing of leads");
  const free = await listSlots(visitor, { eventType: "strategy-session", from: "2026-03-03", to: "2026-03-03" });
  expect(free.ok && free.value.map(({ start }) => start.toISOString())).not.toContain(tuesdayAtTen);
});

test("a call of Calendly is of the event type with its name, letters with accents and strokes spelled out", async () => {
  const admin = await asAdmin(ctx);
  const copyOf = await offerKickoff(admin);
  value(await addEventType(admin, { title: "Größe & Łódź", slug: "grosse-lodz", copyOf }));
  expect(await deliver(calendlyDelivery("invitee.created", { ...first, title: "Größe & Łódź" }))).toBe(200);
  expect(published).toEqual([`booking.made grosse-lodz ${tuesdayAtTen}`]);
});

test("the same delivery twice, or ten times at once, books once", async () => {
  const delivery = calendlyDelivery("invitee.created", first);
  const statuses = await Promise.all(Array.from({ length: 10 }, () => deliver(delivery)));
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect(await fixture.bookings()).toHaveLength(1);
  expect(published).toHaveLength(1);
  expect(await fixture.mails()).toHaveLength(1);
});

test("a reschedule moves one booking without a cancellation, whichever of its two webhooks arrives first", async () => {
  const second = { event: "EV2", invitee: "IN2" };
  const later = { start: "2026-03-04T15:00:00.000000Z", end: "2026-03-04T15:45:00.000000Z" };
  const halves = () => [
    calendlyDelivery("invitee.canceled", { ...first, rescheduled: true, new_invitee: inviteeUri("EV2", "IN2") }),
    calendlyDelivery("invitee.created", { ...second, ...later, old_invitee: inviteeUri("EV1", "IN1") }),
  ];
  for (const order of [
    [0, 1],
    [1, 0],
    [1, 0, 1, 0],
  ]) {
    await ctx.db.delete((await import("#app/features/booking/tables.server.ts")).booking);
    published = [];
    await deliver(calendlyDelivery("invitee.created", first));
    for (const half of order) expect(await deliver(halves()[half]!)).toBe(200);
    expect(await fixture.bookings()).toMatchObject([
      { status: "confirmed", during: { start: new Date(later.start) }, externalUrl: expect.stringContaining("IN2") },
    ]);
    expect(published).toEqual([
      `booking.made strategy-session ${tuesdayAtTen}`,
      "booking.moved strategy-session 2026-03-04T15:00:00.000Z",
    ]);
  }
});

test("an answer truncated in the middle of a character is stored without that character", async () => {
  const delivery = calendlyDelivery("invitee.created", first);
  delivery.payload.questions_and_answers[0]!.answer = `${"x".repeat(1999)}😀`;
  expect(await deliver(delivery)).toBe(200);
  expect((await fixture.bookings())[0]!.answers[0]!.answer).toBe("x".repeat(1999));
});

test("a new time that arrives before the call that it replaces is still one booking", async () => {
  await deliver(
    calendlyDelivery("invitee.created", {
      event: "EV2",
      invitee: "IN2",
      start: "2026-03-04T15:00:00Z",
      end: "2026-03-04T15:45:00Z",
      old_invitee: inviteeUri("EV1", "IN1"),
    }),
  );
  await deliver(calendlyDelivery("invitee.created", first));
  expect(await fixture.bookings()).toMatchObject([{ during: { start: new Date("2026-03-04T15:00:00Z") } }]);
});

test("a cancellation frees the time and is published once; one that arrives before its call keeps it cancelled", async () => {
  await deliver(calendlyDelivery("invitee.created", first));
  for (let count = 0; count < 2; count += 1) await deliver(calendlyDelivery("invitee.canceled", first));
  expect(await fixture.bookings()).toMatchObject([{ status: "cancelled", cancellationReason: "Ill" }]);
  expect(published).toEqual([
    `booking.made strategy-session ${tuesdayAtTen}`,
    `booking.cancelled strategy-session ${tuesdayAtTen}`,
  ]);
  const other = { event: "EV9", invitee: "IN9" };
  await deliver(calendlyDelivery("invitee.canceled", other));
  await deliver(calendlyDelivery("invitee.created", other));
  expect((await fixture.bookings()).map(({ status }) => status)).toEqual(["cancelled", "cancelled"]);
  expect(published).toHaveLength(2);
});

test("a forged, missing, malformed or stale signature returns 401 and changes nothing; so does any signature without a configured key", async () => {
  const delivery = calendlyDelivery("invitee.created", first);
  const body = JSON.stringify(delivery);
  const good = calendlySignature(body, key, testNow);
  const seconds = (count: number) => new Date(testNow.getTime() + count * 1000);
  for (const signature of [
    null,
    "",
    "v1=abc",
    good.replace(/v1=./, "v1=x"),
    calendlySignature(body, "another-key", testNow),
    calendlySignature(`${body} `, key, testNow),
    calendlySignature(body, key, seconds(-181)),
    calendlySignature(body, key, seconds(181)),
    good.replace(/t=\d+/, `t=${Math.floor(testNow.getTime() / 1000) - 1}`),
  ])
    expect(await deliver(delivery, { signature }), String(signature)).toBe(401);
  useSettings({ CALENDLY_WEBHOOK_SIGNING_KEY: undefined });
  expect(await deliver(delivery)).toBe(401);
  expect(await fixture.bookings()).toEqual([]);
  useSettings({ CALENDLY_WEBHOOK_SIGNING_KEY: key });
  // Within three minutes either way; next to the signature of a key that is being replaced.
  expect(await deliver(delivery, { signature: calendlySignature(body, key, seconds(-179)) })).toBe(200);
  expect(
    await deliver(delivery, { signature: `${good.split(",")[0]},v1=${"0".repeat(64)},${good.split(",")[1]}` }),
  ).toBe(200);
});

test("a delivery replayed later is refused", async () => {
  const body = JSON.stringify(calendlyDelivery("invitee.created", first));
  const signature = calendlySignature(body, key, testNow);
  expect(await deliver(JSON.parse(body), { signature, at: later(ctx, { seconds: 240 }).now })).toBe(401);
});

test("other events are acknowledged; unreadable bodies are refused", async () => {
  expect(await deliver({ event: "routing_form_submission.created", payload: { uri: "x" } })).toBe(200);
  expect(await deliver({ event: "invitee.created", payload: { uri: "x" } })).toBe(400);
  const broken = "{";
  const headers = { "calendly-webhook-signature": calendlySignature(broken, key, testNow) };
  expect((await call(visitor, "/webhooks/calendly", broken, { headers })).status).toBe(400);
});

test("the event type follows from name or length, the host from the assigned member", async () => {
  await deliver(calendlyDelivery("invitee.created", { event: "A", invitee: "A", title: "Blueprint unlock call" }));
  await deliver(
    calendlyDelivery("invitee.created", { event: "B", invitee: "B", title: "Chat", end: "2026-03-03T15:30:00Z" }),
  );
  await deliver(calendlyDelivery("invitee.created", { event: "C", invitee: "C", title: "45 minutes" }));
  expect(published.map((line) => line.split(" ")[1])).toEqual([
    "blueprint-unlock-call",
    "blueprint-unlock-call",
    "strategy-session",
  ]);
});

test("a Calendly call counts as held when it has ended unless Calendly reports it as missed, and we send no reminders", async () => {
  await deliver(calendlyDelivery("invitee.created", first));
  expect(await sendReminders(later(ctx, { hours: 23 }))).toBe(0);
  expect(await closePastCalls(later(ctx, { hours: 25 }))).toBe(1);
  expect(published.at(-1)).toBe(`booking.held strategy-session ${tuesdayAtTen}`);
  await deliver(noShowDelivery("created", inviteeUri("EV1", "IN1")));
  expect(await fixture.bookings()).toMatchObject([{ outcome: "no-show" }]);
  expect(published.at(-1)).toContain("booking.missed");
  await deliver(noShowDelivery("deleted", inviteeUri("EV1", "IN1")));
  expect(await fixture.bookings()).toMatchObject([{ outcome: null }]);
});

test("a Calendly call may overlap one of ours and only blocks new bookings", async () => {
  expect((await bookCall(visitor, danasCall())).ok).toBe(true);
  expect(await deliver(calendlyDelivery("invitee.created", first))).toBe(200);
  expect(await fixture.bookings()).toHaveLength(2);
  expect(await bookCall(visitor, danasCall({ email: "sam@northfield.example" }))).toEqual({
    ok: false,
    reason: { kind: "taken" },
  });
});

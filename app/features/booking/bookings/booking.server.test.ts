import { eq, sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { onEvent } from "#app/features/events/events.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { violates } from "#app/platform/database/constraint.server.ts";
import { hashToken } from "#app/platform/secrets/hashes.server.ts";
import { as, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { danasCall, tokenOf, tuesdayAtTen, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { testNow, useDatabase } from "#tests/setup/test-database.ts";
import { bookingMade } from "../events.ts";
import { booking, eventType } from "../tables.server.ts";
import { bookCall } from "./booking.server.ts";
import { cancelCall, moveCall } from "./reschedule.server.ts";

const { db, ctx } = useDatabase();
const fixture = useBookingFixture(ctx);
const visitor = asAnonymous(ctx);

const booked = async (...[call, at = visitor]: [ReturnType<typeof danasCall>?, typeof visitor?]) => {
  const result = await bookCall(at, call ?? danasCall());
  if (!result.ok) throw new Error(`Not booked: ${result.reason.kind}`);
  return result.value;
};

test("a booking stores the call, its buffer, its history and only the hash of its token", async () => {
  const { uid, start, end, manageUrl } = await booked();
  expect({ start, end }).toEqual({ start: new Date(tuesdayAtTen), end: new Date("2026-03-03T15:45:00Z") });
  expect(manageUrl).toMatch(/^https:\/\/gtmarc\.example\/booking\/[\w-]{43}$/);
  const [row] = await fixture.bookings();
  expect(row).toMatchObject({
    uid,
    status: "confirmed",
    during: { start, end },
    blocked: { start, end: new Date("2026-03-03T16:00:00Z") },
    name: "Dana Reyes",
    email: "dana@northfield.example",
    timezone: "Europe/Vienna",
    notes: "Two teams, one CRM.",
    userId: null,
    sequence: 0,
    createdAt: testNow,
    manageTokenHash: hashToken(tokenOf(manageUrl)),
  });
  expect(JSON.stringify(row)).not.toContain(tokenOf(manageUrl));
  expect(await fixture.changes()).toMatchObject([{ action: "made", at: testNow, during: { start, end }, sequence: 0 }]);
});

test("both sides get one mail with the call in both time zones; only the visitor gets the link", async () => {
  const { manageUrl } = await booked();
  expect(await fixture.mails()).toEqual([
    "call-booked dana@northfield.example",
    "call-booked-host calls@gtmarc.example",
  ]);
  const visitorMail = await fixture.mail("call-booked");
  expect(visitorMail).toMatchObject({ secret: true, replyTo: "calls@gtmarc.example" });
  expect(visitorMail.subject).toBe("Booked: Strategy session, Tue, Mar 3, 2026, 4:00 PM (Europe/Vienna)");
  expect(visitorMail.text).toContain("Tue, Mar 3, 2026, 4:00 PM to 4:45 PM (Europe/Vienna)");
  expect(visitorMail.text).toContain("Tue, Mar 3, 2026, 10:00 AM to 10:45 AM (Eastern Time)");
  expect(visitorMail.text).toContain(manageUrl);
  const hostMail = await fixture.mail("call-booked-host");
  expect(hostMail.replyTo).toBe("dana@northfield.example");
  expect(hostMail.text).toContain("Tue, Mar 3, 2026, 10:00 AM to 10:45 AM (Eastern Time)");
  expect(hostMail.text).toContain("Tue, Mar 3, 2026, 4:00 PM to 4:45 PM (Europe/Vienna)");
  expect(hostMail.text).toContain("Two teams, one CRM.");
  expect(JSON.stringify(hostMail)).not.toContain(tokenOf(manageUrl));
});

test("the visitor's mail repeats no other input of the form", async () => {
  await booked(danasCall({ name: "Win money at evil.example", notes: "Click evil.example" }));
  expect(JSON.stringify(await fixture.mail("call-booked"))).not.toContain("evil.example");
});

test("a line break in the name cannot become a header", async () => {
  await booked(danasCall({ name: "Dana\r\nBcc: everyone@example.com" }));
  expect((await fixture.mail("call-booked-host")).subject).toContain("with Dana Bcc: everyone@example.com,");
});

test("a signed-in user owns their call, whatever address it is booked with", async () => {
  const dana = await as(ctx, "dana.private@example.com");
  await booked(danasCall(), dana);
  expect(await fixture.bookings()).toMatchObject([{ userId: dana.actor.userId, email: "dana@northfield.example" }]);
  expect(await fixture.changes()).toMatchObject([{ actorUserId: dana.actor.userId }]);
});

test("the event is published in the same transaction", async () => {
  const published: unknown[] = [];
  onEvent(bookingMade, async (_, event) => void published.push(event));
  const { uid, start, end } = await booked();
  const [row] = await fixture.bookings();
  expect(published).toEqual([
    {
      bookingId: row?.id,
      uid,
      eventType: "strategy-session",
      start,
      end,
      name: "Dana Reyes",
      email: "dana@northfield.example",
      userId: null,
    },
  ]);
});

test("when a listener fails, nothing is booked and no event is published", async () => {
  onEvent(bookingMade, async () => {
    throw new Error("prospect could not be written");
  });
  await expect(bookCall(visitor, danasCall())).rejects.toThrow("prospect could not be written");
  expect(await fixture.bookings()).toEqual([]);
  expect(await fixture.mails()).toEqual([]);
});

test("an unknown or inactive event type is refused", async () => {
  expect(await bookCall(visitor, { ...danasCall(), eventType: "demo" })).toEqual({
    ok: false,
    reason: { kind: "unknown_event_type" },
  });
  await db.update(eventType).set({ active: false }).where(eq(eventType.slug, "strategy-session"));
  expect(await bookCall(visitor, danasCall())).toEqual({ ok: false, reason: { kind: "unknown_event_type" } });
});

test("a time that is not offered is refused and nothing is sent", async () => {
  const refused = async (start: string) => {
    const result = await bookCall(visitor, danasCall({ start }));
    return result.ok ? "booked" : result.reason.kind;
  };
  expect(await refused("2026-03-03T15:10:00Z")).toBe("not_offered");
  expect(await refused("2026-03-03T02:00:00Z")).toBe("not_offered");
  expect(await refused("2026-03-07T15:00:00Z")).toBe("not_offered");
  expect(await refused("2026-03-02T16:00:00Z")).toBe("not_offered");
  expect(await refused("2026-02-24T15:00:00Z")).toBe("not_offered");
  expect(await refused("2026-06-30T15:00:00Z")).toBe("not_offered");
  expect(await refused("2026-05-25T15:00:00Z")).toBe("not_offered");
  expect(await fixture.mails()).toEqual([]);
});

test("a time blocked by a call or its buffer is taken, also for the other event type", async () => {
  await booked();
  const answers = await Promise.all([
    bookCall(visitor, danasCall({ email: "li@example.com" })),
    bookCall(visitor, danasCall({ start: "2026-03-03T15:30:00Z" })),
    bookCall(visitor, { ...danasCall({ start: "2026-03-03T14:30:00Z" }), eventType: "strategy-session" }),
    bookCall(visitor, { ...danasCall(), eventType: "blueprint-unlock-call" }),
  ]);
  expect(answers).toEqual(answers.map(() => ({ ok: false, reason: { kind: "taken" } })));
  expect(await bookCall(visitor, danasCall({ start: "2026-03-03T16:00:00Z" }))).toMatchObject({ ok: true });
});

test("the daily cap counts calls of the event type", async () => {
  await db.update(eventType).set({ dailyCap: 1 }).where(eq(eventType.slug, "strategy-session"));
  await booked();
  expect(await bookCall(visitor, danasCall({ start: "2026-03-03T18:00:00Z" }))).toMatchObject({ ok: false });
  await booked(danasCall({ start: "2026-03-04T18:00:00Z" }));
  await booked({ ...danasCall({ start: "2026-03-03T18:00:00Z" }), eventType: "blueprint-unlock-call" });
});

test("of fifty simultaneous bookings of one slot, one succeeds and two mails are sent", async () => {
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, n) => bookCall(visitor, danasCall({ email: `visitor${n}@example.com` }))),
  );
  const won = answers.filter(({ ok }) => ok);
  expect(won).toHaveLength(1);
  expect(answers.filter((answer) => !answer.ok && answer.reason.kind === "taken")).toHaveLength(49);
  const rows = await fixture.bookings();
  expect(rows).toHaveLength(1);
  expect(await fixture.changes()).toHaveLength(1);
  expect(await fixture.mails()).toEqual([`call-booked ${rows[0]?.email}`, "call-booked-host calls@gtmarc.example"]);
});

test("simultaneous bookings, moves and cancellations never leave overlapping calls", async () => {
  const times = ["15:00", "15:30", "16:00", "16:30", "17:00", "17:30", "18:00", "18:30", "19:00", "19:30", "20:00"];
  const at = (n: number) => `2026-03-03T${times[n % times.length]}:00Z`;
  const first = await Promise.all(
    [0, 2, 4].map((n) => booked(danasCall({ start: at(n), email: `first${n}@example.com` }))),
  );
  await Promise.all([
    ...Array.from({ length: 12 }, (_, n) => bookCall(visitor, danasCall({ start: at(n), email: `v${n}@example.com` }))),
    ...first.flatMap(({ manageUrl }, n) => [
      moveCall(visitor, { token: tokenOf(manageUrl), start: new Date(at(n * 3 + 5)) }),
      moveCall(visitor, { token: tokenOf(manageUrl), start: new Date(at(n + 7)) }),
    ]),
    ...first.slice(0, 1).map(({ manageUrl }) => cancelCall(visitor, { token: tokenOf(manageUrl) })),
  ]);
  const held = (await fixture.bookings())
    .filter(({ status }) => status === "confirmed")
    .map(({ blocked }) => blocked)
    .sort((a, b) => a.start.getTime() - b.start.getTime());
  expect(held.length).toBeGreaterThan(3);
  for (const [n, { start }] of held.entries())
    if (n > 0) expect(held[n - 1]!.end.getTime()).toBeLessThanOrEqual(start.getTime());
});

test("the database itself refuses a second call at the same time", async () => {
  await booked();
  const [row] = await fixture.bookings();
  const copy = { ...row!, id: newId(), uid: newId(), manageTokenHash: newId() };
  const error = await db
    .insert(booking)
    .values(copy)
    .then(
      () => null,
      (cause: unknown) => cause,
    );
  expect(violates(error, "booking_one_call_at_a_time")).toBe(true);
  const canceledAt = testNow;
  await db.insert(booking).values({ ...copy, status: "cancelled", canceledAt });
  await expect(
    db.execute(
      sql`update booking set blocked = tstzrange(upper(during), upper(during) + interval '1 hour') where status = 'cancelled'`,
    ),
  ).rejects.toThrow();
});

test("the same key with the same input books once and gets the same response", async () => {
  const call = { ...danasCall(), idempotencyKey: "key-1" };
  const first = await bookCall(visitor, call);
  expect(await bookCall(later(visitor, { seconds: 5 }), call)).toEqual(first);
  expect(await fixture.bookings()).toHaveLength(1);
  expect(await fixture.mails()).toHaveLength(2);
});

test("ten simultaneous repeats book once and get the same response", async () => {
  const call = { ...danasCall(), idempotencyKey: "key-1" };
  const answers = await Promise.all(Array.from({ length: 10 }, () => bookCall(visitor, call)));
  expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1);
  expect(answers[0]).toMatchObject({ ok: true });
  expect(await fixture.bookings()).toHaveLength(1);
  expect(await fixture.mails()).toHaveLength(2);
});

test("a key is refused with other input, and after its call was canceled", async () => {
  const { manageUrl } = await booked({ ...danasCall(), idempotencyKey: "key-1" } as never);
  const reused = { ok: false, reason: { kind: "key_reused" } };
  const elsewhere = danasCall({ start: "2026-03-03T18:00:00Z" });
  expect(await bookCall(visitor, { ...elsewhere, idempotencyKey: "key-1" })).toEqual(reused);
  expect(await bookCall(visitor, { ...danasCall({ notes: "" }), idempotencyKey: "key-1" })).toEqual(reused);
  await cancelCall(visitor, { token: tokenOf(manageUrl) });
  expect(await bookCall(visitor, { ...danasCall(), idempotencyKey: "key-1" })).toEqual(reused);
});

test("a stranger with the same key does not get another visitor's booking", async () => {
  await booked({ ...danasCall(), idempotencyKey: "1" } as never);
  const strangers = { ...danasCall({ email: "mallory@example.com" }), idempotencyKey: "1" };
  expect(await bookCall(visitor, strangers)).toEqual({ ok: false, reason: { kind: "taken" } });
});

test("a repeat after a move returns the call's current time", async () => {
  const call = { ...danasCall(), idempotencyKey: "key-1" };
  const { uid, manageUrl } = await booked(call as never);
  const start = new Date("2026-03-04T15:00:00Z");
  await moveCall(visitor, { token: tokenOf(manageUrl), start });
  expect(await bookCall(visitor, call)).toMatchObject({ ok: true, value: { uid, start, manageUrl } });
});

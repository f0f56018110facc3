import { expect, test } from "vitest";
import type { Refusal } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { bookingEndpoints } from "#app/routes/api/booking/booking.server.ts";
import { as, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { danasCall, tokenOf, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { bookCall } from "./booking.server.ts";
import { cancelCall, moveCall } from "./reschedule.server.ts";

const { ctx, pool } = useDatabase();
const fixture = useBookingFixture(ctx);
const visitor = asAnonymous(ctx);

/** Free starts: three days, from ten to three in New York. */
const starts = [3, 4, 5].flatMap((day) => [15, 16, 17, 18, 19, 20].map((hour) => `2026-03-0${day}T${hour}:00:00.000Z`));
const book = (index: number, email = "dana@northfield.example", at: Ctx = visitor) =>
  bookCall(at, danasCall({ start: starts[index]!, email }));
const outcomes = (results: Result<unknown, Refusal>[]) =>
  results.map((result) => (result.ok ? "booked" : result.reason.kind));
const forgetMails = () => pool.query("delete from rate_limit");

test("an address that others book for has at most three upcoming calls, whatever its spelling", async () => {
  const spelled = [
    "dana@northfield.example",
    "dana+1@northfield.example",
    "dana+2@northfield.example",
    "dana+3@northfield.example",
  ];
  const results = [];
  for (const [index, email] of spelled.entries()) results.push(await book(index, email));
  expect(outcomes(results)).toEqual(["booked", "booked", "booked", "address_has_calls"]);
  expect(await fixture.bookings()).toHaveLength(3);
  expect(outcomes([await book(4, "lee@northfield.example")])).toEqual(["booked"]);
});

test("of ten simultaneous bookings for one address three succeed, and each is mailed once", async () => {
  const results = await Promise.all(starts.slice(0, 10).map((_, index) => book(index)));
  expect(outcomes(results).filter((outcome) => outcome === "booked")).toHaveLength(3);
  expect(outcomes(results).filter((outcome) => outcome === "address_has_calls")).toHaveLength(7);
  expect((await fixture.mails()).filter((mail) => mail.startsWith("call-booked dana"))).toHaveLength(3);
});

test("a canceled or past call allows another one", async () => {
  const results = [await book(0), await book(1), await book(2)];
  await forgetMails();
  const [first] = results;
  if (!first?.ok) throw new Error("not booked");
  await cancelCall(visitor, { token: tokenOf(first.value.manageUrl) });
  expect(outcomes([await book(3), await book(4)])).toEqual(["booked", "address_has_calls"]);
  const nextDay = later(visitor, { days: 2 });
  expect(outcomes([await book(12, undefined, nextDay)])).toEqual(["booked"]);
});

test("a signed-in user has at most five upcoming calls, for their own address and for others", async () => {
  const dana = await as(ctx, "dana@northfield.example");
  const own = [];
  for (let index = 0; index < 4; index += 1) own.push(await book(index, "dana@northfield.example", dana));
  expect(outcomes(own)).toEqual(Array(4).fill("booked"));
  expect(outcomes([await book(4, "lee@northfield.example", dana)])).toEqual(["booked"]);
  expect(outcomes([await book(5, "dana@northfield.example", dana)])).toEqual(["person_has_calls"]);
  expect(outcomes([await book(5, "sam@northfield.example", dana)])).toEqual(["person_has_calls"]);
});

test("an account does not raise the limit of another address: three calls", async () => {
  const lee = await as(ctx, "lee@northfield.example");
  const results = [];
  for (let index = 0; index < 4; index += 1) results.push(await book(index, "dana@northfield.example", lee));
  expect(outcomes(results)).toEqual(["booked", "booked", "booked", "address_has_calls"]);
});

test("the endpoint returns 409 and explains how to move a call; a repeat gets the original response", async () => {
  const call = callsOf(bookingEndpoints);
  const send = (index: number, key: string) => {
    const { eventType, start, hold: _, tracking, ...rest } = danasCall({ start: starts[index]! });
    const body = { ...rest, tracking, start: start.toISOString() };
    return call(visitor, `/booking/${eventType}`, body, { headers: { "idempotency-key": key } });
  };
  for (let index = 0; index < 3; index += 1) expect((await send(index, `${index}`)).status).toBe(201);
  const refused = await send(3, "3");
  expect([refused.status, refused.body]).toEqual([
    409,
    {
      error: {
        code: "too_many_calls",
        message:
          "This address already has 3 upcoming calls. To move or cancel one, open the link in its confirmation email.",
      },
    },
  ]);
  expect((await send(0, "0")).status).toBe(201);
});

const bookFrom = (address: string, index: number, at: Ctx = visitor) =>
  bookCall(at, { ...danasCall({ start: starts[index]!, email: `visitor${index}@northfield.example` }), address });

test("an anonymous client can book at most ten calls an hour", async () => {
  const results = [];
  for (let index = 0; index < 10; index += 1) results.push(await bookFrom("198.51.100.1", index));
  expect(outcomes(results)).toEqual(Array(10).fill("booked"));
  expect(await bookFrom("198.51.100.1", 10)).toEqual({
    ok: false,
    reason: { kind: "too_many", retryAfterSeconds: 3600 },
  });
  expect(await fixture.bookings()).toHaveLength(10);
  expect(outcomes([await bookFrom("198.51.100.2", 10)])).toEqual(["booked"]);
  expect(outcomes([await bookFrom("198.51.100.1", 11, later(visitor, { hours: 1 }))])).toEqual(["booked"]);
});

test("of twelve simultaneous bookings of one client ten succeed", async () => {
  const results = await Promise.all(Array.from({ length: 12 }, (_, index) => bookFrom("198.51.100.1", index)));
  expect(outcomes(results).filter((outcome) => outcome === "booked")).toHaveLength(10);
  expect(outcomes(results).filter((outcome) => outcome === "too_many")).toHaveLength(2);
  expect(await fixture.bookings()).toHaveLength(10);
});

test("refused bookings do not count, and signed-in users are not limited per client", async () => {
  await bookFrom("198.51.100.1", 0);
  for (let refused = 0; refused < 12; refused += 1)
    expect(outcomes([await bookFrom("198.51.100.1", 0)])).toEqual(["taken"]);
  for (let index = 1; index < 10; index += 1) await bookFrom("198.51.100.1", index);
  const dana = await as(ctx, "dana@northfield.example");
  expect(outcomes([await bookFrom("198.51.100.1", 10, visitor)])).toEqual(["too_many"]);
  expect(outcomes([await bookFrom("198.51.100.1", 10, dana)])).toEqual(["booked"]);
});

test("the endpoint returns 429 with a message and Retry-After; a repeated booking gets its original response", async () => {
  const call = callsOf(bookingEndpoints);
  const send = (index: number) => {
    const {
      eventType,
      hold: _,
      ...rest
    } = danasCall({
      start: starts[index]!,
      email: `visitor${index}@northfield.example`,
    });
    return call(visitor, `/booking/${eventType}`, rest, { headers: { "idempotency-key": `${index}` } });
  };
  for (let index = 0; index < 10; index += 1) expect((await send(index)).status).toBe(201);
  const refused = await send(10);
  expect([refused.status, refused.headers.get("retry-after"), refused.body]).toEqual([
    429,
    "3600",
    {
      error: {
        code: "too_many",
        message:
          "10 calls were booked from your network in the last hour. Sign in to book another, or try again later.",
      },
    },
  ]);
  expect((await send(0)).status).toBe(201);
});

test("an address gets at most five mails an hour for bookings and moves, and the cancellation of each call", async () => {
  const promised = { "call-booked": 0, "call-moved": 0, "call-cancelled": 0 };
  const refusals = new Set<unknown>();
  const attempt = async <Value>(work: Promise<Value>) =>
    work.catch((error: unknown) => {
      refusals.add((error as Error).constructor.name);
      return null;
    });
  for (let round = 0; round < 4; round += 1) {
    const made = await attempt(book(round));
    if (!made?.ok) continue;
    promised["call-booked"] += 1;
    const token = tokenOf(made.value.manageUrl);
    const moved = await attempt(moveCall(visitor, { token, start: new Date(starts[round + 6]!) }));
    if (moved?.ok) promised["call-moved"] += 1;
    const cancelled = await cancelCall(visitor, { token });
    expect(cancelled.ok).toBe(true);
    promised["call-cancelled"] += 1;
  }
  const mails = (await fixture.mails()).filter((mail) => mail.endsWith("dana@northfield.example"));
  expect(promised["call-booked"] + promised["call-moved"]).toBeLessThanOrEqual(5);
  expect(promised["call-cancelled"]).toBe(promised["call-booked"]);
  expect(mails.length).toBe(promised["call-booked"] + promised["call-moved"] + promised["call-cancelled"]);
  expect([...refusals]).toEqual(["MailboxFull"]);
  expect((await fixture.bookings()).every(({ status }) => status === "cancelled")).toBe(true);
});

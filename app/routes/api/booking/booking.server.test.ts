import { expect, test } from "vitest";
import { analyticsIdentity } from "#app/features/analytics/tables.server.ts";
import { busyFeed, host } from "#app/features/booking/tables.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAnonymous } from "#tests/fixtures/actors.ts";
import { tokenOf, tuesdayAtTen, useBookingFixture } from "#tests/fixtures/booking-fixture.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { bookingEndpoints } from "./booking.server.ts";

const { ctx, db } = useDatabase();
const fixture = useBookingFixture(ctx);
const visitor = asAnonymous(ctx);
const call = callsOf(bookingEndpoints);

const form = { start: tuesdayAtTen, name: "Dana Reyes", email: "dana@northfield.example", timezone: "Europe/Vienna" };
const book = (changes: object = {}, options: Parameters<typeof call>[3] = {}) =>
  call(visitor, "/booking/strategy-session", { ...form, ...changes }, options);
const slots = (query: string, kind = "strategy-session") =>
  call(visitor, `/booking/${kind}/slots?${query}`, undefined, { method: "GET" });
const refused = (status: number, code: string) => ({ status, body: { error: { code } } });

async function token() {
  const { body } = await book();
  return tokenOf((body as { manageUrl: string }).manageUrl);
}

test("free times are returned in UTC", async () => {
  const { status, body } = await slots("from=2026-03-03&to=2026-03-03");
  expect(status).toBe(200);
  const list = (body as { slots: unknown[] }).slots;
  expect(list).toHaveLength(15);
  expect(list[0]).toEqual({ start: "2026-03-03T14:00:00.000Z", end: "2026-03-03T14:45:00.000Z" });
});

test("instants and dates of another zone are accepted", async () => {
  const instants = await slots("from=2026-03-03T09:00:00-05:00&to=2026-03-03T15:00:00Z".replace("+", "%2B"));
  expect(instants).toMatchObject({ status: 200, body: { slots: [{}, {}] } });
  const tokyo = await slots("from=2026-03-04&to=2026-03-04&timezone=Asia/Tokyo");
  expect(tokyo).toMatchObject({
    status: 200,
    body: { slots: expect.arrayContaining([{ start: "2026-03-03T15:00:00.000Z", end: "2026-03-03T15:45:00.000Z" }]) },
  });
});

test("times that are missing because a calendar cannot be read are not passed off as none", async () => {
  const [only] = await db.select().from(host);
  await db
    .insert(busyFeed)
    .values({ id: newId(), hostId: only!.id, url: "https://calendar.example/", createdAt: ctx.now });
  expect((await slots("from=2026-03-03&to=2026-03-03")).body).toEqual({ slots: [], unread: true });
  await db.update(busyFeed).set({ readAt: ctx.now });
  expect(await slots("from=2026-03-03&to=2026-03-03")).toMatchObject({ body: { slots: { length: 15 } } });
  expect((await slots("from=2026-03-01&to=2026-03-01")).body).toEqual({ slots: [] });
});

test("an invalid query names the field", async () => {
  expect(await slots("from=2026-03-03")).toMatchObject({
    status: 422,
    body: { error: { fields: { to: expect.any(String) } } },
  });
  expect(await slots("from=2026-02-30&to=2026-03-03")).toMatchObject({
    status: 422,
    body: { error: { fields: { from: expect.any(String) } } },
  });
  expect(await slots("from=2026-03-03&to=2026-03-03&timezone=Mars/Olympus")).toMatchObject({
    status: 422,
    body: { error: { fields: { timezone: expect.any(String) } } },
  });
  expect(await slots("from=2026-03-03&to=2026-05-05")).toMatchObject({
    status: 422,
    body: { error: { fields: { to: "The period can be at most 62 days long." } } },
  });
  expect(await slots("from=2026-03-03&to=2026-03-01")).toMatchObject({
    status: 422,
    body: { error: { fields: { to: expect.any(String) } } },
  });
});

test("an unknown event type returns 404 from both endpoints", async () => {
  expect(await slots("from=2026-03-03&to=2026-03-03", "demo")).toMatchObject(refused(404, "unknown_event_type"));
  expect(await call(visitor, "/booking/demo", form)).toMatchObject(refused(404, "unknown_event_type"));
});

test("a booking returns 201 with exactly the fields of the contract", async () => {
  const { status, body } = await book({ notes: "Two teams." });
  expect(status).toBe(201);
  expect(body).toEqual({
    uid: expect.stringMatching(/^[0-9a-f-]{36}$/),
    start: tuesdayAtTen,
    end: "2026-03-03T15:45:00.000Z",
    manageUrl: expect.stringMatching(/^https:\/\/gtmarc\.example\/booking\/[\w-]{43}$/),
  });
});

test("the start may have any UTC offset", async () => {
  expect(await book({ start: "2026-03-03T16:00:00+01:00" })).toMatchObject({
    status: 201,
    body: { start: tuesdayAtTen },
  });
});

test("taken and not offered times return 409 with a message", async () => {
  await book();
  expect(await book({ email: "li@example.com" })).toMatchObject({
    status: 409,
    body: { error: { code: "taken", message: "That time is no longer free. Please choose another." } },
  });
  expect(await book({ start: "2026-03-07T15:00:00Z" })).toMatchObject(refused(409, "not_offered"));
});

test("while a calendar of the host cannot be read, a time is not called taken, and can be booked again afterwards", async () => {
  const { manageUrl } = (await book()).body as { manageUrl: string };
  const feed = { hostId: (await db.select().from(host))[0]!.id, url: "https://calendar.example/a.ics" };
  await db.insert(busyFeed).values({ ...feed, id: newId(), createdAt: ctx.now });
  const start = "2026-03-03T19:00:00.000Z";
  const unread = {
    status: 503,
    body: {
      error: {
        code: "calendar_unread",
        message: expect.stringMatching(/cannot be read .*another time.*calls@gtmarc.example/),
      },
    },
  };
  const refusedBooking = await book({ start, email: "li@example.com" });
  expect(refusedBooking).toMatchObject(unread);
  expect(refusedBooking.headers.get("retry-after")).toBe("60");
  expect(await call(visitor, "/booking/strategy-session/hold", { start })).toMatchObject(unread);
  const path = `/booking/by-token/${tokenOf(manageUrl)}/reschedule`;
  expect(await call(visitor, path, { start })).toMatchObject(unread);
  expect(await book({ email: "li@example.com" })).toMatchObject(refused(409, "taken"));
  expect(await book({ start: "2026-03-07T15:00:00Z" })).toMatchObject(refused(409, "not_offered"));
  await db.update(busyFeed).set({ readAt: ctx.now });
  expect(await book({ start, email: "li@example.com" })).toMatchObject({ status: 201 });
});

test("an invalid form names every field", async () => {
  const { status, body } = await book({ start: "tomorrow", name: "  ", email: "dana", timezone: "+02:00" });
  expect(status).toBe(422);
  expect(body).toMatchObject({
    error: {
      fields: {
        start: "Please choose a time.",
        name: "Please enter your name.",
        email: "Please enter a valid email address.",
        timezone: expect.stringContaining("unknown"),
      },
    },
  });
  expect(await book({ notes: "x".repeat(2001) })).toMatchObject({
    status: 422,
    body: { error: { fields: { notes: "Use at most 2,000 characters." } } },
  });
  expect(await fixture.bookings()).toEqual([]);
});

test("of fifty requests for one slot, one returns 201 and forty-nine return 409", async () => {
  const answers = await Promise.all(Array.from({ length: 50 }, (_, n) => book({ email: `v${n}@example.com` })));
  const statuses = answers.map(({ status }) => status);
  expect(statuses.filter((status) => status === 201)).toHaveLength(1);
  expect(statuses.filter((status) => status === 409)).toHaveLength(49);
  expect(await fixture.bookings()).toHaveLength(1);
  expect(await fixture.mails()).toHaveLength(2);
});

test("a repeated Idempotency-Key gets the same response once it has booked, and 422 with another body", async () => {
  const headers = { "idempotency-key": "3f0c" };
  const first = await book({}, { headers });
  const second = await book({}, { headers });
  expect([second.status, second.body]).toEqual([first.status, first.body]);
  expect(await book({ notes: "other" }, { headers })).toMatchObject(refused(422, "key_reused"));
  expect(await book({}, { headers: { "idempotency-key": "k".repeat(256) } })).toMatchObject({ status: 422 });
  expect(await fixture.mails()).toHaveLength(2);
});

test("a call is cancelled by its link, idempotently and also without a body", async () => {
  const path = `/booking/by-token/${await token()}/cancellation`;
  const first = await call(visitor, path, { reason: "Ill" });
  expect(first).toMatchObject({ status: 200, body: { status: "cancelled", start: tuesdayAtTen } });
  expect(await call(visitor, path)).toMatchObject({ status: 200, body: first.body as object });
  expect(await fixture.bookings()).toMatchObject([{ cancellationReason: "Ill" }]);
});

test("a call is moved by its link", async () => {
  const path = `/booking/by-token/${await token()}/reschedule`;
  expect(await call(visitor, path, { start: "2026-03-03T19:00:00Z" })).toMatchObject({
    status: 200,
    body: { status: "confirmed", start: "2026-03-03T19:00:00.000Z", end: "2026-03-03T19:45:00.000Z" },
  });
  expect(await call(visitor, path, { start: "2026-03-08T19:00:00Z" })).toMatchObject(refused(409, "not_offered"));
  expect(await call(visitor, path, {})).toMatchObject({
    status: 422,
    body: { error: { fields: { start: "Please choose a time." } } },
  });
});

test("an unknown link returns 404 from both endpoints", async () => {
  await book();
  for (const guess of ["x".repeat(43), "x"]) {
    expect(await call(visitor, `/booking/by-token/${guess}/cancellation`, {})).toMatchObject(refused(404, "not_found"));
    expect(await call(visitor, `/booking/by-token/${guess}/reschedule`, { start: tuesdayAtTen })).toMatchObject(
      refused(404, "not_found"),
    );
  }
});

test("a call that has started or was cancelled returns 409", async () => {
  const path = `/booking/by-token/${await token()}`;
  const during = { ...visitor, now: new Date(tuesdayAtTen) };
  expect(await call(during, `${path}/cancellation`, {})).toMatchObject(refused(409, "already_started"));
  await call(visitor, `${path}/cancellation`, {});
  expect(await call(visitor, `${path}/reschedule`, { start: "2026-03-03T19:00:00Z" })).toMatchObject(
    refused(409, "cancelled"),
  );
});

test("more than 120 bookings a minute from one client return 429, and others can still book", async () => {
  for (let n = 0; n < 120; n += 1) await book({ start: "2026-03-07T15:00:00Z" });
  const { status, headers } = await book();
  expect(status).toBe(429);
  expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
  expect(await book({}, { address: "203.0.113.8" })).toMatchObject({ status: 201 });
});

test("the API description documents all endpoints", () => {
  const document = bookingEndpoints.getOpenAPI31Document({ openapi: "3.1.0", info: { title: "t", version: "1" } });
  expect(Object.keys(document.paths ?? {})).toEqual([
    "/booking/{eventType}/slots",
    "/booking/{eventType}",
    "/booking/{eventType}/hold",
    "/booking/holds/{token}/release",
    "/booking/by-token/{token}/cancellation",
    "/booking/by-token/{token}/payment",
    "/booking/by-token/{token}/reschedule",
  ]);
  const unavailable = Object.entries(document.paths ?? {}).filter(([, item]) => item.post?.responses?.[503]);
  expect(unavailable.map(([path]) => path)).toEqual([
    "/booking/{eventType}",
    "/booking/{eventType}/hold",
    "/booking/by-token/{token}/payment",
    "/booking/by-token/{token}/reschedule",
  ]);
});

test("a booking connects its visit with its email, unless the visitor asks for privacy", async () => {
  const identities = () => ctx.db.select({ email: analyticsIdentity.email }).from(analyticsIdentity);
  const private_ = { ...form, email: "erin@example.com", session_id: "1772463600000-2" };
  expect(await call(visitor, "/booking/strategy-session", private_, { headers: { "sec-gpc": "1" } })).toMatchObject({
    status: 201,
  });
  expect(await identities()).toEqual([]);
  expect(await book({ session_id: "1772463600000-1", start: "2026-03-05T16:00:00Z" })).toMatchObject({ status: 201 });
  expect(await identities()).toEqual([{ email: form.email }]);
});

test("a client that only tries bookings stores a limited number of visits with an email", async () => {
  const fill = { method: "POST" } as const;
  for (let n = 0; n < 210; n += 1) {
    const at = { ...visitor, now: new Date(visitor.now.getTime() + n * 1000) };
    const tried = await call(at, "/booking/no-such-call", { ...form, session_id: `s${n}` }, fill);
    expect(tried.status).toBe(404);
  }
  expect(await db.$count(analyticsIdentity)).toBe(200);
});

test("with CALENDLY_URL an old page can neither hold nor book a strategy session, and gets the link; unlock calls stay", async () => {
  useSettings({ CALENDLY_URL: "https://calendly.com/northfield/call" });
  const elsewhere = {
    status: 409,
    body: {
      error: { code: "booked_elsewhere", message: expect.stringMatching(/https:\/\/calendly\.com\/northfield\/call$/) },
    },
  };
  expect(await book()).toMatchObject(elsewhere);
  expect(await call(visitor, "/booking/strategy-session/hold", { start: tuesdayAtTen })).toMatchObject(elsewhere);
  expect(await fixture.bookings()).toEqual([]);
  expect(await call(visitor, "/booking/blueprint-unlock-call", form)).toMatchObject({ status: 201 });
  useSettings({ CALENDLY_URL: undefined });
});

import { eq, sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { updateProfile } from "#app/features/accounts/accounts.server.ts";
import { companyIdOf } from "#app/features/accounts/profile/profile.server.ts";
import { exportPersonalData, forgetPerson } from "#app/features/analytics/personal-data.server.ts";
import { deleteOldFunnelEvents, recordFunnelEvent } from "#app/features/analytics/steps/funnel.server.ts";
import { bookingConversionUsd, funnelStages } from "#app/features/analytics/steps/funnel-stages.ts";
import { funnelEvent } from "#app/features/analytics/tables.server.ts";
import { newId } from "#app/lib/uuid.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { as, asAnonymous, later } from "#tests/fixtures/actors.ts";
import { callsOf } from "#tests/fixtures/calls.ts";
import { person, started } from "#tests/fixtures/drafts.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { analyticsEndpoints } from "./analytics.server.ts";

const { db, ctx } = useDatabase();
const call = callsOf(analyticsEndpoints);
const stranger = asAnonymous(ctx);
beforeEach(() => void useSettings({ SECRET: "a".repeat(32) }));

const path = "/functions/track-funnel-event";
const noProfile = {
  ...{ first_name: "Dana", last_name: "Reyes", title: null, focus_area: null, top_outcome: null, industry: null },
  estimated_loaded_cost_per_hour: 75,
};
const step = {
  session_id: "1772463600000-abc",
  user_id: null,
  stage: "wizard",
  substage: "profile_completed",
  metadata: { mode: "guided" },
  value: null,
  company_id: null,
  blueprint_id: null,
};
const stored = () => db.select().from(funnelEvent);

test("a step is accepted with 202 and stored under the session's user", async () => {
  const dana = await as(ctx, "dana@northfield.example");
  expect(await call(dana, path, { ...step, user_id: newId() })).toMatchObject({ status: 202, body: { ok: true } });
  expect(await stored()).toMatchObject([
    {
      sessionId: step.session_id,
      userId: dana.actor.userId,
      stage: "wizard",
      substage: "profile_completed",
      metadata: { mode: "guided" },
      occurredAt: ctx.now,
    },
  ]);
});

test("a step that is sent twice with the same event id is stored once", async () => {
  const event_id = newId();
  for (let twice = 0; twice < 2; twice += 1)
    expect((await call(stranger, path, { ...step, event_id })).status).toBe(202);
  expect(await stored()).toMatchObject([{ id: event_id }]);
  expect((await call(stranger, path, { ...step, event_id: "once" })).status).toBe(422);
  await call(stranger, path, { ...step, event_id }, { headers: { dnt: "1" } });
  expect(await stored()).toHaveLength(2);
});

test("a page can report neither a payment nor a booked call, with whatever value", async () => {
  const paid = { ...step, stage: "unlock", substage: "paid", value: 1_000_000 };
  const booked = { ...step, stage: "booking", substage: "scheduled", value: 1_000_000 };
  for (const visitor of [stranger, await as(ctx, "dana@northfield.example")])
    for (const step of [paid, booked, { ...booked, stage: "Booking" }, { ...paid, substage: "PAID " }])
      expect((await call(visitor, path, step)).status).toBe(202);
  expect(await stored()).toEqual([]);
});

test("only with a Calendly that does not report its calls, a page reports them, for 2,500 USD each", async () => {
  useSettings({ SECRET: "a".repeat(32), CALENDLY_URL: "https://calendly.com/northfield/call" });
  const booked = { ...step, stage: "booking", substage: "scheduled", value: 1_000_000 };
  expect((await call(stranger, path, booked)).status).toBe(202);
  expect(await stored()).toMatchObject([{ substage: "scheduled", value: bookingConversionUsd }]);
});

test("a step of a signed-in person has their company, and a blueprint only if it is theirs", async () => {
  const [dana, erin] = [await person(ctx, "dana@northfield.example"), await person(ctx, "erin@example.com")];
  await updateProfile(dana, { ...noProfile, company_name: "Northfield" });
  const own = await started(dana);
  for (const blueprint_id of [own, await started(erin), newId(), "none"])
    await call(dana, path, { ...step, company_id: newId(), blueprint_id });
  const companyId = await companyIdOf(ctx, dana.actor.userId);
  expect(companyId).not.toBeNull();
  expect((await stored()).map((row) => [row.companyId, row.blueprintId])).toEqual([
    [companyId, own],
    [companyId, null],
    [companyId, null],
    [companyId, null],
  ]);
});

test("steps of a client beyond 1,000 a day are dropped, and other clients are not affected", async () => {
  const from = (address: string) => call(stranger, path, step, { address });
  await from("198.51.100.1");
  const points = async () => (await db.execute(sql`select points from rate_limit where key like 'funnel-rows:%'`)).rows;
  await db.execute(sql`update rate_limit set points = 1000 where key like 'funnel-client-rows:%'`);
  expect((await from("198.51.100.1")).status).toBe(202);
  expect([await stored(), await points()]).toMatchObject([[{ stage: "wizard" }], [{ points: 1 }]]);
  await from("198.51.100.2");
  expect(await stored()).toHaveLength(2);
});

test("without a session no step can be tied to a person, a company or a blueprint", async () => {
  const others = { user_id: newId(), company_id: newId(), blueprint_id: newId() };
  expect((await call(stranger, path, { ...step, ...others })).status).toBe(202);
  expect(await stored()).toMatchObject([
    { sessionId: step.session_id, userId: null, companyId: null, blueprintId: null },
  ]);
});

test("only the stage is required; invalid fields return 422 with field errors", async () => {
  expect((await call(stranger, path, { stage: "access" })).status).toBe(202);
  expect(await call(stranger, path, { ...step, stage: "" })).toMatchObject({
    status: 422,
    body: { error: { fields: { stage: expect.stringContaining("1 to 64") } } },
  });
  const faulty = { ...step, substage: "two words", value: -1, metadata: { text: "x".repeat(5000) } };
  const answer = await call(stranger, path, faulty);
  expect(answer.status).toBe(422);
  expect(Object.keys((answer.body as { error: { fields: object } }).error.fields)).toEqual([
    "substage",
    "metadata",
    "value",
  ]);
  expect((await call(stranger, path, "{not json")).status).toBe(400);
  expect(await stored()).toHaveLength(1);
});

test.each(["sec-gpc", "dnt"])("a visitor who sends %s is only counted", async (header) => {
  const dana = await as(ctx, "dana@northfield.example");
  expect((await call(dana, path, { ...step, value: 12.5 }, { headers: { [header]: "1" } })).status).toBe(202);
  expect(await stored()).toMatchObject([
    { sessionId: null, userId: null, companyId: null, blueprintId: null, metadata: {}, value: 12.5, stage: "wizard" },
  ]);
});

test("addresses and tokens in metadata are not stored", async () => {
  const metadata = { note: "mail dana@northfield.example", token: "abc" };
  await call(stranger, path, { ...step, stage: "webinar", metadata });
  expect(await stored()).toMatchObject([{ metadata: { note: "mail [email]", token: "[redacted]" } }]);
});

test("the system can record steps for a user: a booked call counts 2,500 USD", async () => {
  const dana = await as(ctx, "dana@northfield.example");
  const event = { stage: "booking", substage: "scheduled", value: bookingConversionUsd, user_id: dana.actor.userId };
  await recordFunnelEvent(ctx, event);
  expect(await stored()).toMatchObject([{ userId: dana.actor.userId, value: 2500 }]);
});

test("metadata is stored as short values: the known keys of our own steps, ten keys of others", async () => {
  const metadata = { mode: "m".repeat(900), revision: 2, extra: "x", nested: { a: 1 }, list: [1] };
  await call(stranger, path, { ...step, metadata });
  const many = Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`key${n}`, "v".repeat(40)]));
  await call(stranger, path, { ...step, stage: "webinar", metadata: { ...metadata, ...many } });
  const [own, other] = await stored();
  expect(own?.metadata).toEqual({ mode: "m".repeat(100), revision: 2 });
  expect(Object.keys(other?.metadata ?? {})).toHaveLength(10);
  expect(other?.metadata).toMatchObject({ extra: "x", key0: "v".repeat(40) });
  expect(other?.metadata).not.toHaveProperty("nested");
});

test("a client can report 60 steps a minute; the next gets 429, and other clients are not affected", async () => {
  const report = (address: string) => call(stranger, path, step, { address });
  for (let sent = 0; sent < 60; sent += 1) expect((await report("198.51.100.1")).status).toBe(202);
  const refused = await report("198.51.100.1");
  expect([refused.status, refused.headers.get("retry-after")]).toEqual([429, "60"]);
  expect((await report("198.51.100.2")).status).toBe(202);
  expect(await stored()).toHaveLength(61);
});

test("rows per day are limited over all clients, separately for anonymous and signed-in ones", async () => {
  const dana = await as(ctx, "dana@northfield.example");
  await call(stranger, path, step, { address: "198.51.100.1" });
  await db.execute(sql`update rate_limit set points = 20000 where key like 'funnel-rows:%'`);
  expect((await call(stranger, path, step, { address: "198.51.100.2" })).status).toBe(202);
  expect(await stored()).toHaveLength(1);
  expect((await call(dana, path, step, { address: "198.51.100.3" })).status).toBe(202);
  expect(await stored()).toHaveLength(2);
  await call(later(stranger, { days: 1, hours: 1 }), path, step, { address: "198.51.100.2" });
  expect(await stored()).toHaveLength(3);
});

test("after thirteen months a step is deleted", async () => {
  const dana = await as(ctx, "dana@northfield.example");
  await call(dana, path, step);
  await call(stranger, path, step, { headers: { dnt: "1" } });
  expect(await deleteOldFunnelEvents(later(ctx, { days: 390 }))).toBe(0);
  expect(await deleteOldFunnelEvents(later(ctx, { days: 400 }))).toBe(2);
  expect(await stored()).toEqual([]);
});

test("a user's steps are exported and can be anonymized", async () => {
  const dana = await as(ctx, "dana@northfield.example");
  const person = { userId: dana.actor.userId, email: dana.actor.email };
  await call(dana, path, step);
  await call(stranger, path, step);
  expect((await exportPersonalData(ctx, person)).funnel_events).toHaveLength(1);
  await forgetPerson(ctx, person);
  expect((await exportPersonalData(ctx, person)).funnel_events).toEqual([]);
  expect(await stored()).toHaveLength(2);
  expect(await db.$count(funnelEvent, eq(funnelEvent.sessionId, step.session_id))).toBe(1);
});

test("the funnel's step names are accepted by the endpoint", async () => {
  for (const [stage, substages] of Object.entries(funnelStages))
    for (const substage of substages) expect((await call(stranger, path, { stage, substage })).status).toBe(202);
});

import fc from "fast-check";
import { afterAll, beforeAll, expect, test } from "vitest";
import { accessRequested } from "#app/features/access/events.ts";
import {
  accountCreated,
  accountEmailChanged,
  accountProfileChanged,
  accountSignedIn,
} from "#app/features/accounts/events.ts";
import { analysisCreated } from "#app/features/analysis/events.ts";
import { paymentReceived, paymentRefunded } from "#app/features/billing/events.ts";
import { bookingCancelled, bookingHeld, bookingMade } from "#app/features/booking/events.ts";
import { registerConsumers } from "#app/features/events/consumers.server.ts";
import { deliverEvent } from "#app/features/events/delivery.server.ts";
import { eventJobs } from "#app/features/events/dispatch.server.ts";
import type { EventDefinition } from "#app/features/events/event-definition.ts";
import { publish } from "#app/features/events/events.server.ts";
import { replayEvents } from "#app/features/events/replay.server.ts";
import { newsletterSubscribed } from "#app/features/newsletter/events.ts";
import { hourMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import { inTransaction } from "#app/platform/context.server.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { testNow, useDatabase } from "#tests/setup/test-database.ts";
import { mergeProspects, undoMerge } from "../merging/merging.server.ts";
import { forgetPerson } from "../personal-data.server.ts";
import { followEvent, resetPipeline } from "./consumer.server.ts";
import { followedEvents } from "./facts.server.ts";

const pipeline = { name: "pipeline", events: followedEvents, handle: followEvent, reset: resetPipeline };
const { ctx, pool } = useDatabase({ jobs: eventJobs([pipeline]) });
beforeAll(() => registerConsumers({ consumers: [pipeline], events: followedEvents }));
afterAll(() => registerConsumers({ consumers: [], events: [] }));

const hours = (count: number) => new Date(testNow.getTime() + count * hourMs);
const dana = "dana@northfield.example";

/** Publishes an event dated at `at`, without delivering it. Returns its id. */
const happened = (definition: unknown, payload: object, at = testNow) =>
  inTransaction({ ...ctx, now: at }, (tx) => publish(tx, definition as EventDefinition, payload as never));
const deliver = (id: string) => deliverEvent(ctx, pipeline, id);
const happen = async (definition: unknown, payload: object, at = testNow) =>
  deliver(await happened(definition, payload, at));

const person = { userId: newId(), blueprintId: newId() };
const booking = (email: string, bookingId: string) => ({
  ...{ bookingId, uid: bookingId, eventType: "strategy-session", start: hours(72), end: hours(73) },
  ...{ name: "Dana Whitlock", email, userId: null },
});
const request = (email: string) => ({
  ...{ requestId: newId(), email, companyName: "Northfield Analytics", companyWebsite: "northfield.example" },
  ...{ role: "VP Sales", industry: null },
});
const analysis = (email: string, annualValueCents = 186_400_00) => ({
  ...{ ...person, email, companyName: "Northfield Analytics", revision: 1, modelVersion: "1.1" },
  ...{ annualValueCents, employees: 42, industry: "SaaS" },
});

type Id = { id: string };
const rows = async (query: string) => (await pool.query(query)).rows;
const stages = () => rows("select email, stage from prospect order by email");
const announced = async () =>
  (
    await rows(
      "select payload->>'from' as from, payload->>'to' as to from event where name = 'prospect.stage_changed' order by id",
    )
  ).map(({ from, to }) => `${from} → ${to}`);

test("a person's first activity creates one prospect, and later events move it", async () => {
  await happen(newsletterSubscribed, { subscriberId: newId(), email: dana, source: "footer" });
  await happen(accessRequested, request(dana), hours(1));
  await happen(analysisCreated, analysis(dana), hours(2));
  await happen(bookingMade, booking(dana, newId()), hours(3));
  const [row, ...others] = await rows("select * from prospect");
  expect(others).toEqual([]);
  expect(row).toMatchObject({
    ...{ email: dana, name: "Dana Whitlock", company: "Northfield Analytics", role: "VP Sales", employees: 42 },
    ...{ source: "newsletter", stage: "call_booked", value_cents: "18640000", domain: "northfield.example" },
    ...{ created_at: testNow, last_activity_at: hours(3) },
  });
  expect(row.score).toBeGreaterThan(60);
  expect(await announced()).toEqual(["lead → new_analysis", "new_analysis → call_booked"]);
  expect(await rows("select name from event where name = 'prospect.created'")).toHaveLength(1);
});

test("the name, company and title of an account reach its prospect; fields missing in an event keep their value", async () => {
  const account = { userId: person.userId, email: dana };
  await happen(accountCreated, account);
  const contact = () => rows("select name, company, role from prospect");
  expect(await contact()).toEqual([{ name: null, company: null, role: null }]);
  const profile = { ...account, name: "Dana Whitlock", companyName: "Northfield", title: "Head of Revenue" };
  await happen(accountProfileChanged, profile, hours(1));
  await happen(accountProfileChanged, { ...profile, companyName: null, title: null }, hours(2));
  expect(await contact()).toEqual([{ name: "Dana Whitlock", company: "Northfield", role: "Head of Revenue" }]);
});

test("a repeated event, or one that arrives before its predecessor, changes nothing", async () => {
  const id = newId();
  const made = await happened(bookingMade, booking(dana, id));
  const cancelled = await happened(bookingCancelled, { ...booking(dana, id), reason: "Ill." }, hours(1));
  expect([await deliver(cancelled), await deliver(made), await deliver(made)]).toEqual([true, true, false]);
  expect(await stages()).toEqual([{ email: dana, stage: "lead" }]);
});

test("ten first events of one person at once create one prospect", async () => {
  const ids = await Promise.all(
    Array.from({ length: 10 }, () =>
      happened(newsletterSubscribed, { subscriberId: newId(), email: dana, source: "footer" }),
    ),
  );
  await Promise.all(ids.map(deliver));
  expect(await stages()).toHaveLength(1);
  const [{ signals }] = await rows("select signals from prospect");
  expect(signals["newsletter.subscribed"].count).toBe(10);
});

test("a changed address stays with its prospect", async () => {
  await happen(analysisCreated, analysis(dana));
  const newEmail = "dana@whitlock.example";
  await happen(accountEmailChanged, { userId: person.userId, oldEmail: dana, newEmail }, hours(1));
  await happen(bookingMade, booking(newEmail, newId()), hours(2));
  expect(await stages()).toEqual([{ email: dana, stage: "call_booked" }]);
  expect(await rows("select email from prospect_address order by email")).toHaveLength(2);
});

test("a merged person's new address is returned to them when the merge is undone", async () => {
  const admin = await asAdmin(ctx);
  const newEmail = "dana.w@northfield.example";
  await happen(newsletterSubscribed, { subscriberId: newId(), email: dana, source: "footer" });
  await happen(newsletterSubscribed, { subscriberId: newId(), email: "max@other.example", source: "footer" });
  const [{ id: mergedId }, { id: keptId }] = (await rows("select id from prospect order by email")) as [Id, Id];
  const merged = await mergeProspects(admin, { keptId, mergedId });
  await happen(accountEmailChanged, { userId: person.userId, oldEmail: dana, newEmail }, hours(1));
  const mergeId = merged.ok ? merged.value.mergeId : "";
  expect(await undoMerge(admin, { mergeId })).toMatchObject({ ok: true });
  expect(await rows("select email, prospect_id from prospect_address order by email")).toEqual([
    { email: newEmail, prospect_id: mergedId },
    { email: dana, prospect_id: mergedId },
    { email: "max@other.example", prospect_id: keptId },
  ]);
});

test("an account's earlier addresses are deleted with it", async () => {
  const newEmail = "dana.w@northfield.example";
  await happen(accountSignedIn, { userId: person.userId, email: dana });
  await happen(accountEmailChanged, { userId: person.userId, oldEmail: dana, newEmail }, hours(1));
  await forgetPerson(ctx, { userId: person.userId, email: newEmail });
  for (const table of ["prospect", "prospect_address"]) expect(await rows(`select * from ${table}`)).toEqual([]);
});

test("the firm's own admins are not prospects", async () => {
  const { actor } = await asAdmin(ctx);
  await happen(accountSignedIn, { userId: actor.userId, email: actor.email });
  expect(await stages()).toEqual([]);
});

test("an admin's edits are kept when the person does more", async () => {
  await happen(analysisCreated, analysis(dana));
  await pool.query("update prospect set company = 'Northfield', edited_fields = '{company}', tags = '{warm}'");
  await happen(bookingMade, booking(dana, newId()), hours(1));
  expect(await rows("select company, tags, stage from prospect")).toEqual([
    { company: "Northfield", tags: ["warm"], stage: "call_booked" },
  ]);
});

const people = ["a@one.example", "b@two.example", "c@gmail.com"] as const;
const calls = [newId(), newId()];
const payment = (email: string) => ({
  ...{ paymentId: person.blueprintId, userId: null, email, blueprintId: null, method: "invoice" },
});
const actions = {
  subscribes: (email: string) => [newsletterSubscribed, { subscriberId: newId(), email, source: "footer" }],
  requests: (email: string) => [accessRequested, request(email)],
  analyzes: (email: string) => [analysisCreated, analysis(email, email.length * 100_000)],
  books: (email: string, call: string) => [bookingMade, booking(email, call)],
  cancels: (email: string, call: string) => [bookingCancelled, { ...booking(email, call), reason: "" }],
  meets: (email: string, call: string) => [bookingHeld, booking(email, call)],
  pays: (email: string) => [paymentReceived, { ...payment(email), amountCents: 1000 }],
  isRefunded: (email: string) => [paymentRefunded, { ...payment(email), refundedCents: 1000 }],
} satisfies Record<string, (email: string, call: string) => [unknown, object]>;

const histories = fc.array(
  fc.record({
    act: fc.constantFrom(...(Object.keys(actions) as (keyof typeof actions)[])),
    email: fc.constantFrom(...people),
    call: fc.constantFrom(...calls),
    hour: fc.nat(500),
    deliveredAs: fc.nat(1000),
  }),
  { minLength: 3, maxLength: 14 },
);

/** The columns that follow from the log, except ids and the time of scoring. */
const derived = async () => ({
  prospects: await rows(
    `select email, user_id, name, company, domain, website, role, industry, employees, source, stage, stage_since,
       lost_reason, value_cents, paid_cents, signals, score, last_activity_at, created_at from prospect order by email`,
  ),
  changes: await rows("select event_id, from_stage, to_stage, at from prospect_stage_change order by event_id"),
});

const countEvents = async () => (await rows("select count(*)::int from event"))[0].count as number;

test("for any events in any order of delivery, a replay of the log gives the same pipeline", async () => {
  await fc.assert(
    fc.asyncProperty(histories, async (history) => {
      await pool.query("truncate event, prospect cascade");
      const ids: { id: string; order: number }[] = [];
      for (const { act, email, call, hour, deliveredAs } of history) {
        const [definition, payload] = actions[act](email, call);
        ids.push({ id: await happened(definition, payload, hours(hour)), order: deliveredAs });
      }
      for (const { id } of ids.toSorted((one, other) => one.order - other.order)) await deliver(id);
      const before = await derived();
      expect(before.prospects).toHaveLength(new Set(history.map(({ email }) => email)).size);
      const logged = await countEvents();

      await pool.query("update prospect set stage = 'won', score = 1, signals = '{}', value_cents = 1");
      expect(await replayEvents(ctx, { consumer: "pipeline" })).toMatchObject({ ok: true, value: { failed: 0 } });
      expect(await derived()).toEqual(before);
      expect(await countEvents()).toBe(logged);
    }),
    { numRuns: 15 },
  );
});

import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { bookingCancelled, bookingMade } from "#app/features/booking/events.ts";
import { ensureDefaultHost } from "#app/features/booking/hosts/hosts.server.ts";
import { type Consumer, registerConsumers } from "#app/features/events/consumers.server.ts";
import { deliverEvent } from "#app/features/events/delivery.server.ts";
import { eventJobs } from "#app/features/events/dispatch.server.ts";
import type { EventDefinition } from "#app/features/events/event-definition.ts";
import { publish } from "#app/features/events/events.server.ts";
import { deliverMailJob } from "#app/features/mail/jobs.server.ts";
import { countPace } from "#app/features/mail/sending/pace.server.ts";
import { pipelineEvents } from "#app/features/pipeline/events.ts";
import { createProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import { dayMs, hourMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { value } from "#tests/fixtures/admin-command.ts";
import { oneMail, runningSequence } from "#tests/fixtures/sequences-commands.ts";
import { testNow, useDatabase } from "#tests/setup/test-database.ts";
import { followedNames, followSequences } from "../consumer.server.ts";
import type { Definition } from "../definitions/definition.ts";
import { endEnrollment, enrol, pauseEnrollment } from "../enrollments/enrollments.server.ts";
import { outreachFigures } from "../figures/outreach-figures.server.ts";
import { pauseSequence, startSequence, stopSequence } from "../sequences.server.ts";
import { advanceDue } from "./worker.server.ts";

/* Tests each rule of claiming and sending on its own, so that a change of one fails a test that names it. */

const events = [bookingMade, bookingCancelled, ...pipelineEvents] as unknown as EventDefinition[];
const sequences: Consumer = {
  ...{ name: "sequences", handle: followSequences, reset: async () => undefined },
  events: events.filter(({ name }) => followedNames.includes(name)),
};
const { ctx, pool } = useDatabase({ jobs: [...eventJobs([sequences]), deliverMailJob] });
beforeAll(() => registerConsumers({ consumers: [sequences], events }));
afterAll(() => registerConsumers({ consumers: [], events: [] }));
beforeEach(
  () =>
    void useSettings({
      ...{ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", CONTACT_EMAIL: "desk@gtmarc.example" },
      OUTREACH_WEEKLY_CAP: 3,
    }),
);

const email = "dana@northfield.example";
const rates = { perMinute: 1000, perDomain: 1000 };
const at = (time: number | string): Ctx => ({ ...ctx, now: new Date(time) });
const after = (ms: number) => at(testNow.getTime() + ms);
const count = async (table: "message" | "sequence_enrollment_step") =>
  (await pool.query(`select count(*)::int as n from ${table}`)).rows[0].n;
const happened = (definition: unknown, payload: object, when: Ctx) =>
  inTransaction(when, (tx) => publish(tx, definition as EventDefinition, payload as never));
const call = () => ({
  ...{ bookingId: newId(), uid: newId(), eventType: "strategy-session", name: "Dana", email, userId: null },
  ...{ start: new Date(testNow.getTime() + 9 * dayMs), end: new Date(testNow.getTime() + 9 * dayMs + hourMs) },
});
const running = (changes: Partial<Definition> = {}) => runningSequence(ctx, { ...oneMail, ...changes });

const twoWorkers = (when: Ctx = ctx, limits = rates) =>
  Promise.all([advanceDue(when, { rates: limits }), advanceDue(when, { rates: limits })]);

test("two simultaneous workers claim a person once, and neither fails", async () => {
  const { id } = await running();
  for (let person = 0; person < 20; person += 1)
    value(await enrol(ctx, { id, email: `p${person}@northfield.example` }));
  const [one, other] = await twoWorkers();
  expect(one.mails + other.mails).toBe(20);
  expect(one.claimed + other.claimed).toBe(20);
  expect(await count("message")).toBe(20);
});

test("with two sequences due, two simultaneous workers send a person one mail each", async () => {
  useSettings({
    ...{ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", CONTACT_EMAIL: "desk@gtmarc.example" },
    OUTREACH_WEEKLY_CAP: 1,
  });
  const one = await running();
  const other = await runningSequence(ctx, { ...oneMail, goal: "payment" }, "Other");
  for (const { id } of [one, other]) value(await enrol(ctx, { id, email }));
  for (let batch = 0; batch < 3; batch += 1) await twoWorkers();
  expect(await count("message")).toBe(1);
});

test("an enrollment waits while another worker holds its person", async () => {
  const { id } = await running();
  value(await enrol(ctx, { id, email }));
  const other = await pool.connect();
  await other.query("begin");
  await other.query("select id from prospect for no key update");
  expect(await advanceDue(ctx, { rates })).toMatchObject({ claimed: 0 });
  await other.query("rollback");
  other.release();
  expect(await advanceDue(ctx, { rates })).toMatchObject({ mails: 1 });
});

test("a paused person, a paused sequence and a stopped sequence send nothing, however long they wait", async () => {
  const { id } = await running();
  const { enrollmentId } = value(await enrol(ctx, { id, email }));
  value(await pauseEnrollment(ctx, { enrollmentId }));
  expect(await advanceDue(after(7 * dayMs), { rates })).toMatchObject({ claimed: 0 });
  value(await endEnrollment(ctx, { enrollmentId }));
  value(await enrol(ctx, { id, email: "ada@northfield.example" }));
  value(await pauseSequence(ctx, { id }));
  expect(await advanceDue(after(7 * dayMs), { rates })).toMatchObject({ claimed: 0 });
  value(await stopSequence(ctx, { id }));
  expect(await advanceDue(after(7 * dayMs), { rates })).toMatchObject({ claimed: 0 });
  value(await startSequence(ctx, { id }));
  expect(await advanceDue(after(7 * dayMs), { rates })).toMatchObject({ claimed: 0 });
  expect(await count("message")).toBe(0);
});

test("activity before the enrollment ends nothing", async () => {
  const { id } = await running({ exits: ["booking"], exitStages: [], goal: "payment" });
  await happened(bookingMade, call(), after(-hourMs));
  value(await enrol(ctx, { id, email }));
  expect(await advanceDue(ctx, { rates })).toMatchObject({ mails: 1 });
});

test("a call booked before the first mail counts for no sequence; one booked after it counts", async () => {
  const { id } = await running({ exits: [], exitStages: [], goal: "payment" });
  value(await createProspect(ctx, { email }));
  await deliverEvent(ctx, sequences, await happened(bookingMade, call(), after(-hourMs)));
  value(await enrol(ctx, { id, email }));
  await advanceDue(ctx, { rates });
  await pool.query("update message set status = 'sent', next_attempt_at = null");
  const early = await happened(bookingMade, call(), after(-60_000));
  await deliverEvent(ctx, sequences, early);
  const figures = async () => {
    const query = { from: "2026-02-25", to: "2026-03-10" };
    return value(await outreachFigures(after(2 * dayMs), query)).total.now;
  };
  expect(await figures()).toMatchObject({ sent: 1, bookingsFirst: 0, bookingsLast: 0 });
  await deliverEvent(ctx, sequences, await happened(bookingMade, call(), after(hourMs)));
  expect(await figures()).toMatchObject({ bookingsFirst: 1, bookingsLast: 1 });
});

test("two simultaneous workers share the rate per minute", async () => {
  const { id } = await running();
  for (let person = 0; person < 10; person += 1) value(await enrol(ctx, { id, email: `p@domain-${person}.example` }));
  const limits = { perMinute: 6, perDomain: 1000 };
  const sent = (await Promise.all(Array.from({ length: 4 }, () => advanceDue(ctx, { rates: limits, limit: 3 })))).map(
    ({ mails }) => mails,
  );
  expect(sent.reduce((sum, mails) => sum + mails, 0)).toBeLessThanOrEqual(6);
  await advanceDue(ctx, { rates: limits });
  expect(await count("message")).toBe(6);
});

test("two simultaneous workers share the rate per domain, ignoring its case", async () => {
  const { id } = await running();
  for (const name of ["a", "b", "c", "d"]) value(await enrol(ctx, { id, email: `${name}@one.example` }));
  const limits = { perMinute: 1000, perDomain: 2 };
  await Promise.all([advanceDue(ctx, { rates: limits, limit: 2 }), advanceDue(ctx, { rates: limits, limit: 2 })]);
  await advanceDue(ctx, { rates: limits });
  expect(await count("message")).toBe(2);
});

test("newsletters count toward the rate per minute and per domain", async () => {
  const { id } = await running();
  for (const domain of ["one", "two"]) value(await enrol(ctx, { id, email: `a@${domain}.example` }));
  await inTransaction(ctx, (tx) => countPace(tx, ["reader@ONE.example"]));
  expect(await advanceDue(ctx, { rates: { perMinute: 1, perDomain: 5 } })).toMatchObject({ claimed: 0 });
  expect(await advanceDue(ctx, { rates: { perMinute: 5, perDomain: 1 } })).toMatchObject({ claimed: 2, mails: 1 });
  const { rows } = await pool.query("select to_address as to from message");
  expect(rows).toEqual([{ to: "a@two.example" }]);
});

const newsletter = (to: string, hoursAgo: number) =>
  pool.query(
    `insert into message (id, kind, list, to_address, subject, html, text, message_id, status, created_at)
     values ($1, 'newsletter-issue', 'newsletter', $2, 'Issue', '', '', $1::uuid::text, 'sent', $3)`,
    [newId(), to, after(-hoursAgo * hourMs).now],
  );

test("newsletters count toward the weekly cap, including those to another address of the person", async () => {
  const { id } = await running();
  const person = value(await createProspect(ctx, { email }));
  await pool.query("insert into prospect_address (email, prospect_id) values ('d@northfield.example', $1)", [
    person.id,
  ]);
  value(await enrol(ctx, { id, email }));
  await newsletter(email, 1);
  await newsletter(email, 96);
  await newsletter("d@northfield.example", 50);
  expect(await advanceDue(ctx, { rates })).toMatchObject({ claimed: 1, mails: 0 });
  // The oldest of the three is seven days old 72 hours later, on a Thursday.
  expect(await advanceDue(after(71 * hourMs), { rates })).toMatchObject({ claimed: 0 });
  expect(await advanceDue(after(72 * hourMs), { rates })).toMatchObject({ mails: 1 });
});

test("mail waits for the morning in the time zone of the person's booking", async () => {
  await ensureDefaultHost(ctx);
  await pool.query(
    `insert into booking (id, uid, event_type_id, host_id, during, blocked, name, email, timezone, manage_token_hash, created_at)
     select gen_random_uuid(), 'uid', (select id from event_type limit 1), (select id from host limit 1),
       tstzrange($1, $1::timestamptz + interval '1 hour'), tstzrange($1, $1::timestamptz + interval '1 hour'),
       'P', $2, 'Asia/Tokyo', 'hash', $1`,
    [after(-90 * dayMs).now, email],
  );
  const { id } = await running();
  value(await enrol(ctx, { id, email }));
  expect(await advanceDue(ctx, { rates })).toMatchObject({ claimed: 0, mails: 0 });
  const { rows } = await pool.query("select due_at from sequence_enrollment");
  expect(rows[0].due_at.toISOString().slice(11)).toBe("00:00:00.000Z");
  expect(await advanceDue(at(rows[0].due_at.getTime() - 1), { rates })).toMatchObject({ claimed: 0 });
  expect(await advanceDue(at(rows[0].due_at), { rates })).toMatchObject({ mails: 1 });
});

test("nothing is sent on a federal holiday; sending resumes the next day", async () => {
  const thanksgiving = at("2026-11-26T16:00:00Z");
  const { id } = await running();
  value(await enrol(thanksgiving, { id, email }));
  expect(await advanceDue(thanksgiving, { rates })).toMatchObject({ claimed: 0, mails: 0 });
  expect(await advanceDue(at("2026-11-27T13:59:59Z"), { rates })).toMatchObject({ claimed: 0 });
  expect(await advanceDue(at("2026-11-27T14:00:00Z"), { rates })).toMatchObject({ mails: 1 });
});

test("a person can re-enter exactly after the days of the policy, not a moment earlier", async () => {
  const { id } = await running({ reEntry: { kind: "after", days: 5 } });
  value(await enrol(ctx, { id, email }));
  expect(await advanceDue(ctx, { rates })).toMatchObject({ mails: 1 });
  expect(await enrol(after(5 * dayMs - 1), { id, email })).toMatchObject({ ok: false, reason: { why: "re_entry" } });
  expect(await enrol(after(5 * dayMs), { id, email })).toMatchObject({ ok: true });
});

test("a stored name with a line break is written on one line and does not delay others", async () => {
  const { id } = await running();
  for (const to of [email, "ada@northfield.example"]) value(await enrol(ctx, { id, email: to }));
  await pool.query("update prospect set name = E'Da\\nna\\u2028X' where email = $1", [email]);
  expect(await advanceDue(ctx, { rates })).toMatchObject({ mails: 2 });
  const { rows } = await pool.query("select subject from message order by subject");
  expect(rows).toEqual([{ subject: "Hello Da" }, { subject: "Hello there" }]);
});

import fc from "fast-check";
import { Temporal } from "temporal-polyfill";
import { beforeEach, expect, test } from "vitest";
import { accountVerified } from "#app/features/accounts/events.ts";
import { paymentReceived } from "#app/features/billing/events.ts";
import { bookingMade } from "#app/features/booking/events.ts";
import { ensureDefaultHost } from "#app/features/booking/hosts/hosts.server.ts";
import type { EventDefinition } from "#app/features/events/event-definition.ts";
import { publish } from "#app/features/events/events.server.ts";
import { setClickConsent } from "#app/features/mail/clicks/click-consent.server.ts";
import { mailReplied } from "#app/features/mail/events.ts";
import { deliverMailJob } from "#app/features/mail/jobs.server.ts";
import { suppress } from "#app/features/mail/refusals/suppression.server.ts";
import { newsletterUnsubscribed } from "#app/features/newsletter/events.ts";
import { createProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import { isFederalHoliday, isHolidayIn } from "#app/lib/dates/business-days.ts";
import { dayMs, hourMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { type Definition, emptyDefinition, type ReEntry, type Step } from "./definitions/definition.ts";
import {
  endEnrollment,
  enrol,
  enrolView,
  pauseEnrollment,
  resumeEnrollment,
} from "./enrollments/enrollments.server.ts";
import { outreachToken } from "./enrollments/leave-link.server.ts";
import { leaveOutreach } from "./enrollments/leaving.server.ts";
import { createSequence, publishSequence, saveDraft, startSequence } from "./sequences.server.ts";
import { advanceDue } from "./steps/worker.server.ts";

/*
 * Random histories on PostgreSQL: admins enroll, pause, resume and remove people, the people book, reply, pay,
 * unsubscribe and bounce, allow counted clicks and revoke that, newsletters arrive, and two workers at a time process
 * due steps. One person is known only from a form: until the owner has verified that address, only an admin's own
 * choice mails it. The expectations use none of the product's rules.
 */

const { ctx, pool } = useDatabase({ jobs: [deliverMailJob] });
const weeklyCap = 2;
beforeEach(
  () =>
    void useSettings({
      ...{ SECRET: "a".repeat(32), SITE_URL: "https://gtmarc.example", CONTACT_EMAIL: "desk@gtmarc.example" },
      OUTREACH_WEEKLY_CAP: weeklyCap,
    }),
);

/** Eleven days later is Thanksgiving. */
const begin = new Date("2026-11-16T14:00:00Z").getTime();
const at = (time: number): Ctx => ({ ...ctx, now: new Date(time) });
const rows = async (query: string, values: unknown[] = []) => (await pool.query(query, values)).rows;
const value = <Value>(result: { ok: true; value: Value } | { ok: false; reason: { kind: string } }): Value => {
  if (!result.ok) throw new Error(result.reason.kind);
  return result.value;
};

const zones = ["America/Los_Angeles", "Europe/Berlin", "Asia/Tokyo"];
/** The others never booked a call, so the firm's zone applies. */
const people = ["p0", "p1", "p2", "p3", "stranger"].map((name) => `${name}@northfield.example`);
const stranger = people.at(-1)!;
const countries = ["US", "DE", "JP"];
const zoneOf = (email: string) => zones[people.indexOf(email)] ?? "America/New_York";

async function addPeople() {
  await ensureDefaultHost(ctx);
  for (const [person, zone] of zones.entries())
    await pool.query(
      `insert into booking (id, uid, event_type_id, host_id, during, blocked, name, email, timezone, manage_token_hash, created_at)
       select gen_random_uuid(), $1, (select id from event_type limit 1), (select id from host limit 1),
         tstzrange($2, $2::timestamptz + interval '1 hour'), tstzrange($2, $2::timestamptz + interval '1 hour'), 'P', $3, $4, $1, $2`,
      [newId(), new Date(begin - (500 + person) * dayMs), people[person], zone],
    );
  for (const email of people) value(await createProspect(at(begin), { email }));
  await pool.query("update prospect set source = null where email = $1", [stranger]);
}

type Plan = Pick<Definition, "window" | "reEntry" | "exits"> & {
  delays: { amount: number; unit: "days" | "business_hours" }[];
};

const plans: fc.Arbitrary<Plan> = fc.record({
  window: fc.record({
    weekdays: fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 3, maxLength: 7 }),
    from: fc.constantFrom("00:00", "09:00", "11:30"),
    to: fc.constantFrom("12:00", "17:00", "23:59"),
  }),
  reEntry: fc.oneof(
    fc.constant<ReEntry>({ kind: "never" }),
    fc.constant<ReEntry>({ kind: "always" }),
    fc.integer({ min: 1, max: 9 }).map((days): ReEntry => ({ kind: "after", days })),
  ),
  exits: fc.uniqueArray(fc.constantFrom("booking" as const, "reply" as const, "purchase" as const)),
  delays: fc.array(
    fc.record({
      amount: fc.integer({ min: 0, max: 3 }),
      unit: fc.constantFrom("days" as const, "business_hours" as const),
    }),
    { minLength: 1, maxLength: 4 },
  ),
});

const doing = [
  ...["enroll", "enroll", "enroll", "enroll", "wait", "wait", "newsletter", "book", "reply", "pay"],
  ...["pause", "resume", "remove", "leave", "bounce", "leave newsletter"],
  ...["enroll view", "enroll view", "enroll view", "verify", "agree", "revoke"],
] as const;
const actions = fc.array(
  fc.record({
    what: fc.constantFrom(...doing),
    person: fc.integer({ min: 0, max: people.length - 1 }),
    sequence: fc.integer({ min: 0, max: 1 }),
    afterHours: fc.integer({ min: 0, max: 60 }),
  }),
  { minLength: 25, maxLength: 50 },
);

const step = (key: string, delay: Step["delay"]): Step => ({
  ...{ key, kind: "mail", delay, conditions: [] },
  mail: { subject: key, preview: "", body: "Hello." },
});

async function started(title: string, goal: Definition["goal"], { delays, ...plan }: Plan) {
  const steps = delays.map((delay, place) => step(`${title}-${place}`, delay));
  const definition: Definition = { ...emptyDefinition, ...plan, goal, steps };
  const { id } = value(await createSequence(at(begin), { title }));
  value(await saveDraft(at(begin), { id, version: 1, title, definition }));
  value(await publishSequence(at(begin), { id, version: 2 }));
  value(await startSequence(at(begin), { id }));
  return { id, definition };
}
type Started = Awaited<ReturnType<typeof started>>;

const happened = (time: number, definition: unknown, payload: object) =>
  inTransaction(at(time), (tx) => publish(tx, definition as EventDefinition, payload as never));

/** A person's action, for the expectations. `sequence`: the one it applies to, if only one. */
type Deed = { what: string; email: string; at: number; until?: number; sequence?: string };

const latest = async (email: string, sequenceId: string) =>
  (
    await rows(
      `select e.id, e.state, e.unsubscribe_key from sequence_enrollment e join prospect p on p.id = e.prospect_id
       where p.email = $1 and e.sequence_id = $2 order by e.id desc limit 1`,
      [email, sequenceId],
    )
  )[0];

async function work(until: number) {
  for (;;) {
    const [{ due }] = await rows("select min(due_at) as due from sequence_enrollment where state = 'active'");
    if (!due || due.getTime() >= until) return;
    const now = at(Math.max(due.getTime(), begin));
    const rates = { perMinute: 10_000, perDomain: 10_000 };
    await Promise.all([advanceDue(now, { rates, limit: 3 }), advanceDue(now, { rates, limit: 3 })]);
    // Marked as sent at once, so that an exit cancels nothing that the weekly cap has counted.
    await pool.query("update message set status = 'sent', next_attempt_at = null where status = 'queued'");
  }
}

async function act(
  what: (typeof doing)[number],
  email: string,
  { id, definition }: Started,
  now: number,
): Promise<Deed[]> {
  const known = await latest(email, id);
  const deed = { what, email, at: now };
  switch (what) {
    case "wait":
      return [];
    case "enroll":
      await expectPolicy(email, { id, definition }, now);
      return [];
    case "newsletter":
      await pool.query(
        `insert into message (id, kind, list, to_address, subject, html, text, message_id, status, created_at)
         values ($1, 'newsletter-issue', 'newsletter', $2, 'Issue', '', '', $1::uuid::text, 'sent', $3)`,
        [newId(), email, new Date(now)],
      );
      return [];
    case "book": {
      const call = { bookingId: newId(), uid: newId(), eventType: "strategy-session", name: "P", email, userId: null };
      await happened(now, bookingMade, { ...call, start: new Date(now + dayMs), end: new Date(now + dayMs + hourMs) });
      return [deed];
    }
    case "reply":
      await happened(now, mailReplied, { messageId: newId(), email, isFromRecipient: true, matchedBy: "address" });
      return [deed];
    case "pay": {
      const paid = { paymentId: newId(), userId: null, email, blueprintId: null, method: "invoice", amountCents: 100 };
      await happened(now, paymentReceived, paid);
      return [deed];
    }
    case "leave newsletter":
      await happened(now, newsletterUnsubscribed, { subscriberId: newId(), email, by: "page" });
      return [deed];
    case "enroll view":
      value(await enrolView(at(now), { id, query: `q=${email}` }));
      return [];
    case "verify":
      await happened(now, accountVerified, { userId: newId(), email });
      return [deed];
    case "agree":
    case "revoke":
      await setClickConsent(at(now), { address: email, source: "email-link", agrees: what === "agree" });
      return [deed];
    case "pause":
      return known && (await pauseEnrollment(at(now), { enrollmentId: known.id })).ok
        ? [{ ...deed, sequence: id }]
        : [];
    case "resume":
      return known && (await resumeEnrollment(at(now), { enrollmentId: known.id })).ok
        ? [{ ...deed, sequence: id }]
        : [];
    case "remove":
      return known && (await endEnrollment(at(now), { enrollmentId: known.id })).ok ? [{ ...deed, sequence: id }] : [];
    case "leave":
      if (!known) return [];
      value(await leaveOutreach(at(now), { token: outreachToken(known.unsubscribe_key), by: "one-click" }));
      return [deed];
    case "bounce":
      await suppress(at(now), { address: email, scope: "lists", reason: "hard-bounce" });
      return [deed];
  }
}

/**
 * Enrolls, and compares the result with the re-entry policy: people who were removed before their first step can always be
 * enrolled again. Other reasons are not checked here.
 */
async function expectPolicy(email: string, { id, definition }: Started, now: number) {
  const past = await rows(
    `select e.ended_at from sequence_enrollment e join prospect p on p.id = e.prospect_id
     where p.email = $1 and e.sequence_id = $2 and e.state <> 'blocked'
       and (e.reason is distinct from 'by_hand' or e.done > 0)`,
    [email, id],
  );
  const result = await enrol(at(now), { id, email });
  const why = result.ok ? null : "why" in result.reason ? result.reason.why : result.reason.kind;
  if (past.some(({ ended_at }) => ended_at === null)) return expect(why).not.toBeNull();
  const { reEntry } = definition;
  const lastEnd = Math.max(...past.map(({ ended_at }) => ended_at.getTime()));
  const mayCome =
    past.length === 0 ||
    reEntry.kind === "always" ||
    (reEntry.kind === "after" && now - lastEnd >= reEntry.days * dayMs);
  if (!mayCome) expect(why).not.toBeNull();
  else expect(why).not.toBe("re_entry");
}

/** Automatic enrollments mail proven addresses only; clicks are counted according to the latest consent. */
function expectProofAndConsent(mails: Mail[], deeds: readonly Deed[]) {
  for (const mail of mails) {
    const before = deeds.filter(({ email, at: time }) => email === mail.email && time < mail.at.getTime());
    if (mail.is_automatic && mail.email === stranger) expect(before.map(({ what }) => what)).toContain("verify");
    const choice = before.findLast(({ what }) => what === "agree" || what === "revoke");
    expect(mail.counts_clicks, `clicks of ${mail.subject}`).toBe(choice?.what === "agree");
  }
}

const exitOf: Record<string, string> = { book: "booking", reply: "reply", pay: "purchase" };
const goalOf: Record<string, string> = { book: "call_booked", pay: "payment" };

function expectNothingAfterExits(mails: Mail[], deeds: readonly Deed[], sequences: readonly Started[]) {
  for (const mail of mails) {
    const { definition } = sequences.find(({ id }) => id === mail.sequence_id)!;
    for (const { what, email, at: time, sequence } of deeds) {
      if (email !== mail.email || mail.at.getTime() <= time) continue;
      const isForever = what === "leave" || what === "bounce";
      const isExit =
        what === "remove"
          ? sequence === mail.sequence_id
          : what === "leave newsletter" ||
            definition.exits.some((exit) => exit === exitOf[what]) ||
            definition.goal === goalOf[what];
      expect(isForever || (isExit && mail.enrolled_at.getTime() < time), `${what} before ${mail.subject}`).toBe(false);
    }
    const pauses = deeds.filter(({ email, sequence }) => email === mail.email && sequence === mail.sequence_id);
    // A step that became due during the pause is sent in the moment of resuming.
    const last = pauses.findLast(({ at: time }) => time > mail.enrolled_at.getTime() && time <= mail.at.getTime());
    expect(last?.what, `${mail.subject} while paused`).not.toBe("pause");
  }
}

type Mail = {
  email: string;
  subject: string;
  key: string;
  at: Date;
  position: number;
  sequence_id: string;
  enrollment_id: string;
  enrolled_at: Date;
  is_automatic: boolean;
  counts_clicks: boolean;
};

const readMails = (): Promise<Mail[]> =>
  rows(`
    select m.to_address as email, m.subject, s.key, s.position, es.at, e.sequence_id, e.id as enrollment_id, e.enrolled_at,
      e.is_automatic, es.counts_clicks
    from message m left join sequence_enrollment_step es on es.message_id = m.id
    left join sequence_step s on s.id = es.step_id left join sequence_enrollment e on e.id = es.enrollment_id
    where m.list = 'outreach' order by es.at, s.position`);

async function expectWindowAndCap(mails: Mail[], sequences: readonly Started[]) {
  const ofLists = await rows("select to_address as email, created_at as at from message where list is not null");
  for (const { email, at: time, sequence_id } of mails) {
    const { window } = sequences.find(({ id }) => id === sequence_id)!.definition;
    const local = Temporal.Instant.fromEpochMilliseconds(time.getTime()).toZonedDateTimeISO(zoneOf(email));
    const clock = local.toPlainTime().toString({ smallestUnit: "minute" });
    expect(window.weekdays).toContain(local.dayOfWeek);
    expect(clock >= window.from && clock < window.to).toBe(true);
    expect(isFederalHoliday(local.toPlainDate())).toBe(false);
    expect(isHolidayIn(countries[people.indexOf(email)] ?? "US", local.toPlainDate())).toBe(false);
    const ofWeek = ofLists.filter(
      (one) => one.email === email && one.at <= time && one.at.getTime() > time.getTime() - 7 * dayMs,
    );
    expect(ofWeek.length).toBeLessThanOrEqual(weeklyCap);
  }
}

test("in any history of people and admins each step happens once and in order, nothing after an exit, outside the window or above the cap", async () => {
  let sent = 0;
  await addPeople();
  await fc.assert(
    fc.asyncProperty(plans, plans, actions, async (one, other, list) => {
      await pool.query(
        "delete from sequence; delete from message; delete from mail_pace; delete from event; delete from suppression; delete from click_consent",
      );
      const sequences = [await started("calls", "call_booked", one), await started("payments", "payment", other)];
      const deeds: Deed[] = [];
      let now = begin;
      for (const { what, person, sequence, afterHours } of list) {
        // 61 extra seconds, so that no step is due at the moment of an action.
        now += afterHours * hourMs + 61_001;
        await work(now);
        deeds.push(...(await act(what, people[person]!, sequences[sequence]!, now)));
      }
      await work(now + 30 * dayMs);

      const mails = await readMails();
      sent += mails.length;
      for (const { subject, key } of mails) expect(subject).toBe(key);
      for (const [, own] of Map.groupBy(mails, ({ enrollment_id }) => enrollment_id))
        expect(own.map(({ position }) => position)).toEqual(own.map((_, place) => place));
      expectNothingAfterExits(mails, deeds, sequences);
      await expectWindowAndCap(mails, sequences);
      expectProofAndConsent(mails, deeds);
      expect(await rows("select 1 from sequence_enrollment where state = 'active'")).toEqual([]);
    }),
    // No shrinking: each attempt takes as long as the run.
    { numRuns: 8, endOnFailure: true },
  );
  expect(sent).toBeGreaterThan(0);
});

import fc from "fast-check";
import { expect, test } from "vitest";
import { bookingMade } from "#app/features/booking/events.ts";
import { ensureDefaultHost } from "#app/features/booking/hosts/hosts.server.ts";
import { deliverEvent } from "#app/features/events/delivery.server.ts";
import { suppress } from "#app/features/mail/refusals/suppression.server.ts";
import { createProspect } from "#app/features/pipeline/prospects/prospect-commands.server.ts";
import { dayMs, hourMs, minuteMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import {
  booking,
  later,
  mail,
  rates,
  sequenceJobs,
  sequences,
  twoMails,
  useSequences,
  value,
} from "#tests/fixtures/running-sequences.ts";
import { testNow, useDatabase } from "#tests/setup/test-database.ts";
import { ensureBuiltInSequences } from "./definitions/built-in.server.ts";
import type { Step } from "./definitions/definition.ts";
import {
  endEnrollment,
  enrol,
  listEnrollments,
  pauseEnrollment,
  resumeEnrollment,
} from "./enrollments/enrollments.server.ts";
import { outreachToken } from "./enrollments/leave-link.server.ts";
import { leaveOutreach } from "./enrollments/leaving.server.ts";
import {
  createSequence,
  findSequenceByName,
  listSequences,
  pauseAll,
  pauseSequence,
  publishSequence,
  readSequence,
  resumeAll,
  resumeSequence,
  saveDraft,
  startSequence,
  stopSequence,
} from "./sequences.server.ts";
import { dryRun } from "./steps/dry-run.server.ts";
import { advanceDue } from "./steps/worker.server.ts";

const database = useDatabase({ jobs: sequenceJobs });
const { ctx, pool } = database;
const { at, rows, started, enrolled, advance, mails, states, happened } = useSequences(database);

test("sequences created with the same title at the same time get different names", async () => {
  const made = await Promise.all(Array.from({ length: 8 }, () => createSequence(ctx, { title: "渋谷区" })));
  expect(new Set(made.map((result) => value(result).name)).size).toBe(8);
});

test("sequences are ordered by the letters of their titles", async () => {
  const sorted = ["api", "Österreich", "Zebra"];
  for (const title of sorted.toReversed()) value(await createSequence(ctx, { title }));
  const titles = value(await listSequences(ctx)).map(({ title }) => title);
  expect(titles.filter((title) => sorted.includes(title))).toEqual(sorted);
});

test.each([
  ["Müller & Größe, Łódź", "muller-grosse-lodz"],
  ["2026: 3 ideas", "ideas"],
  ["渋谷区", "sequence"],
])("the name of a sequence spells the letters of its title out: %s is %s", async (title, name) => {
  expect(value(await createSequence(ctx, { title })).name).toBe(name);
});

test("an enrolled person gets the first mail at once, filled in, with a one-click unsubscribe link", async () => {
  const { id } = await started(twoMails);
  value(
    await createProspect(ctx, { email: "dana@northfield.example", name: "Dana <b>Whitlock", company: "North & Field" }),
  );
  await enrolled(id);
  expect(await advance()).toEqual({ claimed: 1, mails: 1, tasks: 0, ended: 0 });
  const [sent] = await rows("select list, kind, subject, headers, fill, body from message");
  expect(sent).toMatchObject({ list: "outreach", kind: "sequence-mail", subject: "one for Dana" });
  expect(sent.headers["List-Unsubscribe-Post"]).toBe("List-Unsubscribe=One-Click");
  expect(Object.values(sent.fill)).toContain("North & Field");
  expect(await states()).toEqual([{ state: "active", reason: null, done: 1 }]);
  expect(await advance()).toMatchObject({ claimed: 0 });
});

test("an unknown first name is replaced by the fallback", async () => {
  const { id } = await started(twoMails);
  await enrolled(id, "ada@lovelace.example");
  await advance();
  expect(await mails()).toEqual([{ to: "ada@lovelace.example", subject: "one for you" }]);
});

test("after the last step the enrollment is finished", async () => {
  const { id } = await started(twoMails);
  await enrolled(id);
  await advance();
  await advance(new Date("2026-03-04T14:00:00Z"));
  expect(await states()).toEqual([{ state: "finished", reason: "completed", done: 2 }]);
  expect(await mails()).toHaveLength(2);
});

test("the sending transaction sees an exit that happened a moment ago, before any consumer ran", async () => {
  const { id } = await started(twoMails);
  await enrolled(id);
  await happened(bookingMade, booking("dana@northfield.example"));
  expect(await advance()).toMatchObject({ mails: 0, ended: 1 });
  expect(await states()).toEqual([{ state: "finished", reason: "goal", done: 0 }]);
  expect(await mails()).toEqual([]);
});

test("the consumer ends the enrollment and cancels an unsent mail", async () => {
  const { id } = await started({ ...twoMails, goal: "payment" });
  await enrolled(id);
  await advance();
  await deliverEvent(ctx, sequences, await happened(bookingMade, booking("dana@northfield.example")));
  expect(await states()).toEqual([{ state: "exited", reason: "booking", done: 1 }]);
  expect(await rows("select status from message")).toEqual([{ status: "cancelled" }]);
});

test("a suppression of any of the person's addresses ends the enrollment", async () => {
  const { id } = await started(twoMails);
  await enrolled(id);
  await pool.query(
    "insert into prospect_address (email, prospect_id) select 'd@northfield.example', id from prospect where email = 'dana@northfield.example'",
  );
  await suppress(ctx, { address: "d@northfield.example", scope: "lists", reason: "complaint" });
  await advance();
  expect(await states()).toEqual([{ state: "exited", reason: "complaint", done: 0 }]);
});

test("the link of a mail ends every sequence of the person, is idempotent, and blocks new ones", async () => {
  const { id } = await started(twoMails);
  const other = await started({ ...twoMails, goal: "payment" }, "Other");
  await enrolled(id);
  await enrolled(other.id);
  const [{ unsubscribe_key: key }] = await rows("select unsubscribe_key from sequence_enrollment limit 1");
  for (let turn = 0; turn < 2; turn += 1)
    expect(await leaveOutreach(ctx, { token: outreachToken(key), by: "one-click" })).toMatchObject({ ok: true });
  expect((await states()).map(({ reason }) => reason)).toEqual(["unsubscribed", "unsubscribed"]);
  expect(await rows("select name from event where name = 'outreach.unsubscribed'")).toHaveLength(1);
  expect(await enrol(ctx, { id, email: "dana@northfield.example" })).toMatchObject({ reason: { why: "unsubscribed" } });
  expect(await leaveOutreach(ctx, { token: outreachToken("f".repeat(32)), by: "page" })).toMatchObject({ ok: false });
});

test("people keep the version they were enrolled in; later people get the new one", async () => {
  const { id } = await started(twoMails);
  await enrolled(id);
  await advance();
  value(
    await saveDraft(ctx, { id, version: 2, title: "Follow up", definition: { ...twoMails, steps: [mail("changed")] } }),
  );
  expect(await publishSequence(ctx, { id, version: 2 })).toMatchObject({ reason: { kind: "stale" } });
  expect(await publishSequence(ctx, { id, version: 3 })).toMatchObject({ value: { number: 2 } });
  expect(await publishSequence(ctx, { id, version: 3 })).toMatchObject({ reason: { kind: "unchanged" } });
  await enrolled(id, "ada@lovelace.example");
  await advance(new Date("2026-03-04T14:00:00Z"));
  expect(await mails()).toEqual([
    { to: "dana@northfield.example", subject: "one for you" },
    { to: "dana@northfield.example", subject: "two for you" },
    { to: "ada@lovelace.example", subject: "changed for you" },
  ]);
  expect(
    value(await readSequence(ctx, { id })).versions.map(({ number, enrolled: people }) => [number, people]),
  ).toEqual([
    [2, 1],
    [1, 1],
  ]);
});

test("a stopped or paused sequence sends nothing and continues where it was", async () => {
  const { id } = await started(twoMails);
  await enrolled(id);
  value(await stopSequence(ctx, { id }));
  expect(await advance()).toMatchObject({ claimed: 0 });
  expect(await enrol(ctx, { id, email: "ada@lovelace.example" })).toMatchObject({ reason: { kind: "not_active" } });
  value(await startSequence(ctx, { id }));
  value(await pauseSequence(ctx, { id }));
  expect(await advance()).toMatchObject({ claimed: 0 });
  value(await resumeSequence(ctx, { id }));
  expect(await advance()).toMatchObject({ mails: 1 });
});

test("resuming all sequences does not resume those paused individually", async () => {
  const own = await started(twoMails, "Paused on its own");
  const { id } = await started({ ...twoMails, goal: "payment" }, "Paused with all");
  value(await pauseSequence(ctx, { id: own.id }));
  value(await pauseAll(ctx));
  const paused = async () =>
    value(await listSequences(ctx)).flatMap(({ title, isPaused }) => (isPaused ? [title] : []));
  expect(await paused()).toEqual(["Paused on its own", "Paused with all"]);
  value(await resumeAll(ctx));
  expect(await paused()).toEqual(["Paused on its own"]);
  value(await resumeSequence(ctx, { id: own.id }));
  value(await pauseAll(ctx));
  value(await resumeSequence(ctx, { id }));
  expect(await paused()).toEqual(["Paused on its own"]);
  value(await resumeAll(ctx));
  expect(await paused()).toEqual([]);
});

test("one person can be paused, resumed and removed", async () => {
  const { id } = await started(twoMails);
  const enrollmentId = await enrolled(id);
  value(await pauseEnrollment(ctx, { enrollmentId }));
  expect(await advance()).toMatchObject({ claimed: 0 });
  value(await resumeEnrollment(ctx, { enrollmentId }));
  value(await endEnrollment(ctx, { enrollmentId }));
  expect(await endEnrollment(ctx, { enrollmentId })).toMatchObject({ reason: { kind: "has_ended" } });
  expect(value(await listEnrollments(ctx, { id })).rows).toMatchObject([
    { state: "exited", reason: "by_hand", steps: 2 },
  ]);
});

test("eight simultaneous workers send each of 60 people one mail", async () => {
  const { id } = await started({ ...twoMails, steps: [mail("one")] });
  for (let person = 0; person < 60; person += 1) await enrolled(id, `person-${person}@northfield.example`);
  const work = async (): Promise<void> => {
    const { claimed } = await advanceDue(ctx, { rates, limit: 7 });
    if (claimed > 0) await work();
  };
  await Promise.all(Array.from({ length: 8 }, work));
  await advance();
  expect(await rows("select count(*)::int as mails, count(distinct to_address)::int as people from message")).toEqual([
    { mails: 60, people: 60 },
  ]);
  expect(await rows("select distinct state from sequence_enrollment")).toEqual([{ state: "finished" }]);
});

test("the weekly cap counts all sequences of a person, even when they are due at the same time", async () => {
  for (const [title, goal] of [
    ["A", "call_booked"],
    ["B", "payment"],
    ["C", "analysis_created"],
    ["D", "access_granted"],
  ] as const) {
    const { id } = await started({ ...twoMails, goal, steps: [mail(title.toLowerCase())] }, `Sequence ${title}`);
    await enrolled(id);
  }
  for (let batch = 0; batch < 6; batch += 1) await Promise.all([advance(), advance()]);
  expect(await mails()).toHaveLength(3);
  await advance(new Date(testNow.getTime() + 7 * dayMs));
  expect(await mails()).toHaveLength(4);
});

test("the sending rate holds per minute and per domain; the rest is sent in the following minutes", async () => {
  const { id } = await started({ ...twoMails, steps: [mail("one")] });
  for (const name of ["a", "b", "c"])
    for (const domain of ["one", "two"]) await enrolled(id, `${name}@${domain}.example`);
  const slow = { perMinute: 4, perDomain: 2 };
  const counts: number[] = [];
  for (let minute = 0; minute < 3; minute += 1) {
    const now = new Date(testNow.getTime() + minute * minuteMs);
    let sent = 0;
    for (let batch = 0; batch < 3; batch += 1) sent += (await advanceDue(at(now), { rates: slow })).mails;
    counts.push(sent);
  }
  expect(counts).toEqual([4, 2, 0]);
});

test("only the named sequences are advanced", async () => {
  const first = await started(twoMails);
  const second = await started({ ...twoMails, goal: "payment" }, "Other");
  await enrolled(first.id, "ada@lovelace.example");
  await enrolled(second.id, "dana@northfield.example");
  await advanceDue(ctx, { rates, only: [second.id] });
  expect(await mails()).toEqual([{ to: "dana@northfield.example", subject: "one for you" }]);
});

test("a task is created for the owner of the prospect", async () => {
  const { conditions, delay, key } = mail("call");
  const task: Step = { key, conditions, delay, kind: "task", task: { title: "Call", dueInBusinessDays: 1 } };
  const { id } = await started({ ...twoMails, steps: [task] });
  await enrolled(id);
  expect(await advance()).toMatchObject({ tasks: 1, ended: 1 });
  expect(await rows("select title, due_on::text from prospect_task")).toEqual([
    { title: "Call", due_on: "2026-03-03" },
  ]);
});

test("the four sequences of the product exist once, published and not started", async () => {
  await Promise.all([ensureBuiltInSequences(ctx), ensureBuiltInSequences(ctx)]);
  await ensureBuiltInSequences(ctx);
  const listed = value(await listSequences(ctx));
  expect(listed.map(({ name, isActive, version }) => [name, isActive, version])).toEqual([
    ["access-requested", false, 1],
    ["analysis-without-call", false, 1],
    ["code-unused", false, 1],
    ["cold-lead", false, 1],
  ]);
  expect(await findSequenceByName(ctx, "cold-lead")).toBe(listed[3]!.id);
});

test("a product update gives unedited sequences its text: published if stopped, as a draft if started; edits are kept", async () => {
  await ensureBuiltInSequences(ctx);
  const ids = Object.fromEntries(value(await listSequences(ctx)).map(({ name, id }) => [name, id]));
  const open = async (name: string) => value(await readSequence(ctx, { id: ids[name]! }));
  const current = (await open("cold-lead")).draft;
  const older = `jsonb_set($NAME, '{steps,0,mail,subject}', '"An older subject"')`;
  await pool.query(`update sequence set draft = ${older.replace("$NAME", "draft")}`);
  await pool.query(`update sequence_version set definition = ${older.replace("$NAME", "definition")}`);
  value(await startSequence(ctx, { id: ids["code-unused"]! }));
  const edited = await open("access-requested");
  const draft = { ...edited.draft, exits: [] };
  value(await saveDraft(ctx, { id: edited.id, version: 1, title: edited.title, definition: draft }));
  await Promise.all([ensureBuiltInSequences(ctx), ensureBuiltInSequences(ctx)]);

  const stopped = await open("cold-lead");
  expect(stopped).toMatchObject({ draft: current, version: 1, isChanged: false });
  expect(stopped.versions.map(({ number, definition }) => [number, definition.steps[0]])).toEqual([
    [2, current.steps[0]],
    [1, { ...current.steps[0], mail: expect.objectContaining({ subject: "An older subject" }) }],
  ]);
  const running = await open("code-unused");
  expect(running).toMatchObject({ isChanged: true, version: 1 });
  expect(running.versions.map(({ number }) => number)).toEqual([1]);
  expect(running.draft.steps[0]).not.toMatchObject({ mail: { subject: "An older subject" } });
  expect(await open("access-requested")).toMatchObject({ draft, version: 2, versions: [{ number: 1 }] });
});

const steps = fc
  .array(
    fc.record({
      amount: fc.integer({ min: 0, max: 9 }),
      unit: fc.constantFrom("business_days" as const, "business_hours" as const, "days" as const),
      isTask: fc.boolean(),
      isSkipped: fc.boolean(),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((list) =>
    list.map(({ amount, unit, isTask, isSkipped }, place): Step => {
      const conditions = isSkipped ? [{ fact: "has_paid" as const, operator: "is" as const, value: "yes" }] : [];
      const step = { ...mail(`step-${place}`, amount, unit), conditions };
      if (!isTask || step.kind !== "mail") return step;
      const { mail: _, ...rest } = step;
      return { ...rest, kind: "task", task: { title: step.key, dueInBusinessDays: 1 } };
    }),
  );

/** They count toward the weekly cap. */
const newsletters = fc.array(
  fc.record({ person: fc.integer({ min: 0, max: 3 }), hoursBefore: fc.integer({ min: 1, max: 200 }) }),
  { maxLength: 10 },
);

test("60 simulated days match the dry run exactly", async () => {
  await ensureDefaultHost(ctx);
  const zones = ["America/Los_Angeles", "Europe/Berlin", "Asia/Tokyo"];
  for (const [person, zone] of zones.entries())
    await pool.query(
      `insert into booking (id, uid, event_type_id, host_id, during, blocked, name, email, timezone, manage_token_hash, created_at)
       select gen_random_uuid(), $1, (select id from event_type limit 1), (select id from host limit 1),
         tstzrange($2, $2::timestamptz + interval '1 hour'), tstzrange($2, $2::timestamptz + interval '1 hour'), 'P', $3, $4, $1, $2`,
      [newId(), later(-10_000 - 24 * person), `p${person}@northfield.example`, zone],
    );
  await fc.assert(
    fc.asyncProperty(steps, fc.integer({ min: 0, max: 200 }), newsletters, async (wanted, startHour, received) => {
      await pool.query("delete from sequence; delete from message; delete from mail_pace; delete from prospect_task");
      const begin = later(startHour);
      const { id } = await started({ ...twoMails, steps: wanted });
      const people = ["p0", "p1", "p2", "p3"].map((name) => `${name}@northfield.example`);
      for (const { person, hoursBefore } of received)
        await pool.query(
          `insert into message (id, kind, list, to_address, subject, html, text, message_id, status, created_at)
           values ($1, 'newsletter-issue', 'newsletter', $2, 'Issue', '', '', $1::uuid::text, 'sent', $3)`,
          [newId(), people[person], new Date(begin.getTime() - hoursBefore * hourMs)],
        );
      const said: string[] = [];
      for (const email of people) {
        const entries = value(await dryRun(at(begin), { id, email, days: 60 }));
        for (const { at: time, step, kind, skipped, reason } of entries)
          if (kind !== "end" && (!skipped || reason === "condition"))
            said.push(`${email} ${step} ${skipped ? "skipped" : kind} ${time.toISOString()}`);
      }
      for (const email of people) await enrolled(id, email, begin);
      const end = begin.getTime() + 60 * dayMs;
      for (;;) {
        const [{ due }] = await rows("select min(due_at) as due from sequence_enrollment where state = 'active'");
        if (!due || due.getTime() >= end) break;
        await advanceDue(at(new Date(Math.max(due.getTime(), begin.getTime()))), { rates });
      }
      const done = await rows(`
        select p.email || ' ' || s.key || ' ' || es.outcome || ' ' || to_char(es.at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"') as line
        from sequence_enrollment_step es
        join sequence_enrollment e on e.id = es.enrollment_id
        join prospect p on p.id = e.prospect_id
        join sequence_step s on s.id = es.step_id`);
      expect(done.map(({ line }) => line).sort()).toEqual(said.sort());
      expect(await rows("select count(*)::int as n from message where list = 'outreach'")).toEqual([
        { n: said.filter((line) => line.includes(" mail ")).length },
      ]);
    }),
    { numRuns: 12 },
  );
});

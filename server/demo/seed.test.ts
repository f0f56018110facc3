import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { createPartitions } from "#app/features/analytics/storage/partitions.server.ts";
import { sendDue } from "#app/features/webhooks/sending/sender.server.ts";
import { dayMs } from "#app/lib/durations.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAdmin } from "#tests/fixtures/actors.ts";
import { expectVisitsAgree } from "#tests/fixtures/demo-visits.ts";
import { useDatabase } from "#tests/setup/test-database.ts";
import { connectConsumers } from "../consumers.ts";
import { registerListeners } from "../process/listeners.ts";
import { prepare } from "../process/prepare.ts";
import { jobDefinitions } from "../process/schedule.ts";
import { removeDemoData } from "./removal.ts";
import { seedDemo } from "./seed.ts";

const { db, ctx } = useDatabase({ jobs: jobDefinitions });

beforeEach(async () => {
  useSettings({ SECRET: "d".repeat(32), SITE_URL: "http://localhost:3000", CONTACT_EMAIL: "calls@gtmarc.example" });
  // The demo has waiting and declined requests also where a request is approved at once.
  useSettings({ ACCESS_CODE_DELAY_BUSINESS_DAYS: 0 });
  registerListeners();
  connectConsumers();
  await prepare(db);
});

const one = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  (await db.execute<Row>(query)).rows[0]!;

/**
 * A checksum of the rows of every table of the product and the job queue, and the value of every sequence. Excluded:
 * `pgboss.version`, which the queue updates for its own maintenance, and remains of visits: terms, which are shared and never
 * deleted, changed days, and ids used by sessions, terms and changes.
 */
async function fingerprint(): Promise<Record<string, string>> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'pgboss', 'drizzle') and c.oid not in
      ('pgboss.version'::regclass, 'analytics_term'::regclass, 'analytics_day_change'::regclass) order by 1`);
  const prints: Record<string, string> = {};
  for (const { name } of tables) {
    const { print } = await one<{ print: string }>(
      sql.raw(
        `select count(*) || ' ' || coalesce(md5(string_agg(t::text, '|' order by t::text)), '') as print from ${name} t`,
      ),
    );
    prints[name] = print;
  }
  const { rows: sequences } = await db.execute<{ name: string; value: string | null }>(
    sql`select schemaname || '.' || sequencename as name, last_value::text as value from pg_sequences
      where sequencename not in ('analytics_session_id_seq', 'analytics_term_id_seq', 'analytics_day_change_id_seq')`,
  );
  for (const { name, value } of sequences) prints[name] = String(value);
  return prints;
}

/** Open tasks, done tasks and notes of the demo's admins that do not fit the stage of their prospect. */
async function contradictions(): Promise<string[]> {
  const { rows } = await db.execute<{ found: string }>(sql`
    select p.stage || ': ' || work.text as found from prospect p join (
      select prospect_id, title as text from prospect_task union all select prospect_id, body from prospect_note
    ) work on work.prospect_id = p.id
    where (p.stage = 'lead' and work.text ~* 'analysis|assumptions|adoption|strategy call|kickoff|approves')
      or (p.stage <> 'call_booked' and work.text ~* 'prepare the strategy call')
      or (p.stage = 'call_booked' and work.text ~* 'invite to a strategy call')
      or (p.stage <> 'won' and work.text ~* 'kickoff')
      or (p.stage = 'won' and work.text ~* 'assumptions|approves the budget|check back|budget is decided')`);
  return rows.map(({ found }) => found);
}

test("demo data covers every state, agrees with its visits, is sent to no one, and is removed without a trace", async () => {
  const admin = await asAdmin(ctx);
  await createPartitions(ctx, new Date("2025-12-01"), ctx.now);
  const before = await fingerprint();
  const seeded = await seedDemo(ctx);
  expect(seeded).toMatchObject({ ok: true, value: { people: 60 } });
  await expectVisitsAgree(ctx, admin);

  const counts = async (query: string) =>
    Object.fromEntries(
      (await db.execute<{ state: string; n: number }>(sql.raw(query))).rows.map(({ state, n }) => [state, Number(n)]),
    );
  expect(await counts("select status as state, count(*) as n from message group by 1")).toEqual({
    sent: expect.any(Number),
  });
  expect(await counts("select status as state, count(*) as n from access_request group by 1")).toEqual({
    pending: 4,
    declined: 3,
    approved: 53,
  });
  expect(Object.keys(await counts("select status as state, count(*) as n from payment group by 1")).sort()).toEqual([
    "cancelled",
    "expired",
    "open",
    "paid",
    "refunded",
  ]);
  expect(
    Object.keys(await counts("select stage as state, count(*) as n from full_blueprint group by 1")).sort(),
  ).toEqual(["in-review", "published", "requested"]);
  expect(
    Object.keys(await counts("select status as state, count(*) as n from newsletter_issue group by 1")).sort(),
  ).toEqual(["draft", "scheduled", "sent"]);
  expect(
    await counts("select coalesce(outcome, status) as state, count(*) as n from booking group by 1"),
  ).toMatchObject({
    confirmed: 6,
    cancelled: 2,
    held: 5,
    "no-show": 2,
  });
  expect(Object.keys(await counts("select name as state, count(*) as n from message_event group by 1"))).toEqual(
    expect.arrayContaining(["bounced", "complained", "replied", "auto_replied", "clicked", "scanned"]),
  );
  expect(
    await one(sql`
      select (select count(*) from prospect where owner_id is not null) > 20 as owned,
        (select count(*) from prospect_note) > 20 as noted,
        (select count(*) from prospect_task where done_at is null and assignee_id is not null) > 20 as assigned`),
  ).toEqual({ owned: true, noted: true, assigned: true });
  expect(await contradictions()).toEqual([]);
  expect(
    await counts("select d.kind || ' ' || d.status as state, count(*) as n from webhook_delivery d group by 1"),
  ).toMatchObject({
    ...{ "event delivered": expect.any(Number), "event pending": 6, "event failed": expect.any(Number) },
    ...{ "event canceled": 2, "test delivered": 2, "replay delivered": expect.any(Number) },
  });
  expect(
    await one(sql`
      select (select string_agg(distinct status, ',') from webhook_endpoint) as endpoints,
        (select bool_and(split_part(url, '/', 3) like '%-demo.example') from webhook_endpoint) as reserved,
        (select max(number) from webhook_attempt) as attempts, (select count(*)::int from api_token) as tokens`),
  ).toEqual({ endpoints: "paused", reserved: true, attempts: 12, tokens: 1 });
  expect(await sendDue({ ...ctx, now: new Date(ctx.now.getTime() + dayMs) })).toEqual({ delivered: 0, failed: 0 });
  expect(Object.keys(await counts("select state, count(*) as n from sequence_enrollment group by 1")).sort()).toEqual([
    "active",
    "blocked",
    "exited",
    "finished",
    "paused",
  ]);
  expect(
    await one(sql`
      select count(*) > 100 as mails, count(bounced_at) > 0 as bounces, count(replied_at) > 3 as replies,
        count(unsubscribed_at) > 0 as unsubscribed, max(at) - min(at) > interval '70 days' as months,
        (select count(distinct number) from sequence_step s join sequence_version v on v.id = s.version_id
          join sequence_enrollment_step es on es.step_id = s.id) as versions,
        (select count(*) from sequence_booking) > 0 as bookings
      from sequence_enrollment_step where outcome = 'mail'`),
  ).toEqual({
    ...{ mails: true, bounces: true, replies: true, unsubscribed: true, months: true, versions: "2", bookings: true },
  });
  expect(await one(sql`select count(*)::int as n from "user" where is_admin`)).toEqual({ n: 1 });
  expect(
    await counts(
      "select substage as state, count(*) as n from funnel_event where substage = 'paid' and session_id is null group by 1",
    ),
  ).toEqual({
    paid: 4,
  });
  expect(await one(sql`select count(*)::int as n from pgboss.job`)).toEqual({ n: 0 });
  expect(
    await one(sql`
      select (select count(*) from analytics_visit where rule is null) between 1000 and 3000 as visits,
        (select count(distinct channel) from analytics_visit) >= 7 as channels,
        (select count(distinct rule) from analytics_visit) as rules,
        (select count(*) from analytics_view where lcp is not null) > 1000 as vitals,
        (select avg(is_bounce::int) from analytics_visit where rule is null) between 0.3 and 0.6 as bounces,
        (select count(*) from analytics_visit where goal_ids <> '{}') > 100 as goals,
        (select sum(value_usd) from analytics_visit) >= 499 as revenue,
        (select count(distinct stage || substage) from funnel_event
          join analytics_session on key = session_key) >= 7 as steps`),
  ).toEqual({
    ...{
      visits: true,
      channels: true,
      rules: "4",
      vitals: true,
      bounces: true,
      goals: true,
      revenue: true,
      steps: true,
    },
  });
  const visitSpan = await one<{ oldest: Date; newest: Date }>(
    sql`select min(started_at) as oldest, max(ended_at) as newest from analytics_visit`,
  );
  expect(new Date(visitSpan.oldest).getTime()).toBeGreaterThan(ctx.now.getTime() - 91 * dayMs);
  expect(new Date(visitSpan.newest).getTime()).toBeLessThan(ctx.now.getTime());
  const span = await one<{ oldest: Date; newest: Date }>(
    sql`select min(requested_at) as oldest, max(requested_at) as newest from access_request`,
  );
  expect(new Date(span.oldest).getTime()).toBeGreaterThan(ctx.now.getTime() - 91 * dayMs);
  expect(new Date(span.newest).getTime()).toBeLessThan(ctx.now.getTime());

  expect(await seedDemo(ctx)).toEqual({ ok: false, reason: { kind: "loaded" } });
  expect(await removeDemoData(ctx)).toBeGreaterThan(500);
  expect(await fingerprint()).toEqual(before);
  expect(await one(sql`select count(*)::int as hits from analytics_hit`)).toEqual({ hits: 0 });
  expect(await removeDemoData(ctx)).toBe(0);
});

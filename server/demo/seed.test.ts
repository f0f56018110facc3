import { sql } from "drizzle-orm";
import { beforeEach, expect, test } from "vitest";
import { removeDemo } from "#app/features/demo/removal.server.ts";
import { useSettings } from "#app/platform/env.server.ts";
import { asAdmin } from "../../tests/fixtures/actors.ts";
import { useDatabase } from "../../tests/setup/test-database.ts";
import { connectConsumers } from "../consumers.ts";
import { registerListeners } from "../listeners.ts";
import { prepare } from "../prepare.ts";
import { jobDefinitions } from "../schedule.ts";
import { seedDemo } from "./seed.ts";

const { db, ctx } = useDatabase({ jobs: jobDefinitions });

beforeEach(async () => {
  useSettings({ SECRET: "d".repeat(32), SITE_URL: "http://localhost:3000", CONTACT_EMAIL: "calls@gtmarc.example" });
  registerListeners();
  connectConsumers();
  await prepare(db);
});

const one = async <Row extends Record<string, unknown>>(query: ReturnType<typeof sql>) =>
  (await db.execute<Row>(query)).rows[0]!;

/**
 * Every table of the product and of the job queue with a checksum of its rows, and every sequence with its value. Left out is
 * `pgboss.version`, where the queue notes the time of its own maintenance.
 */
async function fingerprint(): Promise<Record<string, string>> {
  const { rows: tables } = await db.execute<{ name: string }>(sql`
    select format('%I.%I', n.nspname, c.relname) as name
    from pg_class c join pg_namespace n on n.oid = c.relnamespace
    where c.relkind = 'r' and n.nspname in ('public', 'pgboss', 'drizzle') and c.oid <> 'pgboss.version'::regclass order by 1`);
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
    sql`select schemaname || '.' || sequencename as name, last_value::text as value from pg_sequences`,
  );
  for (const { name, value } of sequences) prints[name] = String(value);
  return prints;
}

test("demo data covers every state, is sent to no one, and is removed without a trace", async () => {
  await asAdmin(ctx);
  const before = await fingerprint();
  const seeded = await seedDemo(ctx);
  expect(seeded).toMatchObject({ ok: true, value: { people: 60 } });

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
    expect.arrayContaining(["bounced", "complained"]),
  );
  expect(
    await one(sql`
      select (select count(*) from prospect where owner_id is not null) > 20 as owned,
        (select count(*) from prospect_note) > 20 as noted,
        (select count(*) from prospect_task where done_at is null and assignee_id is not null) > 20 as assigned`),
  ).toEqual({ owned: true, noted: true, assigned: true });
  expect(await one(sql`select count(*)::int as n from "user" where is_admin`)).toEqual({ n: 1 });
  expect(
    await counts("select substage as state, count(*) as n from funnel_event where substage = 'paid' group by 1"),
  ).toEqual({
    paid: 4,
  });
  expect(await one(sql`select count(*)::int as n from pgboss.job`)).toEqual({ n: 0 });
  const span = await one<{ oldest: Date; newest: Date }>(
    sql`select min(requested_at) as oldest, max(requested_at) as newest from access_request`,
  );
  expect(new Date(span.oldest).getTime()).toBeGreaterThan(ctx.now.getTime() - 91 * 86_400_000);
  expect(new Date(span.newest).getTime()).toBeLessThan(ctx.now.getTime());

  expect(await seedDemo(ctx)).toEqual({ ok: false, reason: { kind: "loaded" } });
  expect(await removeDemo(ctx)).toBeGreaterThan(500);
  expect(await fingerprint()).toEqual(before);
  expect(await removeDemo(ctx)).toBe(0);
}, 180_000);

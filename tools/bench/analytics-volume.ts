import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import pg, { type Pool, type PoolConfig } from "pg";
import { channels } from "../../app/features/analytics/collecting/sources/channels.ts";
import { storeSums } from "../../app/features/analytics/reports/sums/store-sums.server.ts";
import { everyHitQuery } from "../../app/features/analytics/storage/every-hit.server.ts";
import { hitKinds } from "../../app/features/analytics/storage/hit-kinds.ts";
import { createPartitions } from "../../app/features/analytics/storage/partitions.server.ts";
import { deriveVisits } from "../../app/features/analytics/visits/visits.server.ts";
import { dayMs } from "../../app/lib/durations.ts";
import { systemContext } from "../../app/platform/context.server.ts";
import { migrateDatabase } from "../../app/platform/database/migrations.server.ts";
import { createDb, openPool } from "../../app/platform/db.server.ts";
import { startEmbedded } from "../../app/platform/postgres/embedded.server.ts";

/** Average hits per session: three views with four or five vitals each, load times, clicks and a few goals. */
const hitsPerSession = 20;

/** Pages of the generated visits, most viewed first. */
export const pages = [
  "/",
  "/pricing",
  "/automation-grid",
  "/downloads",
  "/our-approach",
  "/faq",
  "/training",
  "/contact",
];
export const sources = ["google.com", "linkedin.com", "bing.com", "n8n.io", "news.example", "letter"];

/** The default of COMPANY_TIMEZONE. */
const firmZone = "America/New_York";

/** The end of the generated year. */
export const lastHitAt = new Date("2026-11-20T12:00:00Z");

export type Stored = Awaited<ReturnType<typeof fillWithVisits>> & { funnelEvents: number };

/**
 * Returns the data directory ANALYTICS_DATA, or a new one, with ANALYTICS_HITS hits (10 million) their sums of days; filled
 * once.
 */
export async function filledFolder(
  hits = Number(process.env["ANALYTICS_HITS"] ?? 10_000_000),
  folder = process.env["ANALYTICS_DATA"],
): Promise<{ dataDir: string; stored: Stored; size: StoredSize }> {
  const dataDir = folder ?? mkdtempSync(join(tmpdir(), "gtmarc-bench-analytics-"));
  const database = await startEmbedded({ dataDir, role: "command" });
  try {
    await migrateDatabase(database.connection);
    const filled = join(dataDir, "filled");
    if (!existsSync(filled)) {
      const visits = await fillWithVisits(database.connection, hits, lastHitAt);
      writeFileSync(filled, JSON.stringify({ ...visits, funnelEvents: await fillSteps(database.connection) }));
    }
    const pool = openPool(database.connection);
    const db = createDb(pool);
    while ((await storeSums({ db, now: lastHitAt }, firmZone)) > 0);
    const stored = JSON.parse(readFileSync(filled, "utf8")) as Stored;
    const size = await sizeOf(pool, stored.hits);
    await pool.end();
    return { dataDir, stored, size };
  } finally {
    await database.stop();
  }
}

/** MiB of 100,000 hits with everything that is stored because of them: by table with its indexes, and in total. */
export type StoredSize = { total: number; [table: string]: number };

async function sizeOf(pool: Pool, hits: number): Promise<StoredSize> {
  const { rows } = await pool.query<{ name: string; bytes: string }>(`
    select coalesce(p.relname, c.relname) as name, sum(pg_total_relation_size(c.oid)) as bytes
    from pg_class c left join pg_inherits i on i.inhrelid = c.oid left join pg_class p on p.oid = i.inhparent
    where c.relkind = 'r' and c.relname ~ '^(analytics_|funnel_event)' group by 1 having sum(pg_total_relation_size(c.oid)) > 1000000 order by 2 desc`);
  const mib = (bytes: number) => Number(((bytes / 2 ** 20 / hits) * 100_000).toFixed(2));
  const total = mib(rows.reduce((sum, { bytes }) => sum + Number(bytes), 0));
  return { total, ...Object.fromEntries(rows.map(({ name, bytes }) => [name, mib(Number(bytes))])) };
}

/**
 * Fills an empty, migrated database with about `hits` hits in the 365 days before `until`, more in the second half, and derives
 * their visits. Rows are computed from row numbers, so every run measures the same data. Returns what was stored.
 */
async function fillWithVisits(connection: PoolConfig, hits: number, until: Date) {
  const sessions = Math.round(hits / hitsPerSession);
  const pool = openPool(connection);
  const db = createDb(pool);
  const client = new pg.Client(connection);
  await client.connect();
  try {
    await createPartitions({ db }, new Date(until.getTime() - 366 * dayMs), until);
    await client.query("set synchronous_commit = off; set work_mem = '256MB'");
    await client.query(insertTerms);
    await client.query(helpers);
    await client.query(insertSessions, [sessions, until.toISOString()]);
    await client.query("analyze analytics_session; analyze analytics_term");
    // In slices, so that rows are stored in order of time.
    const slice = 20_000;
    for (let first = 1; first <= sessions; first += slice) await client.query(insertHits, [first, first + slice - 1]);
    await client.query("drop function bench_term(text)");
    await client.query("vacuum analyze analytics_hit, analytics_measurement");
    const began = performance.now();
    await deriveVisits({ ...systemContext(db), now: until });
    const deriveSeconds = Math.round((performance.now() - began) / 1000);
    await client.query("vacuum analyze");
    const count = async (table: string) =>
      Number((await client.query<{ count: string }>(`select count(*) from ${table}`)).rows[0]!.count);
    return {
      hits: await count(`${everyHitQuery} h`),
      visits: await count("analytics_visit"),
      views: await count("analytics_view"),
      deriveSeconds,
    };
  } finally {
    await client.end();
    await pool.end();
  }
}

/**
 * Every fortieth session requests access, and none of them is rejected; fewer take each step after it; payments have a user and
 * no session. Returns the number of rows.
 */
async function fillSteps(connection: PoolConfig): Promise<number> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rowCount } = await client.query(`
      insert into funnel_event (id, session_id, session_key, user_id, stage, substage, value, occurred_at)
      select gen_random_uuid(), case when step.stage <> 'unlock' then s.id::text end, case when step.stage <> 'unlock' then s.key end,
        case when step.number > 1 then md5('user' || s.id)::uuid end, step.stage, step.substage, step.value,
        s.first_at + step.number * interval '10 minutes'
      from analytics_session s cross join (values
        (1, 40, 'access', 'requested', null), (2, 80, 'access', 'code_accepted', null), (3, 80, 'wizard', 'guided_started', null),
        (4, 160, 'wizard', 'profile_completed', null), (5, 160, 'wizard', 'tech_stack_completed', null),
        (6, 160, 'wizard', 'processes_viewed', null), (7, 320, 'analysis', 'generated', 180000),
        (8, 640, 'booking', 'scheduled', 2500), (9, 1280, 'unlock', 'paid', 4900)
      ) step (number, every, stage, substage, value)
      where s.id % step.every = 1`);
    await client.query("vacuum analyze funnel_event");
    return rowCount ?? 0;
  } finally {
    await client.end();
  }
}

const list = (texts: readonly string[]) => `array[${texts.map((text) => `'${text}'`).join(", ")}]`;

const hitNames = [
  "lcp",
  "fcp",
  "ttfb",
  "cls",
  "inp",
  "engagement",
  "page_time",
  "click",
  "outbound_link",
  "button",
  "rage_click",
];

const insertTerms = `
  insert into analytics_term (text)
  select text from unnest(${list([
    ...pages,
    ...sources,
    ...hitNames,
    ...["goal_complete", "form_submit", "booking.scheduled", "access.requested", "newsletter", "main > a.more"],
    ...["Chrome", "Safari", "Firefox", "Edge", "Windows", "macOS", "iOS", "Android", "1440x900", "390x844"],
    ...[
      "en-US",
      "de-DE",
      "fr-FR",
      "America/New_York",
      "Europe/Berlin",
      "America/Los_Angeles",
      "cpc",
      "spring",
      "autumn",
    ],
  ])}) as text
  union select '/automation-grid/example-' || n from generate_series(1, 200) as n
  union select 'https://site-' || n || '.example' from generate_series(1, 300) as n`;

const helpers = `
  create function bench_term(wanted text) returns int language sql stable as $$
    select id from analytics_term where text = wanted $$`;

/** More sessions toward the end of the year, and few visitors with a common source. */
const insertSessions = `
  with t as (select text, id from analytics_term), c as materialized (
    select ${list(sources)} as source, (select array_agg(id order by text) from t where text like 'https://site-%') as sites
  )
  insert into analytics_session (key, client, first_at, rule, channel, device, referrer_id, source_id, medium_id, campaign_id, browser_id,
    os_id, screen_id, language_id, timezone_id)
  select md5(i::text)::uuid, i, $2::timestamptz - interval '365 days' + sqrt(i::float8 / $1) * interval '364.9 days',
    case when i % 40 = 0 then 1 end,
    (array[${channels.direct}, ${channels.search}, ${channels.search}, ${channels.social}, ${channels.referral}, ${channels.email}])[1 + i % 6]::smallint,
    (array[1, 1, 1, 2, 2, 3])[1 + (i / 7) % 6]::smallint,
    case when i % 6 = 4 then c.sites[1 + i % 300] end,
    case when i % 6 in (1, 2) then bench_term('google.com') when i % 6 = 3 then bench_term('linkedin.com') end,
    case when i % 6 = 5 then bench_term('cpc') end, case when i % 6 = 5 then bench_term((array['spring', 'autumn'])[1 + (i / 6) % 2]) end,
    bench_term((array['Chrome', 'Chrome', 'Safari', 'Firefox', 'Edge'])[1 + (i / 3) % 5]),
    bench_term((array['Windows', 'macOS', 'iOS', 'Android'])[1 + (i / 11) % 4]),
    bench_term((array['1440x900', '390x844'])[1 + (i / 5) % 2]), bench_term((array['en-US', 'en-US', 'de-DE', 'fr-FR'])[1 + (i / 13) % 4]),
    bench_term((array['America/New_York', 'America/Los_Angeles', 'Europe/Berlin'])[1 + (i / 17) % 3])
  from c, generate_series(1, $1::int) as i`;

const { page_view, event, behavior, conversion } = hitKinds;

/** What a page measures, it reports when it is left. */
const insertHits = `
  with t as materialized (
    select ${[...hitNames, ...["goal_complete", "booking.scheduled", "access.requested", "main > a.more"]]
      .map((text, n) => `bench_term('${text}') as t${n}`)
      .join(", ")},
      (select array_agg(bench_term(text) order by n) from unnest(${list(pages)}) with ordinality as p(text, n)) as pages,
      (select array_agg(id order by text) from analytics_term where text like '/automation-grid/example-%') as examples
  ), view as (
    select s.id, s.first_at + (k - 1) * interval '47 seconds' + case when s.id % 9 = 0 and k > 2 then interval '3 hours' else interval '0' end as at, k,
      case when (s.id + k) % 5 = 0 then t.examples[1 + (s.id * 7 + k) % 200]
        else t.pages[1 + floor(8 * power(((s.id * 31 + k * 17) % 97) / 97.0, 2))::int] end as page
    from analytics_session s, t, generate_series(1, 1 + s.id % 5) as k where s.id between $1 and $2
  ),  measured as (
    insert into analytics_measurement (at, session_id, page_id, lcp, fcp, ttfb, cls, inp, seconds, scroll)
    select v.at + interval '31 seconds', v.id, v.page, 1000 * (800 + (v.id * 13 + v.k * 7) % 3000), 1000 * (500 + (v.id * 11 + v.k) % 1500),
      1000 * (60 + (v.id * 3 + v.k) % 700), 10 * ((v.id + v.k) % 40), case when v.id % 3 > 0 then 1000 * (16 + (v.id * 5 + v.k) % 400) end,
      5 + (v.id + v.k) % 80, 20 + (v.id * v.k) % 81
    from view v order by 1
  )
  insert into analytics_hit (at, value, session_id, page_id, type_id, name_id, kind, detail)
  select v.at + h.later * interval '1 millisecond', h.value, v.id, v.page, h.type, h.name, h.kind, h.detail
  from view v, t, lateral (values
    (0, null::float8, null::int, null::int, ${page_view}, null::jsonb, true),
    (12000, null, t.t7, t.t9, ${event}, jsonb_build_object('href', '/pricing'), (v.id + v.k) % 3 = 0),
    (14000, null, t.t7, t.t8, ${event}, jsonb_build_object('href', 'https://site-' || v.id % 30 || '.example'), (v.id + v.k) % 25 = 0),
    (15000, null, t.t10, t.t14, ${behavior}, null, (v.id + v.k) % 70 = 0),
    (29000, 2500, t.t11, t.t12, ${conversion}, null, v.k = 4 and v.id % 10 = 3),
    (28000, null, t.t11, t.t13, ${conversion}, null, v.k = 3 and v.id % 4 = 3)
  ) as h(later, value, type, name, kind, detail, is_there)
  where h.is_there order by 1`;

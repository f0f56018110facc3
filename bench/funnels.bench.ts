/**
 * Funnels with 10 million hits over a year: the main funnel over 90 days and custom ones over a year. `coldMs`: the first read after a
 * restart of the database, with nothing in memory. `newMs`: the first read of the funnel in a process that has the days in memory, as after
 * its start. `warmMs`: again. `cpuMs`: processor time of this process for the last one. Targets: the main funnel 2 s cold, a custom one 5 s. ANALYTICS_HITS measures with fewer, ANALYTICS_DATA names
 * a folder to fill once and use again.
 */
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import pg, { type PoolConfig } from "pg";
import type { FunnelDefinition } from "#app/features/analytics/funnel-definition.ts";
import { mainFunnel, readFunnel, readFunnelBreakdown } from "#app/features/analytics/funnels.server.ts";
import { presetPeriod } from "#app/features/analytics/reports/period.ts";
import { readTotals } from "#app/features/analytics/reports/totals.server.ts";
import type { ReportScope } from "#app/features/analytics/reports/visit-conditions.server.ts";
import { type Ctx, systemContext } from "#app/platform/context.server.ts";
import { createDb, openPool } from "#app/platform/db.server.ts";
import { migrateDatabase } from "#app/platform/migrations.server.ts";
import { startEmbedded } from "#app/platform/postgres/embedded.server.ts";
import { fillWithVisits } from "./analytics-volume.ts";

const hits = Number(process.env["ANALYTICS_HITS"] ?? 10_000_000);
const until = new Date("2026-11-20T12:00:00Z");

const funnel = (order: FunnelDefinition["order"], ...paths: string[]): FunnelDefinition => ({
  steps: paths.map((path) => ({ name: path, matches: [{ kind: "page", path }], isOptional: false })),
  order,
  windowHours: 30 * 24,
});
const withEvents: FunnelDefinition = {
  ...funnel("ordered", "/"),
  steps: [
    { name: "Any page", matches: [{ kind: "page", path: "*" }], isOptional: false },
    { name: "Outbound link", matches: [{ kind: "event", type: "click", name: "outbound_link" }], isOptional: false },
    { name: "Goal", matches: [{ kind: "conversion", type: "goal_complete", name: "*" }], isOptional: false },
  ],
};

const scope = (preset: "90d" | "12m"): ReportScope => ({
  period: presetPeriod(preset, until, "America/New_York"),
  filters: [],
});
const phones: ReportScope = {
  ...scope("12m"),
  filters: [{ dimension: "device", isExcluded: false, values: ["phone"] }],
};

type Read = (ctx: Ctx) => Promise<unknown>;
const reads: Record<string, { read: Read; mostMs: number }> = {
  "main funnel, 90 days": { read: (ctx) => readFunnel(ctx, mainFunnel, scope("90d")), mostMs: 2000 },
  "main funnel, a year": { read: (ctx) => readFunnel(ctx, mainFunnel, scope("12m")), mostMs: 5000 },
  "two pages, a year": {
    read: (ctx) => readFunnel(ctx, funnel("ordered", "/", "/pricing"), scope("12m")),
    mostMs: 5000,
  },
  "four pages with wildcard, strict, a year": {
    read: (ctx) => readFunnel(ctx, funnel("strict", "/", "/automation-grid*", "/pricing", "/contact"), scope("12m")),
    mostMs: 5000,
  },
  "any page, event, goal, a year": { read: (ctx) => readFunnel(ctx, withEvents, scope("12m")), mostMs: 5000 },
  "two pages on phones, a year": {
    read: (ctx) => readFunnel(ctx, funnel("any", "/", "/pricing"), phones),
    mostMs: 5000,
  },
  "main funnel by channel, 90 days": {
    read: (ctx) => readFunnelBreakdown(ctx, mainFunnel, scope("90d"), "channel"),
    mostMs: 5000,
  },
};

type Row = { what: string; coldMs: number; newMs: number; warmMs: number; cpuMs: number; mostMs: number };

export async function run(): Promise<{ rows: Row[]; stored: unknown; load: number[]; below: string[] }> {
  const dataDir = process.env["ANALYTICS_DATA"] ?? mkdtempSync(join(tmpdir(), "gtmarc-bench-funnels-"));
  const stored = await fill(dataDir);
  const rows: Row[] = [];
  for (const [what, { read, mostMs }] of Object.entries(reads)) {
    // Started anew, so that nothing is in the memory of the database.
    const database = await startEmbedded({ dataDir, role: "command" });
    const pool = openPool(database.connection);
    const opened = () => ({ ...systemContext(createDb(pool)), now: until });
    await pool.query("select 1");
    const coldMs = await timed(opened(), read);
    const ctx = opened();
    await readTotals(ctx, scope("12m"));
    const newMs = await timed(ctx, read);
    const cpu = process.cpuUsage();
    const warmMs = await timed(ctx, read);
    const { user, system } = process.cpuUsage(cpu);
    rows.push({ what, coldMs, newMs, warmMs, cpuMs: Math.round((user + system) / 1000), mostMs });
    await pool.end();
    await database.stop();
  }
  const below = rows.filter(({ coldMs, mostMs }) => coldMs > mostMs).map(({ what, coldMs }) => `${what}: ${coldMs} ms`);
  return { rows, stored, load: loadavg(), below };
}

async function timed(ctx: Ctx, read: Read): Promise<number> {
  const began = performance.now();
  await read(ctx);
  return Math.round(performance.now() - began);
}

async function fill(dataDir: string): Promise<unknown> {
  const database = await startEmbedded({ dataDir, role: "command" });
  try {
    await migrateDatabase(database.connection);
    const filled = join(dataDir, "filled");
    if (!existsSync(filled))
      writeFileSync(filled, JSON.stringify(await fillWithVisits(database.connection, hits, until)));
    return {
      ...(JSON.parse(readFileSync(filled, "utf8")) as object),
      funnelEvents: await fillSteps(database.connection),
    };
  } finally {
    await database.stop();
  }
}

/** Every fortieth session asks for access, fewer take each step after it; payments have a user and no session. Returns the number of rows. */
async function fillSteps(connection: PoolConfig): Promise<number> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const count = async () =>
      Number((await client.query<{ count: string }>("select count(*) from funnel_event")).rows[0]!.count);
    if ((await count()) > 0) return await count();
    await client.query(`
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
      where s.id % step.every = 0 and s.client is not null`);
    await client.query("vacuum analyze funnel_event");
    return await count();
  } finally {
    await client.end();
  }
}

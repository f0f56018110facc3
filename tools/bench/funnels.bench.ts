/**
 * Funnels with 10 million hits over a year: the main funnel over 90 days and custom ones over a year. `coldMs`: the first read
 * after a restart of the database, with cold caches. `newMs`: a read after that of the totals of a year. `warmMs`: a repeated
 * read. `cpuMs`: CPU time of this process for it; the store computes funnels. `plans`: of the statements of cold reads. Targets:
 * the main funnel 2 s cold, a custom one 5 s. ANALYTICS_HITS measures with fewer, ANALYTICS_DATA names a folder to fill once
 * and reuse.
 */
import { loadavg } from "node:os";
import type { Pool } from "pg";
import { mainFunnel, readFunnel, readFunnelBreakdown } from "../../app/features/analytics/funnels/funnels.server.ts";
import { presetPeriod } from "../../app/features/analytics/reports/period/period.ts";
import { readTotals } from "../../app/features/analytics/reports/sums/totals.server.ts";
import type { ReportScope } from "../../app/features/analytics/reports/visit-conditions.server.ts";
import { type Ctx, systemContext } from "../../app/platform/context.server.ts";
import { createDb, openPool } from "../../app/platform/db.server.ts";
import { startEmbedded } from "../../app/platform/postgres/embedded.server.ts";
import { filledFolder, lastHitAt as until } from "./analytics-volume.ts";
import { fourPages, pageFunnel, withEvents } from "./custom-funnels.ts";

const scope = (preset: "90d" | "12m"): ReportScope => ({
  period: presetPeriod(preset, until, "America/New_York"),
  filters: [],
});
const phones: ReportScope = {
  ...scope("12m"),
  filters: [{ dimension: "device", isExcluded: false, values: ["phone"] }],
};

type Read = (ctx: Ctx) => Promise<unknown>;
const reads: Record<string, { read: Read; maxMs: number }> = {
  "main funnel, 90 days": { read: (ctx) => readFunnel(ctx, mainFunnel, scope("90d")), maxMs: 2000 },
  "main funnel, a year": { read: (ctx) => readFunnel(ctx, mainFunnel, scope("12m")), maxMs: 5000 },
  "two pages, a year": {
    read: (ctx) => readFunnel(ctx, pageFunnel("ordered", "/", "/pricing"), scope("12m")),
    maxMs: 5000,
  },
  "four pages with wildcard, strict, a year": {
    read: (ctx) => readFunnel(ctx, fourPages, scope("12m")),
    maxMs: 5000,
  },
  "any page, event, goal, a year": { read: (ctx) => readFunnel(ctx, withEvents, scope("12m")), maxMs: 5000 },
  "two pages on phones, a year": {
    read: (ctx) => readFunnel(ctx, pageFunnel("any", "/", "/pricing"), phones),
    maxMs: 5000,
  },
  "main funnel by channel, 90 days": {
    read: (ctx) => readFunnelBreakdown(ctx, mainFunnel, scope("90d"), "channel"),
    maxMs: 5000,
  },
};

type Row = { what: string; coldMs: number; newMs: number; warmMs: number; cpuMs: number; maxMs: number };

type Plan = { of: string; statement: string; plan: string[] };
type Result = { rows: Row[]; plans: Plan[]; stored: unknown; load: number[]; below: string[] };

export async function run(): Promise<Result> {
  const { dataDir, stored } = await filledFolder();
  const rows: Row[] = [];
  const plans = new Map<string, Plan>();
  for (const [what, { read, maxMs }] of Object.entries(reads)) {
    // Restarted, so that the database's caches are empty.
    const database = await startEmbedded({ dataDir, role: "command" });
    const pool = openPool(database.connection);
    const opened = () => ({ ...systemContext(createDb(pool)), now: until });
    await pool.query("select 1");
    const asked = recordStatements(pool);
    const coldMs = await timed(opened(), read);
    for (const [statement, values] of asked())
      if (!plans.has(statement))
        plans.set(statement, { of: what, statement, plan: await explain(pool, statement, values) });
    const ctx = opened();
    await readTotals(ctx, scope("12m"));
    const newMs = await timed(ctx, read);
    const cpu = process.cpuUsage();
    const warmMs = await timed(ctx, read);
    const { user, system } = process.cpuUsage(cpu);
    rows.push({ what, coldMs, newMs, warmMs, cpuMs: Math.round((user + system) / 1000), maxMs });
    await pool.end();
    await database.stop();
  }
  const below = rows.filter(({ coldMs, maxMs }) => coldMs > maxMs).map(({ what, coldMs }) => `${what}: ${coldMs} ms`);
  return { rows, plans: [...plans.values()], stored, load: loadavg(), below };
}

async function timed(ctx: Ctx, read: Read): Promise<number> {
  const began = performance.now();
  await read(ctx);
  return Math.round(performance.now() - began);
}

/** Starts recording; the returned function stops and returns the statements, each with the values of its first run. */
function recordStatements(pool: Pool): () => Map<string, unknown[]> {
  const asked = new Map<string, unknown[]>();
  const query = pool.query;
  pool.query = ((...args: [{ text: string }, unknown[]]) => {
    const [{ text }, values] = args;
    if (!asked.has(text)) asked.set(text, values);
    return query.apply(pool, args as never);
  }) as never;
  return () => {
    pool.query = query;
    return asked;
  };
}

async function explain(pool: Pool, statement: string, values: unknown[]): Promise<string[]> {
  const { rows } = await pool.query<{ "QUERY PLAN": string }>(`explain (analyze, buffers) ${statement}`, values);
  return rows.map((row) => row["QUERY PLAN"]);
}

/**
 * Funnels with 10 million hits over a year: the main funnel over 90 days and custom ones over a year. `coldMs`: the first read after a
 * restart of the database, with nothing in memory. `newMs`: the first read of the funnel in a process that has the days in memory, as after
 * its start. `warmMs`: again. `cpuMs`: processor time of this process for the last one. Targets: the main funnel 2 s cold, a custom one 5 s. ANALYTICS_HITS measures with fewer, ANALYTICS_DATA names
 * a folder to fill once and use again.
 */
import { loadavg } from "node:os";
import type { FunnelDefinition } from "#app/features/analytics/funnel-definition.ts";
import { mainFunnel, readFunnel, readFunnelBreakdown } from "#app/features/analytics/funnels.server.ts";
import { presetPeriod } from "#app/features/analytics/reports/period.ts";
import { readTotals } from "#app/features/analytics/reports/totals.server.ts";
import type { ReportScope } from "#app/features/analytics/reports/visit-conditions.server.ts";
import { type Ctx, systemContext } from "#app/platform/context.server.ts";
import { createDb, openPool } from "#app/platform/db.server.ts";
import { startEmbedded } from "#app/platform/postgres/embedded.server.ts";
import { filledFolder, lastHitAt as until } from "./analytics-volume.ts";

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
  const { dataDir, stored } = await filledFolder();
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

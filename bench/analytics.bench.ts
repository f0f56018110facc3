/**
 * The queries of the analytics pages with 10 million hits over a year. Every query of the dashboard runs over 30 days and over a
 * year, without filters and with one filter on each dimension; `dashboard` is the page's data with the compared period. The first
 * read of a period loads its days into memory and is a row of its own. Target: any filter over 30 days p95 300 ms. `cpuMs` is the
 * processor time of this process per read, `delayMs` the longest time in which it could not serve anything else. ANALYTICS_HITS measures
 * with fewer, ANALYTICS_DATA names a folder to fill once and use again.
 */
import { loadavg } from "node:os";
import { monitorEventLoopDelay } from "node:perf_hooks";
import { chunkCacheOf } from "#app/features/analytics/columns/chunk-cache.server.ts";
import { readActions } from "#app/features/analytics/reports/actions.server.ts";
import { readBreakdown } from "#app/features/analytics/reports/breakdowns.server.ts";
import { readDashboard } from "#app/features/analytics/reports/dashboard.server.ts";
import { readPages } from "#app/features/analytics/reports/pages.server.ts";
import { bucketUnitOf, comparedPeriod, type Period, presetPeriod } from "#app/features/analytics/reports/period.ts";
import { readLive, readSeries, readTotals } from "#app/features/analytics/reports/totals.server.ts";
import type { ReportScope } from "#app/features/analytics/reports/visit-conditions.server.ts";
import { readVitalEffect, readVitals, readVitalsBy } from "#app/features/analytics/reports/vitals.server.ts";
import type { VisitFilter } from "#app/features/analytics/visit-filter.ts";
import { type Ctx, systemContext } from "#app/platform/context.server.ts";
import { createDb, openPool } from "#app/platform/db.server.ts";
import { startEmbedded } from "#app/platform/postgres/embedded.server.ts";
import { filledFolder, lastHitAt as until } from "./analytics-volume.ts";

const rounds = Number(process.env["ANALYTICS_ROUNDS"] ?? 3);
const mostMs = 300;

const range = { limit: 10 };
/** The queries of one dashboard, by name. */
const queries: Record<string, (ctx: Ctx, scope: ReportScope) => Promise<unknown>> = {
  totals: readTotals,
  series: (ctx, scope) => readSeries(ctx, scope, "visitors", bucketUnitOf(scope.period)),
  sources: (ctx, scope) => readBreakdown(ctx, scope, "source", range),
  pages: (ctx, scope) => readPages(ctx, scope, range),
  devices: (ctx, scope) => readBreakdown(ctx, scope, "device", range),
  goals: (ctx, scope) => readBreakdown(ctx, scope, "goal", range),
  links: (ctx, scope) =>
    readActions(ctx, scope, { kind: "event", types: ["click"], names: ["outbound_link"] }, { detail: "href" }, range),
  frustration: (ctx, scope) =>
    readActions(ctx, scope, { kind: "behavior", types: ["rage_click"] }, "page and name", range),
  vitals: readVitals,
  "vitals by page": (ctx, scope) => readVitalsBy(ctx, scope, "page", range),
  "vital effect": (ctx, scope) => readVitalEffect(ctx, scope, "lcp"),
  live: readLive,
  dashboard: (ctx, { period, filters }) => {
    const query = { period, filters, metric: "visitors", unit: bucketUnitOf(period), preset: null } as const;
    const compared = { comparison: "previous", compared: comparedPeriod(period, "previous", ctx.now) } as const;
    return readDashboard(ctx, { ...query, ...compared, filters: [...filters] }, new URLSearchParams());
  },
};

const only = (dimension: VisitFilter["dimension"], value: string): VisitFilter[] => [
  { dimension, isExcluded: false, values: [value] },
];
const filters: VisitFilter[][] = [
  [],
  only("page", "/pricing"),
  only("entry", "/"),
  only("exit", "/faq"),
  only("source", "google.com"),
  only("channel", "social"),
  only("referrer", "https://site-7.example"),
  only("medium", "cpc"),
  only("campaign", "spring"),
  only("device", "phone"),
  only("browser", "Chrome"),
  only("os", "iOS"),
  only("screen", "390x844"),
  only("language", "de-DE"),
  only("timezone", "Europe/Berlin"),
  only("event", "outbound_link"),
  only("goal", "booking.scheduled"),
  [{ dimension: "page", isExcluded: false, values: ["/automation-grid/*"] }],
  [{ dimension: "device", isExcluded: true, values: ["desktop"] }],
];

type Row = {
  period: string;
  what: string;
  p50Ms: number;
  p95Ms: number;
  largestMs: number;
  cpuMs: number;
  delayMs: number;
  slowest: string;
};

export async function run(): Promise<{
  rows: Row[];
  stored: unknown;
  memoryMb: object;
  load: number[];
  below: string[];
}> {
  const { dataDir, stored } = await filledFolder();
  const database = await startEmbedded({ dataDir, role: "command" });
  try {
    const pool = openPool(database.connection);
    const ctx = { ...systemContext(createDb(pool)), now: until };
    const rows: Row[] = [];
    const memoryMb: Record<string, number> = { before: megabytes() };
    for (const preset of ["30d", "12m"] as const) {
      rows.push(...(await measure(ctx, preset, presetPeriod(preset, until, "America/New_York"))));
      memoryMb[`after ${preset}`] = megabytes();
      memoryMb[`columns after ${preset}`] = Math.round(chunkCacheOf(ctx).bytes / 2 ** 20);
    }
    await pool.end();
    const below = rows
      .filter(({ period, what, p95Ms }) => period === "30d" && what !== "first read" && p95Ms > mostMs)
      .map(({ period, what, p95Ms }) => `${period} ${what}: p95 ${p95Ms} ms`);
    return { rows, stored, memoryMb, load: loadavg(), below };
  } finally {
    await database.stop();
  }
}

async function measure(ctx: Ctx, name: string, period: Period): Promise<Row[]> {
  const asked = (read: (typeof queries)[string]) => (list: VisitFilter[]) => read(ctx, { period, filters: list });
  const rows = [await timed(name, "first read", asked(queries["dashboard"]!), [[]])];
  for (const [what, read] of Object.entries(queries))
    rows.push(await timed(name, what, asked(read), Array.from({ length: rounds }, () => filters).flat()));
  return rows;
}

async function timed(
  period: string,
  what: string,
  read: (filters: VisitFilter[]) => Promise<unknown>,
  asked: VisitFilter[][],
): Promise<Row> {
  const times: { ms: number; filter: string }[] = [];
  const delay = monitorEventLoopDelay({ resolution: 1 });
  delay.enable();
  const cpu = process.cpuUsage();
  for (const list of asked) {
    const began = performance.now();
    await read(list);
    const filter = list.map(({ dimension, isExcluded, values }) => `${isExcluded ? "not " : ""}${dimension} ${values}`);
    times.push({ ms: performance.now() - began, filter: filter.join() || "none" });
  }
  const { user, system } = process.cpuUsage(cpu);
  delay.disable();
  times.sort((one, other) => one.ms - other.ms);
  const at = (part: number) => Math.round(times[Math.min(times.length - 1, Math.floor(times.length * part))]!.ms);
  return {
    ...{ period, what, p50Ms: at(0.5), p95Ms: at(0.95), largestMs: at(1) },
    ...{ cpuMs: Math.round((user + system) / 1000 / asked.length), delayMs: Math.round(delay.max / 1e6) },
    slowest: times.at(-1)!.filter,
  };
}

const megabytes = () => Math.round(process.memoryUsage.rss() / 2 ** 20);

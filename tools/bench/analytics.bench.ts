/**
 * Analytics pages over HTTP for a signed-in admin, with 100,000, 1 and 10 million hits over a year: the dashboard of 30 days
 * with the compared period, without a filter and with one filter per dimension; the dashboard of a year; the main funnel over
 * 90 days and new funnels over a year. `coldMs`: the first request after a restart of the product and its database. Other
 * figures: the same page afterward, with every filter in turn, one request after another. Targets with 10 million: dashboard
 * p95 300 ms, main funnel 2 s cold, new funnels 5 s cold.
 *
 * ANALYTICS_SIZES lists other numbers of hits, ANALYTICS_DATA names a folder to fill once and reuse (smaller sizes are stored
 * next to it), ANALYTICS_CHART the file for a growth chart.
 */
import { writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import pg from "pg";
import type { FunnelDefinition } from "../../app/features/analytics/funnels/funnel-definition.ts";
import { filterParams, type VisitFilter } from "../../app/features/analytics/visits/visit-filter.ts";
import { startEmbedded } from "../../app/platform/postgres/embedded.server.ts";
import { signInAsAdmin } from "./admin-requests.ts";
import { filledFolder, type Stored } from "./analytics-volume.ts";
import { fourPages, withEvents } from "./custom-funnels.ts";
import { growthChart } from "./growth-chart.ts";
import { startServer } from "./running-server.ts";

const sizes = (process.env["ANALYTICS_SIZES"] ?? "100000,1000000,10000000").split(",").map(Number);
const dataDir = process.env["ANALYTICS_DATA"];
const chartFile = process.env["ANALYTICS_CHART"];

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

type Page = {
  what: string;
  path: string;
  from: string;
  compare?: "none";
  funnel?: FunnelDefinition;
  targets: { cold?: number; p95?: number };
  rounds: number;
};
const pages: Page[] = [
  { what: "dashboard, 30 days", path: "/admin/analytics", from: "2026-10-22", targets: { p95: 300 }, rounds: 3 },
  { what: "dashboard, a year", path: "/admin/analytics", from: "2025-11-21", targets: {}, rounds: 1 },
  {
    ...{ what: "main funnel, 90 days", path: "/admin/funnel-analytics", from: "2026-08-23", compare: "none" },
    ...{ targets: { cold: 2000 }, rounds: 1 },
  },
  {
    ...{ what: "main funnel, 90 days and the 90 before", path: "/admin/funnel-analytics", from: "2026-08-23" },
    ...{ targets: {}, rounds: 1 },
  },
  {
    ...{ what: "new funnel of four pages, a year", path: "/admin/funnel-analytics", from: "2025-11-21" },
    ...{ funnel: fourPages, targets: { cold: 5000 }, rounds: 1 },
  },
  {
    ...{ what: "new funnel with events, a year", path: "/admin/funnel-analytics", from: "2025-11-21" },
    ...{ funnel: withEvents, targets: { cold: 5000 }, rounds: 1 },
  },
];

type Row = {
  hits: number;
  what: string;
  coldMs: number;
  p50Ms: number;
  p95Ms: number;
  largestMs: number;
  slowest: string;
};

export async function run(): Promise<{ rows: Row[]; stored: Stored[]; load: number[]; below: string[] }> {
  const rows: Row[] = [];
  const stored: Stored[] = [];
  for (const hits of sizes) {
    const folder = await filledFolder(hits, dataDir && (hits === sizes.at(-1) ? dataDir : `${dataDir}-${hits}`));
    stored.push(folder.stored);
    rows.push(...(await measure(folder.dataDir, hits)));
  }
  if (chartFile) writeFileSync(chartFile, growthChart(linesOf(rows)));
  const below = rows.flatMap(({ hits, what, coldMs, p95Ms }) => {
    const { cold = Number.POSITIVE_INFINITY, p95 = Number.POSITIVE_INFINITY } = pages.find(
      (page) => page.what === what,
    )!.targets;
    return coldMs > cold || p95Ms > p95 ? [`${hits} hits, ${what}: cold ${coldMs} ms, p95 ${p95Ms} ms`] : [];
  });
  return { rows, stored, load: loadavg(), below };
}

async function measure(folder: string, hits: number): Promise<Row[]> {
  await saveFunnels(folder);
  const start = () => startServer({ port: 3298, dataDir: folder, keepData: true, settings: { JOBS: "off" } });
  const first = await start();
  const cookie = await signInAsAdmin(first).finally(() => first.stop());
  const rows: Row[] = [];
  for (const page of pages) {
    const server = await start();
    try {
      const request = async (list: readonly VisitFilter[]): Promise<number> => {
        const params = new URLSearchParams({
          from: page.from,
          to: "2026-11-20",
          compare: page.compare ?? "previous",
        });
        if (page.funnel) params.set("funnel", idOf(page));
        for (const [name, value] of filterParams(list)) params.append(name, value);
        const began = performance.now();
        const response = await fetch(`${server.url}${page.path}?${params}`, {
          headers: { cookie },
          redirect: "manual",
        });
        await response.arrayBuffer();
        if (response.status !== 200) throw new Error(`${page.path}?${params} returned ${response.status}`);
        return performance.now() - began;
      };
      const coldMs = Math.round(await request([]));
      const times: { ms: number; filter: string }[] = [];
      for (let round = 0; round < page.rounds; round += 1)
        for (const list of filters)
          times.push({ ms: await request(list), filter: filterParams(list).join() || "none" });
      times.sort((one, other) => one.ms - other.ms);
      const at = (share: number) => Math.round(times[Math.ceil(times.length * share) - 1]!.ms);
      const shares = { p50Ms: at(0.5), p95Ms: at(0.95), largestMs: at(1) };
      rows.push({ hits, what: page.what, coldMs, ...shares, slowest: times.at(-1)!.filter });
    } finally {
      await server.stop();
    }
  }
  return rows;
}

const idOf = ({ what }: Page) =>
  `01900000-0000-7000-8000-${String(pages.findIndex((page) => page.what === what)).padStart(12, "0")}`;

async function saveFunnels(folder: string): Promise<void> {
  const database = await startEmbedded({ dataDir: folder, role: "command" });
  const client = new pg.Client(database.connection);
  await client.connect();
  // A reused folder may contain them under the ids of an earlier list.
  await client.query("delete from analytics_funnel where name = any($1)", [pages.map(({ what }) => what)]);
  for (const page of pages)
    if (page.funnel)
      await client.query("insert into analytics_funnel (id, name, definition, created_at) values ($1, $2, $3, now())", [
        idOf(page),
        page.what,
        page.funnel,
      ]);
  await client.end();
  await database.stop();
}

const linesOf = (rows: readonly Row[]) => {
  const line = (name: string, what: string, of: (row: Row) => number) => ({
    name,
    points: rows.filter((row) => row.what === what).map((row) => ({ hits: row.hits, ms: of(row) })),
  });
  return [
    line("new funnel with events, a year, cold", "new funnel with events, a year", ({ coldMs }) => coldMs),
    line("main funnel, 90 days, cold", "main funnel, 90 days", ({ coldMs }) => coldMs),
    line("dashboard, any one filter, p95", "dashboard, 30 days", ({ p95Ms }) => p95Ms),
  ];
};

/**
 * Analytics pages over HTTP for a signed-in admin, with 100,000, 1 and 10 million hits over a year: the dashboard of 30 days
 * with the compared period, without a filter and with one filter per dimension; the dashboard of a year; the main funnel over
 * 90 days and a year, and new funnels over a year. `cold…`: the first request after a restart of the product and its database. Other
 * figures: the same page afterward, with every filter in turn, one request after another. `quietMs`: the 95th percentile of the filters,
 * each with the fastest of its requests, so that other programs of the machine have less effect. `…Cpu`: processor time of Node and PostgreSQL in
 * ms, which depends on them little. `reportsMb`: how much
 * larger Node is than after another page of the admin area. Targets that are missed are listed.
 *
 * ANALYTICS_SIZES lists other numbers of hits, ANALYTICS_DATA names a folder to fill once and reuse (smaller sizes are stored
 * next to it), ANALYTICS_CHART the file for a growth chart, ANALYTICS_PAGES a pattern of the pages to measure. ANALYTICS_FILTERS=4 measures
 * every fourth filter, ANALYTICS_ROUNDS sets the most requests of each. ANALYTICS_OTHER=/path/of/another/built/checkout measures that build
 * in turn with this one, with the largest size; ANALYTICS_OTHER_DATA names a folder that it filled.
 */
import { writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import pg from "pg";
import type { FunnelDefinition } from "../../app/features/analytics/funnels/funnel-definition.ts";
import { filterParams, type VisitFilter } from "../../app/features/analytics/visits/visit-filter.ts";
import { startEmbedded } from "../../app/platform/postgres/embedded.server.ts";
import { signInAsAdmin } from "./admin-requests.ts";
import { filledFolder, type Stored, type StoredSize } from "./analytics-volume.ts";
import { fourPages, withEvents } from "./custom-funnels.ts";
import { growthChart } from "./growth-chart.ts";
import { cpuOf, memoryOf, type Running, startServer } from "./running-server.ts";

const sizes = (process.env["ANALYTICS_SIZES"] ?? "100000,1000000,10000000").split(",").map(Number);
const dataDir = process.env["ANALYTICS_DATA"];
const chartFile = process.env["ANALYTICS_CHART"];
const onlyPages = process.env["ANALYTICS_PAGES"];
/** Every how many-th filter is measured. */
const filterStep = Number(process.env["ANALYTICS_FILTERS"] ?? 1);
const maxRounds = Number(process.env["ANALYTICS_ROUNDS"] ?? 5);
const otherTree = process.env["ANALYTICS_OTHER"];
const otherData = process.env["ANALYTICS_OTHER_DATA"];

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
  rounds: number;
};
const dashboard = { path: "/admin/analytics", rounds: 3 };
const funnel = { path: "/admin/funnel-analytics", compare: "none" as const, rounds: 1 };
const pages: Page[] = [
  { ...dashboard, what: "dashboard, 30 days", from: "2026-10-22", rounds: 5 },
  { ...dashboard, what: "dashboard, a year", from: "2025-11-21", rounds: 2 },
  { ...funnel, what: "main funnel, 90 days", from: "2026-08-23" },
  { ...funnel, what: "main funnel, a year", from: "2025-11-21" },
  { ...funnel, what: "new funnel of four pages, a year", from: "2025-11-21", funnel: fourPages },
  { ...funnel, what: "new funnel with events, a year", from: "2025-11-21", funnel: withEvents },
];

type Times = {
  coldMs: number;
  coldCpu: number;
  p50Ms: number;
  p95Ms: number;
  quietMs: number;
  /** Without a filter; on average of the filters. */
  cpu: number;
  filteredCpu: number;
  slowest: string;
};
type Row = { hits: number; build: string; what: string; reportsMb: number } & Times;
type Build = { name: "this" | "other"; dataDir: string; tree?: string };

export async function run(): Promise<{
  rows: Row[];
  stored: Stored[];
  mibPer100000Hits: StoredSize[];
  load: number[];
  below: string[];
}> {
  const rows: Row[] = [];
  const stored: Stored[] = [];
  const mibPer100000Hits: StoredSize[] = [];
  for (const hits of sizes) {
    const folder = await filledFolder(hits, dataDir && (hits === sizes.at(-1) ? dataDir : `${dataDir}-${hits}`));
    stored.push(folder.stored);
    mibPer100000Hits.push(folder.size);
    process.stdout.write(`${hits} hits, MiB of 100,000: ${JSON.stringify(folder.size)}\n`);
    const builds: Build[] = [{ name: "this", dataDir: folder.dataDir }];
    if (otherTree && otherData && hits === sizes.at(-1))
      builds.push({ name: "other", dataDir: otherData, tree: otherTree });
    rows.push(...(await measure(builds, hits)));
  }
  if (chartFile) writeFileSync(chartFile, growthChart(linesOf(rows)));
  return { rows, stored, mibPer100000Hits, load: loadavg(), below: missed(rows, mibPer100000Hits.at(-1)!) };
}

/** A sentence for each target that these figures miss. */
function missed(rows: readonly Row[], size: StoredSize): string[] {
  const below: string[] = [];
  const check = (name: string, value: number, limit: number) => {
    process.stdout.write(`${value <= limit ? "met" : "MISSED"}: ${name}: ${value} (at most ${limit})\n`);
    if (value > limit) below.push(`${name}: ${value} instead of ${limit}`);
  };
  check("MiB of 100,000 hits with all tables and sums", size.total, 8);
  const own = rows.filter(({ build }) => build === "this");
  const quiet = (hits: number, limits: { dashboard: number; funnel: number }) => {
    for (const row of own.filter((one) => one.hits === hits))
      if (row.what === "dashboard, 30 days" || row.what.startsWith("main funnel") || row.what.startsWith("new funnel"))
        check(
          `${hits} hits, ${row.what}, quiet ms`,
          row.quietMs,
          row.what.startsWith("dashboard") ? limits.dashboard : limits.funnel,
        );
  };
  quiet(1_000_000, { dashboard: 80, funnel: 500 });
  quiet(10_000_000, { dashboard: 300, funnel: 5000 });
  for (const row of own) {
    const other = rows.find(({ build, hits, what }) => build === "other" && hits === row.hits && what === row.what);
    if (!other) continue;
    const share = (part: "coldCpu" | "cpu" | "filteredCpu", limit: number) =>
      check(`${row.what}, share of the other build's ${part}`, rounded(row[part] / other[part]), limit);
    if (row.what === "dashboard, 30 days") share("coldCpu", 0.3);
    if (row.what === "main funnel, 90 days") share("coldCpu", 0.5);
    if (row.what === "dashboard, 30 days") share("cpu", 0.6);
    if (row.what === "dashboard, a year") share("cpu", 0.2);
    if (row.what.startsWith("dashboard")) share("filteredCpu", 3);
    else for (const part of ["cpu", "filteredCpu"] as const) share(part, 3);
  }
  return below;
}

const rounded = (value: number) => Number(value.toFixed(2));

async function measure(builds: readonly Build[], hits: number): Promise<Row[]> {
  const rows: Row[] = [];
  const cookies = new Map<Build, string>();
  const start = ({ dataDir: folder, tree }: Build) =>
    startServer({ port: 3298, dataDir: folder, keepData: true, settings: { JOBS: "off" }, ...(tree && { tree }) });
  // What any page of the admin area needs is no part of a report.
  let otherMb = 0;
  for (const build of builds) {
    await saveFunnels(build.dataDir);
    const server = await start(build);
    try {
      const cookie = await signInAsAdmin(server);
      for (let turn = 0; turn < 5; turn += 1) await fetch(`${server.url}/admin/audit-log`, { headers: { cookie } });
      otherMb ||= megabytesOf(server);
      cookies.set(build, cookie);
    } finally {
      await server.stop();
    }
  }
  for (const page of pages.filter(({ what }) => !onlyPages || new RegExp(onlyPages).test(what)))
    for (const build of builds) {
      const server = await start(build);
      try {
        const times = await measurePage(server, cookies.get(build)!, page);
        const row = { hits, build: build.name, what: page.what, ...times, reportsMb: megabytesOf(server) - otherMb };
        rows.push(row);
        process.stdout.write(`${JSON.stringify(row)}\n`);
      } finally {
        await server.stop();
      }
    }
  return rows;
}

const megabytesOf = (server: Running) => memoryOf(server.pid, server.dataDir)?.nodeMb ?? 0;

async function measurePage(server: Running, cookie: string, page: Page): Promise<Times> {
  const cpu = () => {
    const used = cpuOf(server.pid, server.dataDir);
    return used ? used.nodeMs + used.postgresMs : 0;
  };
  const request = async (list: readonly VisitFilter[]): Promise<number> => {
    const params = new URLSearchParams({ from: page.from, to: "2026-11-20", compare: page.compare ?? "previous" });
    if (page.funnel) params.set("funnel", idOf(page));
    for (const [name, value] of filterParams(list)) params.append(name, value);
    const began = performance.now();
    const response = await fetch(`${server.url}${page.path}?${params}`, { headers: { cookie }, redirect: "manual" });
    await response.arrayBuffer();
    if (response.status !== 200) throw new Error(`${page.path}?${params} returned ${response.status}`);
    return performance.now() - began;
  };
  const cpuBefore = cpu();
  const coldMs = Math.round(await request([]));
  const coldCpu = cpu() - cpuBefore;
  await request([]);
  const perFilter: { filter: string; ms: number[]; cpu: number }[] = [];
  for (const list of filters.filter((_, n) => n % filterStep === 0)) {
    const before = cpu();
    const ms: number[] = [];
    const rounds = Math.min(page.rounds, maxRounds);
    for (let round = 0; round < rounds; round += 1) ms.push(await request(list));
    perFilter.push({ filter: filterParams(list).join() || "none", ms, cpu: (cpu() - before) / rounds });
  }
  const at = (list: readonly number[], share: number) =>
    Math.round(list.toSorted((one, other) => one - other)[Math.ceil(list.length * share) - 1]!);
  const fastest = ({ ms }: { ms: number[] }) => Math.min(...ms);
  const all = perFilter.flatMap(({ ms }) => ms);
  const [none, ...filtered] = perFilter;
  return {
    ...{ coldMs, coldCpu, p50Ms: at(all, 0.5), p95Ms: at(all, 0.95), quietMs: at(perFilter.map(fastest), 0.95) },
    cpu: Math.round(none!.cpu),
    filteredCpu: Math.round(filtered.reduce((sum, one) => sum + one.cpu, 0) / filtered.length),
    slowest: perFilter.toSorted((one, other) => fastest(other) - fastest(one))[0]!.filter,
  };
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
    points: rows
      .filter((row) => row.build === "this" && row.what === what)
      .map((row) => ({ hits: row.hits, ms: of(row) })),
  });
  return [
    line("new funnel with events, a year, cold", "new funnel with events, a year", ({ coldMs }) => coldMs),
    line("main funnel, 90 days, cold", "main funnel, 90 days", ({ coldMs }) => coldMs),
    line("dashboard, any one filter, p95", "dashboard, 30 days", ({ p95Ms }) => p95Ms),
  ];
};

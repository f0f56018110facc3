/**
 * The same reads and writes with visitor events in PostgreSQL and in ClickHouse (the engine of `npm run column-store` in a process of its
 * own, four queries at a time), at growing sizes. A filled year of a
 * million hits is multiplied inside each store, so both have the same rows. `coldMs`: the first time with nothing in the memory of this
 * process. `warmMs`: the median of five repetitions. `nodeMs`
 * and `databaseMs`: their processor time in this process and in both databases, on which other programs of the machine have less effect
 * (`databaseMs` on Linux only); `coldCpuMs`: that of the first time. `memoryMb`: what this process keeps after it. Targets with the largest size, warm: dashboard
 * 800 ms, main funnel of a year 5 s; memory at most 20 MB more than with the fewest hits.
 *
 * COLUMN_SIZES: millions of hits, by default `1,10,100`. COLUMN_POSTGRES: the largest size of PostgreSQL, 10. COLUMN_DATA: a folder that is
 * kept and grows from run to run. COLUMN_QUERIES: random queries that both stores must answer alike while they have a million hits, 1,000.
 * COLUMN_ONLY=fill leaves out the measurements, COLUMN_ONLY=targets those without a target.
 */
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import type { Pool } from "pg";
import { mainFunnel, readFunnel } from "../../app/features/analytics/funnels/funnels.server.ts";
import { readDashboard } from "../../app/features/analytics/reports/dashboard.server.ts";
import { readList } from "../../app/features/analytics/reports/lists/lists.server.ts";
import { listVisits } from "../../app/features/analytics/reports/lists/visit-list.server.ts";
import { presetPeriod } from "../../app/features/analytics/reports/period/period.ts";
import { readReportQuery } from "../../app/features/analytics/reports/period/report-query.ts";
import { hitKinds } from "../../app/features/analytics/storage/hit-kinds.ts";
import { openClickhouse } from "../../app/features/analytics/store/clickhouse/clickhouse-store.server.ts";
import { openStore, visitStore } from "../../app/features/analytics/store/current-store.server.ts";
import { copyToClickhouse } from "../../app/features/analytics/store/move.server.ts";
import { deriveSessions, rebuildVisits } from "../../app/features/analytics/visits/visits.server.ts";
import { type Ctx, systemContext } from "../../app/platform/context.server.ts";
import { createDb, openPool } from "../../app/platform/db.server.ts";
import { startEmbedded } from "../../app/platform/postgres/embedded.server.ts";
import { filledFolder, lastHitAt as until } from "./analytics-volume.ts";
import { startEngine } from "./column-engine.ts";
import { differentAnswers } from "./column-queries.ts";
import {
  baseHits,
  multiplyClickhouse,
  multiplyPostgres,
  multiplySessions,
  Progress,
  type Size,
  sizeOfClickhouse,
  sizeOfPostgres,
} from "./column-volume.ts";
import { cpuOf } from "./running-server.ts";

const sizes = (process.env["COLUMN_SIZES"] ?? "1,10,100").split(",").map(Number);
const maxPostgres = Number(process.env["COLUMN_POSTGRES"] ?? 10);
const keptFolder = process.env["COLUMN_DATA"];
const only = process.env["COLUMN_ONLY"];
const queries = Number(process.env["COLUMN_QUERIES"] ?? 1000);
const isMeasured = only !== "fill";
const enginePort = 3297;

const zone = "America/New_York";
const query = readReportQuery(new URLSearchParams("period=30d&compare=none"), until, zone);
const compared = readReportQuery(new URLSearchParams("period=30d"), until, zone);
const filtered = readReportQuery(new URLSearchParams("period=30d&compare=none&device=phone"), until, zone);
const year = { period: presetPeriod("12m", until, zone), filters: [] };
const quarter = { period: presetPeriod("90d", until, zone), filters: [] };

const reads: Record<string, { read: (ctx: Ctx) => Promise<unknown>; maxMs: number | null }> = {
  "dashboard, 30 days": { read: (ctx) => readDashboard(ctx, query, new URLSearchParams()), maxMs: 800 },
  "dashboard, 30 days, phones": { read: (ctx) => readDashboard(ctx, filtered, new URLSearchParams()), maxMs: 800 },
  "dashboard, 30 days and the 30 before": {
    read: (ctx) => readDashboard(ctx, compared, new URLSearchParams()),
    maxMs: null,
  },
  "main funnel, 90 days": { read: (ctx) => readFunnel(ctx, mainFunnel, quarter), maxMs: null },
  "goals, a year": { read: (ctx) => readList(ctx, year, "goal", { limit: 50 }), maxMs: null },
  "outbound links, a year": { read: (ctx) => readList(ctx, year, "outbound", { limit: 50 }), maxMs: null },
  "visits of phones, a year, newest 50": {
    read: (ctx) => listVisits(ctx, { ...year, filters: filtered.filters }, { action: null, after: null, before: null }),
    maxMs: null,
  },
  "main funnel, a year": { read: (ctx) => readFunnel(ctx, mainFunnel, year), maxMs: 5000 },
};

const derivedSessions = 10_000;
const batches = { count: 200, hits: 500 };

/** Steps that change the store, with the newest sessions. None of them changes a figure that the reads show. */
const writes: Record<string, (ctx: Ctx, sessions: readonly number[]) => Promise<unknown>> = {
  [`derive the visits of ${derivedSessions} sessions`]: (ctx, sessions) => deriveSessions(ctx, sessions),
  [`store ${batches.count * batches.hits} hits in ${batches.count} batches`]: async (ctx) => {
    for (let batch = 0; batch < batches.count; batch++)
      await visitStore().insertHits(
        ctx,
        Array.from({ length: batches.hits }, (_, n) => ({
          ...{ atMicros: until.getTime() * 1000 - batch * batches.hits - n, sessionId: null, kind: hitKinds.behavior },
          ...{ pageId: 1 + (n % 8), typeId: 2, nameId: null, value: n, detail: null },
        })),
      );
    await visitStore().deliver(ctx);
  },
  "delete a session": (ctx, [newest]) => visitStore().deleteSessions(ctx, [newest!]),
};

type Row = Record<"store" | "what", string> & Record<"millionHits" | keyof Figures, number> & { maxMs: number | null };
type Figures = Record<"coldMs" | "coldCpuMs" | "warmMs" | "nodeMs" | "databaseMs" | "memoryMb", number>;
type Store = { name: string; millionHits: number; pool: Pool; url: string | undefined; used: () => Used };

export async function run() {
  const folder = keptFolder ?? mkdtempSync(join(tmpdir(), "gtmarc-bench-column-"));
  const columnData = join(folder, "clickhouse");
  mkdirSync(columnData, { recursive: true });
  const { dataDir } = await filledFolder(baseHits, join(folder, "postgres"));
  const progress = new Progress(folder);
  const postgres = await startEmbedded({ dataDir, role: "command" });
  const pool = openPool(postgres.connection);
  const engine = await startEngine(columnData, enginePort);
  const used = (): Used => {
    const { user, system } = process.cpuUsage();
    const postgresMs = cpuOf(process.pid, dataDir)?.postgresMs ?? 0;
    return { nodeMs: (user + system) / 1000, databaseMs: postgresMs + (cpuOf(engine.pid, dataDir)?.nodeMs ?? 0) };
  };
  const rows: Row[] = [];
  const stored: Size[] = [];
  const below: string[] = [];
  try {
    const { database, close } = await openClickhouse(engine.url);
    const { filled } = progress;
    if (filled.clickhouse === 0) {
      const db = createDb(pool);
      await copyToClickhouse({ db }, database);
      const closeStore = await openStore(db, engine.url);
      await rebuildVisits({ ...systemContext(db), now: until });
      await closeStore();
      // Copies of a month would be dropped as duplicates.
      await database.run({ query: "ALTER TABLE hit MODIFY SETTING non_replicated_deduplication_window = 0" });
      for (const part of ["sessions", "postgres", "clickhouse"] as const) progress.set(part, 1);
    }
    const isSame = filled.postgres === 1 && filled.clickhouse === 1;
    const different = isSame
      ? await differentAnswers({ ...systemContext(createDb(pool)), now: until }, engine.url, { count: queries, until })
      : [];
    if (isSame) process.stdout.write(`${queries} random queries, ${different.length} answered differently\n`);
    for (const one of different) process.stdout.write(`${JSON.stringify(one)}\n`);
    if (different.length > 0) below.push(`${different.length} of ${queries} random queries have different answers`);
    for (const millions of sizes) {
      if (millions > filled.sessions) {
        await multiplySessions(postgres.connection, { from: filled.sessions, to: millions });
        progress.set("sessions", millions);
      }
      let began = performance.now();
      const seconds = () => Math.round((performance.now() - began) / 1000);
      if (millions <= maxPostgres) {
        if (millions > filled.postgres) await multiplyPostgres(postgres.connection, millions);
        progress.set("postgres", Math.max(millions, filled.postgres));
        stored.push(await sizeOfPostgres(postgres.connection, filled.postgres, seconds()));
        if (isMeasured)
          rows.push(...(await measured({ name: "PostgreSQL", millionHits: millions, pool, url: undefined, used })));
      }
      began = performance.now();
      if (millions > filled.clickhouse) await multiplyClickhouse(engine.url, { from: filled.clickhouse, to: millions });
      progress.set("clickhouse", Math.max(millions, filled.clickhouse));
      stored.push(await sizeOfClickhouse(database, filled.clickhouse, seconds()));
      if (isMeasured)
        rows.push(...(await measured({ name: "ClickHouse", millionHits: millions, pool, url: engine.url, used })));
    }
    await close();
  } finally {
    await pool.end();
    await engine.stop();
    await postgres.stop();
    if (!keptFolder) rmSync(folder, { recursive: true, force: true });
  }
  console.table(stored);
  const largest = Math.max(...sizes);
  const slow = rows
    .filter(({ millionHits, warmMs, maxMs }) => millionHits === largest && maxMs && warmMs > maxMs)
    .map(
      ({ store, what, warmMs, maxMs }) =>
        `${store}, ${largest} million hits, ${what}: ${warmMs} ms instead of ${maxMs}`,
    );
  const memory = (millions: number) =>
    Math.max(...rows.filter(({ millionHits }) => millionHits === millions).map((row) => row.memoryMb));
  const grown = memory(largest) - memory(Math.min(...sizes));
  if (grown > 20) below.push(`memory of reports grew by ${grown} MB instead of 20`);
  return { rows, stored, load: loadavg(), below: [...below, ...slow] };
}

async function measured(store: Store): Promise<Row[]> {
  const rows: Row[] = [];
  const time = async (what: string, step: (ctx: Ctx) => Promise<unknown>, maxMs: number | null, repetitions = 5) => {
    const { name, millionHits, pool, url, used } = store;
    const db = createDb(pool);
    const close = await openStore(db, url);
    const ctx = { ...systemContext(db), now: until };
    const cold = await timed(() => step(ctx), used);
    const warm: Timed[] = [];
    for (let turn = 0; turn < repetitions; turn++) warm.push(await timed(() => step(ctx), used));
    await close();
    const median = (part: keyof Timed) =>
      warm.map((turn) => turn[part]).sort((one, other) => one - other)[Math.floor(repetitions / 2)] ?? cold[part];
    const figures: Figures = {
      ...{ coldMs: cold.ms, coldCpuMs: cold.nodeMs + cold.databaseMs },
      ...{ warmMs: median("ms"), nodeMs: median("nodeMs"), databaseMs: median("databaseMs") },
      memoryMb: memoryMb(),
    };
    rows.push({ store: name, millionHits, what, ...figures, maxMs });
    process.stdout.write(
      `${name}, ${millionHits} million: ${what}: ${JSON.stringify(figures)}, load ${loadavg()[0]!.toFixed(1)}\n`,
    );
  };
  for (const [what, { read, maxMs }] of Object.entries(reads))
    if (maxMs !== null || only !== "targets") await time(what, read, maxMs);
  if (only === "targets") return rows;
  const { rows: newest } = await store.pool.query<{ id: number }>(
    "select id from analytics_session where client is not null order by first_at desc, id limit $1",
    [derivedSessions],
  );
  const sessions = newest.map(({ id }) => id).sort((one, other) => one - other);
  for (const [what, write] of Object.entries(writes)) await time(what, (ctx) => write(ctx, sessions), null, 2);
  return rows;
}

setFlagsFromString("--expose-gc");
const collectGarbage = runInNewContext("gc") as () => void;

function memoryMb(): number {
  collectGarbage();
  const { heapUsed, external } = process.memoryUsage();
  return Math.round((heapUsed + external) / 1e6);
}

type Used = { nodeMs: number; databaseMs: number };
type Timed = Used & { ms: number };

async function timed(step: () => Promise<unknown>, used: () => Used): Promise<Timed> {
  const began = performance.now();
  const before = used();
  await step();
  const after = used();
  return {
    ms: Math.round(performance.now() - began),
    nodeMs: Math.round(after.nodeMs - before.nodeMs),
    databaseMs: after.databaseMs - before.databaseMs,
  };
}

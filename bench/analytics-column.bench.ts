/**
 * The same reads with visitor events in PostgreSQL and in ClickHouse (the engine of `npm run column-store`, four queries at a time), at
 * growing sizes. The columns of past days are stored first, as the product does. A filled year of a million hits is multiplied inside each store, so both have the same rows. `coldMs`: the first read with
 * nothing in the memory of this process. `warmMs`: the median of five repeated reads. Targets with the largest size: dashboard 500 ms,
 * main funnel 3 s, both warm. COLUMN_SIZES: millions of hits, by default `1,10,100`; COLUMN_POSTGRES: the largest size of PostgreSQL, 10.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { loadavg, tmpdir } from "node:os";
import { join } from "node:path";
import type { Pool } from "pg";
import { chunkCacheOf } from "#app/features/analytics/columns/chunk-cache.server.ts";
import { storeChunks } from "#app/features/analytics/columns/stored-chunks.server.ts";
import { mainFunnel, readFunnel } from "#app/features/analytics/funnels.server.ts";
import { readDashboard } from "#app/features/analytics/reports/dashboard.server.ts";
import { readList } from "#app/features/analytics/reports/lists.server.ts";
import { presetPeriod } from "#app/features/analytics/reports/period.ts";
import { readReportQuery } from "#app/features/analytics/reports/report-query.ts";
import { listVisits } from "#app/features/analytics/reports/visit-list.server.ts";
import { openClickhouse } from "#app/features/analytics/store/clickhouse/clickhouse-store.server.ts";
import type { ColumnDatabase } from "#app/features/analytics/store/clickhouse/column-database.server.ts";
import { openStore } from "#app/features/analytics/store/current-store.server.ts";
import { copyToClickhouse } from "#app/features/analytics/store/move.server.ts";
import { rebuildVisits } from "#app/features/analytics/visits.server.ts";
import { type Ctx, systemContext } from "#app/platform/context.server.ts";
import { createDb, openPool } from "#app/platform/db.server.ts";
import { startEmbedded } from "#app/platform/postgres/embedded.server.ts";
import { serveColumnStore } from "../scripts/column-store.js";
import { filledFolder, lastHitAt as until } from "./analytics-volume.ts";

const baseHits = 1_000_000;
const sizes = (process.env["COLUMN_SIZES"] ?? "1,10,100").split(",").map(Number);
const maxPostgres = Number(process.env["COLUMN_POSTGRES"] ?? 10);
const maxBytes = 2 * 2 ** 30;

const zone = "America/New_York";
const query = readReportQuery(new URLSearchParams("period=30d&compare=none"), until, zone);
const compared = readReportQuery(new URLSearchParams("period=30d"), until, zone);
const filtered = readReportQuery(new URLSearchParams("period=30d&compare=none&device=phone"), until, zone);
const year = { period: presetPeriod("12m", until, zone), filters: [] };
const quarter = { period: presetPeriod("90d", until, zone), filters: [] };

const reads: Record<string, { read: (ctx: Ctx) => Promise<unknown>; maxMs: number | null }> = {
  "dashboard, 30 days": { read: (ctx) => readDashboard(ctx, query, new URLSearchParams()), maxMs: 500 },
  "dashboard, 30 days, phones": { read: (ctx) => readDashboard(ctx, filtered, new URLSearchParams()), maxMs: 500 },
  "dashboard, 30 days and the 30 before": {
    read: (ctx) => readDashboard(ctx, compared, new URLSearchParams()),
    maxMs: null,
  },
  "main funnel, 90 days": { read: (ctx) => readFunnel(ctx, mainFunnel, quarter), maxMs: 3000 },
  "goals, a year": { read: (ctx) => readList(ctx, year, "goal", { limit: 50 }), maxMs: null },
  "outbound links, a year": { read: (ctx) => readList(ctx, year, "outbound", { limit: 50 }), maxMs: null },
  "visits of phones, a year, newest 50": {
    read: (ctx) => listVisits(ctx, { ...year, filters: filtered.filters }, { action: null, after: null, before: null }),
    maxMs: null,
  },
  "main funnel, a year": { read: (ctx) => readFunnel(ctx, mainFunnel, year), maxMs: null },
};

type Row = { store: string; millionHits: number; what: string; coldMs: number; warmMs: number; maxMs: number | null };
type Size = { store: string; millionHits: number; visits: number; views: number; bytes: number; fillSeconds: number };

export async function run() {
  const { dataDir } = await filledFolder(baseHits, process.env["ANALYTICS_DATA"]);
  const folder = mkdtempSync(join(tmpdir(), "gtmarc-bench-column-"));
  const postgres = await startEmbedded({ dataDir, role: "command" });
  const pool = openPool(postgres.connection);
  const engine = await serveColumnStore({ data: folder });
  const url = `${engine.url}/gtmarc`;
  const rows: Row[] = [];
  const stored: Size[] = [];
  try {
    const { database, close } = await openClickhouse(url);
    const db = createDb(pool);
    await pool.query("create table if not exists bench_step as select * from funnel_event");
    await copyToClickhouse({ db }, database);
    const closeStore = await openStore(db, url);
    await rebuildVisits({ ...systemContext(db), now: until });
    await closeStore();
    await database.run({ query: "ALTER TABLE hit MODIFY SETTING non_replicated_deduplication_window = 0" });
    for (const [index, millions] of sizes.entries()) {
      const copies = { from: index === 0 ? 1 : sizes[index - 1]!, to: millions };
      let began = performance.now();
      await multiplySessions(pool, copies);
      if (millions <= maxPostgres) {
        await multiplyPostgres(pool, copies);
        stored.push(await sizeOfPostgres(pool, millions, performance.now() - began));
        rows.push(...(await measured("PostgreSQL", millions, pool, undefined)));
      }
      began = performance.now();
      await multiplyClickhouse(database, copies);
      stored.push(await sizeOfClickhouse(database, millions, performance.now() - began));
      rows.push(...(await measured("ClickHouse", millions, pool, url)));
    }
    await close();
  } finally {
    await pool.end();
    await engine.stop();
    await postgres.stop();
    rmSync(folder, { recursive: true, force: true });
  }
  console.table(stored);
  const largest = Math.max(...sizes);
  const above = rows.filter(({ millionHits, warmMs, maxMs }) => millionHits === largest && maxMs && warmMs > maxMs);
  return { rows, stored, load: loadavg(), above };
}

/** Every read with a new cache, then five times again. */
async function measured(store: string, millionHits: number, pool: Pool, url: string | undefined): Promise<Row[]> {
  const rows: Row[] = [];
  const closeFilled = await openStore(createDb(pool), url);
  const storeMs = await milliseconds(async () => {
    while ((await storeChunks({ db: createDb(pool), now: until })) > 0);
  });
  await closeFilled();
  rows.push({ store, millionHits, what: "store the columns of all days", coldMs: storeMs, warmMs: 0, maxMs: null });
  for (const [what, { read, maxMs }] of Object.entries(reads)) {
    const db = createDb(pool);
    chunkCacheOf({ db }).maxBytes = maxBytes;
    const close = await openStore(db, url);
    const ctx = { ...systemContext(db), now: until };
    const coldMs = await milliseconds(() => read(ctx));
    const warm: number[] = [];
    for (let turn = 0; turn < 5; turn++) warm.push(await milliseconds(() => read(ctx)));
    await close();
    const warmMs = warm.sort((one, other) => one - other)[2]!;
    rows.push({ store, millionHits, what, coldMs, warmMs, maxMs });
    process.stdout.write(`${store}, ${millionHits} million: ${what}: cold ${coldMs} ms, warm ${warmMs} ms\n`);
  }
  return rows;
}

async function milliseconds(read: () => Promise<unknown>): Promise<number> {
  const began = performance.now();
  await read();
  return Math.round(performance.now() - began);
}

type Copies = { from: number; to: number };

const baseSessions = baseHits / 20;
/** Copies are up to an hour later, so that days keep their shape. */
const shift = (copy: string) => `(${copy} * 37 % 3600)`;

/** Sessions, steps of the funnel and day versions are in PostgreSQL with either store. */
async function multiplySessions(pool: Pool, { from, to }: Copies): Promise<void> {
  if (to <= from) return;
  const { rows } = await pool.query<{ column_name: string }>(
    "select column_name from information_schema.columns where table_name = 'analytics_session' and column_name not in ('id', 'key')",
  );
  const columns = rows.map(({ column_name }) => column_name).join(", ");
  await pool.query("set synchronous_commit = off");
  await pool.query(`
    insert into analytics_session (id, key, ${columns}) overriding system value
    select s.id + n * ${baseSessions}, md5(s.id || ' ' || n)::uuid, ${columns}
    from analytics_session s, generate_series(${from}, ${to - 1}) n where s.id <= ${baseSessions}`);
  await pool.query(`
    insert into funnel_event (id, session_key, user_id, stage, substage, value, occurred_at)
    select gen_random_uuid(), md5(s.id || ' ' || n)::uuid, md5(f.user_id || ' ' || n)::uuid, f.stage, f.substage, f.value,
      f.occurred_at + make_interval(secs => ${shift("n")})
    from bench_step f left join analytics_session s on s.key = f.session_key, generate_series(${from}, ${to - 1}) n`);
  await pool.query(`
    insert into analytics_day_change (day, changes, last_at)
    select day, 1, max(last_at) + interval '1 hour' from analytics_day_change group by day`);
  await pool.query("analyze analytics_session; analyze funnel_event");
}

/** Columns of a table of PostgreSQL, with the session of copy `n` and its times. */
function copied(columns: readonly string[], times: readonly string[]): string {
  const one = (column: string) => {
    if (column === "session_id") return `t.session_id + n * ${baseSessions}`;
    return times.includes(column) ? `t.${column} + make_interval(secs => ${shift("n")})` : `t.${column}`;
  };
  return columns.map(one).join(", ");
}

const tables = {
  analytics_hit: ["at"],
  analytics_visit: ["started_at", "ended_at"],
  analytics_view: ["at", "visit_at"],
};

async function multiplyPostgres(pool: Pool, { from, to }: Copies): Promise<void> {
  if (to <= from) return;
  for (const [table, times] of Object.entries(tables)) {
    const { rows } = await pool.query<{ column_name: string }>(
      "select column_name from information_schema.columns where table_name = $1 order by ordinal_position",
      [table],
    );
    const columns = rows.map(({ column_name }) => column_name);
    for (let n = from; n < to; n++)
      await pool.query(`
        insert into ${table} (${columns.join(", ")}) select ${copied(columns, times)} from ${table} t, (select ${n} as n) copy
        where t.session_id <= ${baseSessions}`);
  }
  await pool.query("vacuum analyze");
}

const columnTables = { hit: ["at"], visit: ["started_at", "ended_at"], view: ["at", "visit_at"] };
const copiesAtOnce = 10;

async function multiplyClickhouse(database: ColumnDatabase, { from, to }: Copies): Promise<void> {
  for (const [table, times] of Object.entries(columnTables))
    for (let n = from; n < to; n += copiesAtOnce) {
      const replaced = [
        `toInt32(session_id + n * ${baseSessions}) AS session_id`,
        ...times.map((time) => `${time} + toIntervalSecond(${shift("n")}) AS ${time}`),
      ];
      await database.run({
        query: `INSERT INTO ${table} SELECT t.* REPLACE (${replaced.join(", ")})
          FROM (SELECT * FROM ${table} WHERE session_id BETWEEN 1 AND ${baseSessions}) t
          CROSS JOIN (SELECT number + ${n} AS n FROM numbers(${Math.min(copiesAtOnce, to - n)})) copy`,
      });
    }
  for (const table of Object.keys(columnTables)) await database.run({ query: `OPTIMIZE TABLE ${table} FINAL` });
}

async function sizeOfPostgres(pool: Pool, millionHits: number, ms: number): Promise<Size> {
  const { rows } = await pool.query<{ visits: string; views: string; bytes: string }>(`
    select (select count(*) from analytics_visit) as visits, (select count(*) from analytics_view) as views,
      (select sum(pg_total_relation_size(c.oid)) from pg_class c where c.relname ~ '^analytics_(hit|visit|view)' and c.relkind = 'r') as bytes`);
  const { visits, views, bytes } = rows[0]!;
  const store = "PostgreSQL";
  return { store, millionHits, visits: +visits, views: +views, bytes: +bytes, fillSeconds: Math.round(ms / 1000) };
}

async function sizeOfClickhouse(database: ColumnDatabase, millionHits: number, ms: number): Promise<Size> {
  const [row] = await database.rows<{ visits: string; views: string; bytes: string }>({
    query: `SELECT (SELECT count() FROM visit) AS visits, (SELECT count() FROM view) AS views,
      (SELECT sum(bytes_on_disk) FROM system.parts WHERE active AND database = currentDatabase() AND table != 'session') AS bytes`,
  });
  const { visits, views, bytes } = row!;
  const store = "ClickHouse";
  return { store, millionHits, visits: +visits, views: +views, bytes: +bytes, fillSeconds: Math.round(ms / 1000) };
}

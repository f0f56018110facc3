import { inArray, sql } from "drizzle-orm";
import { monthOf, monthStart, utcDate } from "#app/lib/dates/calendar-dates.ts";
import { dayMs } from "#app/lib/durations.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { KeptMetadata } from "../collecting/kept-metadata.ts";
import { vitalNames } from "../reports/vitals/vital-limits.ts";
import { everyHit } from "../storage/every-hit.server.ts";
import { engagement } from "../storage/measurements.ts";
import { listPartitions } from "../storage/partitions.server.ts";
import { analyticsHit, analyticsMeasurement, analyticsTerm, analyticsView, analyticsVisit } from "../tables.server.ts";
import { deriveVisits, rebuildVisits } from "../visits/visits.server.ts";
import type { ClickhouseStore } from "./clickhouse/clickhouse-store.server.ts";
import { type ColumnDatabase, instant } from "./clickhouse/column-database.server.ts";
import { clickhouseReports } from "./clickhouse/reports.server.ts";
import { hitColumns } from "./clickhouse/waiting-hits.server.ts";
import { openStore } from "./current-store.server.ts";
import { postgresStore } from "./postgres/postgres-store.server.ts";
import type { HitRow, ReportReads } from "./visit-store.ts";

/*
 * Moves visitor events between the stores: copies the hits, derives visits and views from them in the other store, compares the counts, and
 * then empties the first store, because only the store in use follows deletions and the retention. Sessions, terms and everything about
 * people stay in PostgreSQL.
 */

export type StoreName = "postgres" | "clickhouse";
export type StoreCounts = { hits: number; visits: number; views: number };
export type Moved = { months: { month: string; hits: number }[]; before: StoreCounts; after: StoreCounts };

type In = Pick<Ctx, "db">;

const rowsAtOnce = 50_000;

/**
 * Moves everything to `to`, which must be empty. Stop the site first. Refusals: not_empty (the other store has hits), still_written (hits
 * arrived meanwhile; nothing was deleted), different_counts (nothing was deleted).
 */
export async function moveVisits(
  ctx: Ctx,
  { database, url, to }: Pick<ClickhouseStore, "database"> & { url: string; to: StoreName },
): Promise<Result<Moved, Refusal<"not_empty" | "still_written"> | Refusal<"different_counts", { moved: Moved }>>> {
  const columnReads = clickhouseReports(database);
  const counts = { postgres: () => count(ctx, postgresStore), clickhouse: () => count(ctx, columnReads) };
  const from = to === "clickhouse" ? "postgres" : "clickhouse";
  const inStore = async (name: StoreName, derive: (ctx: Ctx) => Promise<number>) => {
    const close = await openStore(ctx.db, name === "clickhouse" ? url : undefined);
    await derive(ctx).finally(close);
  };
  if ((await counts[to]()).hits > 0) return refuse("not_empty");
  // Hits may still wait, or have no visit yet.
  await inStore(from, deriveVisits);
  const before = await counts[from]();
  const months = to === "clickhouse" ? await copyToClickhouse(ctx, database) : await copyToPostgres(ctx, database);
  await inStore(to, rebuildVisits);
  const after = await counts[to]();
  const moved = { months, before, after };
  if ((await counts[from]()).hits !== before.hits) return refuse("still_written");
  const isSame = (["hits", "visits", "views"] as const).every((what) => before[what] === after[what]);
  if (!isSame) return refuse("different_counts", { moved });
  await empty(ctx, database, from);
  return ok(moved);
}

async function empty({ db }: In, database: ColumnDatabase, store: StoreName): Promise<void> {
  if (store === "postgres")
    await db.execute(sql`truncate ${analyticsHit}, ${analyticsMeasurement}, ${analyticsVisit}, ${analyticsView}`);
  else
    for (const table of ["hit", "visit", "view", "session"]) await database.run({ query: `TRUNCATE TABLE ${table}` });
}

async function count(ctx: In, { dialect, reportRows }: ReportReads): Promise<StoreCounts> {
  const { everyHit, visit, view } = dialect.tables;
  const of = (table: string, name: string) => `(select count(*) from ${table} t) as ${name}`;
  const [row] = await reportRows(ctx, `select ${of(everyHit, "hits")}, ${of(visit, "visits")}, ${of(view, "views")}`);
  const { hits, visits, views } = row as Record<keyof StoreCounts, string>;
  return { hits: Number(hits), visits: Number(visits), views: Number(views) };
}

const quoted = (time: Date) => `'${time.toISOString()}'::timestamptz`;

/** A batch is sent again with the same token if the connection breaks, and then counts once. */
export async function copyToClickhouse({ db }: In, database: ColumnDatabase): Promise<Moved["months"]> {
  const months: Moved["months"] = [];
  const starts = new Map((await listPartitions({ db })).map(({ start }) => [monthOf(utcDate(start)), start]));
  for (const [month, start] of starts) {
    let hits = 0;
    await db.transaction(async (tx) => {
      await tx.execute(sql`declare moved_hits no scroll cursor for select concat_ws(E'\t', extract(epoch from h.at)::numeric(16, 6),
        coalesce(h.session_id, 0), h.kind, coalesce(h.page_id, 0), coalesce(h.type_id, 0), coalesce(h.name_id, 0),
        coalesce(h.value::text, '\\N'), coalesce(replace(h.detail::text, '\\', '\\\\'), '')) as line from ${everyHit} h
        where h.at >= ${sql.raw(quoted(start))} and h.at < ${sql.raw(quoted(monthStart(start, 1)))}`);
      for (;;) {
        const { rows } = await tx.execute<{ line: string }>(sql.raw(`fetch ${rowsAtOnce} from moved_hits`));
        if (rows.length === 0) return;
        const text = rows.map(({ line }) => `${line}\n`).join("");
        await database.insert("hit", hitColumns, text, { insert_deduplication_token: `${month} ${hits}` });
        hits += rows.length;
      }
    });
    if (hits > 0) months.push({ month, hits });
  }
  return months;
}

type Line = Record<"session_id" | "kind" | "page_id" | "type_id" | "name_id", number> & {
  us: string;
  value: number | null;
  detail: string;
};

/** In order of time, in parts of one UTC day with about `rowsAtOnce` hits. */
async function copyToPostgres(ctx: In, database: ColumnDatabase): Promise<Moved["months"]> {
  const months = new Map<string, number>();
  const terms = await ctx.db
    .select()
    .from(analyticsTerm)
    .where(inArray(analyticsTerm.text, [...vitalNames, engagement.type, engagement.name]));
  const texts = new Map(terms.map(({ id, text }) => [id, text]));
  const days = await database.rows<{ day: string }>({
    query: "SELECT DISTINCT toString(toDate(at)) AS day FROM hit ORDER BY day",
  });
  for (const { day } of days) {
    const start = new Date(`${day}T00:00:00Z`);
    await postgresStore.prepareMonths(ctx, start, start);
    for (let after = `${start.getTime() * 1000 - 1}`; ; ) {
      const lines = await database.rows<Line>({
        query: `SELECT toString(toUnixTimestamp64Micro(at)) AS us, session_id, kind, page_id, type_id, name_id, value, detail FROM hit
          WHERE at > fromUnixTimestamp64Micro(${after}, 'UTC') AND at < ${instant(new Date(start.getTime() + dayMs))}
          ORDER BY at LIMIT ${rowsAtOnce} WITH TIES`,
      });
      if (lines.length === 0) break;
      await postgresStore.insertHits(
        ctx,
        lines.map((line) => hitOf(line, texts)),
      );
      months.set(monthOf(day), (months.get(monthOf(day)) ?? 0) + lines.length);
      after = lines.at(-1)!.us;
    }
  }
  return [...months].map(([month, hits]) => ({ month, hits }));
}

const hitOf = (
  { us, session_id, kind, page_id, type_id, name_id, value, detail }: Line,
  texts: ReadonlyMap<number, string>,
): HitRow => ({
  ...{ type: texts.get(type_id) ?? null, name: texts.get(name_id) ?? null },
  ...{ atMicros: Number(us), sessionId: session_id || null, kind, value },
  ...{ pageId: page_id || null, typeId: type_id || null, nameId: name_id || null },
  detail: detail === "" ? null : (JSON.parse(detail) as KeptMetadata),
});

import { setTimeout as pause } from "node:timers/promises";
import { eq, lte, max, sql, sum } from "drizzle-orm";
import { analyticsWaitingHits } from "#app/features/analytics/tables.server.ts";
import { isTransaction } from "#app/platform/context.server.ts";
import { failureReason } from "#app/platform/database/database-failure.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import { log } from "#app/platform/log.server.ts";
import { waitingAnalyticsHits } from "#app/platform/metrics.server.ts";
import type { HitRow, HitWrites } from "../visit-store.ts";
import type { ColumnDatabase } from "./column-database.server.ts";

/*
 * Hits on their way to ClickHouse. A call is acknowledged once its batch is a row in PostgreSQL, with the sessions and terms that it refers
 * to. One delivery at a time sends batches: it marks the batches that belong together and commits, sends them with that mark as the
 * deduplication token, and deletes them. If the process is killed in between, the next delivery sends the same batches with the same token,
 * and ClickHouse ignores them if it has them. While ClickHouse is down batches wait, up to `maxHits`; then calls get 503.
 */

const defaultMaxHits = 5_000_000;
const maxHitsPerDelivery = 200_000;
/** A delivery is one string in memory. A hit with much metadata has several kilobytes. */
const maxBytesPerDelivery = 64 * 1024 * 1024;
const maxBatchesPerDelivery = 5000;
const firstPauseMs = 1000;
const maxPauseMs = 30_000;

export const hitColumns = ["at", "session_id", "kind", "page_id", "type_id", "name_id", "value", "detail"] as const;

/** Tab-separated values: https://clickhouse.com/docs/interfaces/formats/TabSeparated */
const escaped = (text: string) =>
  text
    .replaceAll("\\", "\\\\")
    .replaceAll("\t", "\\t")
    .replaceAll("\n", "\\n")
    .replaceAll("\r", "\\r")
    .replaceAll("\0", "\\0");

const seconds = (micros: number) => `${Math.floor(micros / 1e6)}.${String(Math.floor(micros % 1e6)).padStart(6, "0")}`;

export const tabSeparated = (rows: readonly HitRow[]): string =>
  rows
    .map(({ atMicros, sessionId, kind, pageId, typeId, nameId, value, detail }) =>
      [
        ...[seconds(atMicros), sessionId ?? 0, kind, pageId ?? 0, typeId ?? 0, nameId ?? 0],
        ...[value ?? "\\N", detail === null ? "" : escaped(JSON.stringify(detail))],
      ].join("\t"),
    )
    .join("\n")
    .concat("\n");

export const sendHits = (database: ColumnDatabase, rows: string, token: string): Promise<void> =>
  database.insert("hit", hitColumns, rows, {
    async_insert: 1,
    wait_for_async_insert: 1,
    async_insert_deduplicate: 1,
    insert_deduplication_token: token,
  });

/** `maxHits`: while ClickHouse is down, calls are refused when more hits wait. */
export type WaitingLimit = { maxHits?: number };

/** `busy`: another process delivers. */
type Outcome = "delivered" | "empty" | "busy";

export class WaitingHits implements Pick<HitWrites, "insertHits" | "deliver" | "isFull" | "isTransactional"> {
  readonly isTransactional = false;
  readonly #database: ColumnDatabase;
  readonly #maxBytes: number;
  readonly #maxHits: number;
  readonly #closing = new AbortController();
  #isFull = false;
  #running: Promise<void> | undefined;
  #hasMore = false;

  constructor(
    database: ColumnDatabase,
    { maxBytes = maxBytesPerDelivery, maxHits = defaultMaxHits }: { maxBytes?: number } & WaitingLimit = {},
  ) {
    this.#database = database;
    this.#maxBytes = maxBytes;
    this.#maxHits = maxHits;
  }

  isFull = (): boolean => this.#isFull;

  insertHits: HitWrites["insertHits"] = async (ctx, rows) => {
    if (rows.length === 0) return;
    await ctx.db.insert(analyticsWaitingHits).values({ hits: rows.length, rows: tabSeparated(rows) });
    // After a transaction the next call or job delivers them.
    if (!isTransaction(ctx)) this.nudge(ctx.db);
  };

  deliver: HitWrites["deliver"] = async (ctx) => {
    // Its hits cannot be read before they are committed.
    if (isTransaction(ctx)) return;
    // Hits that arrive meanwhile are not waited for: on a busy site that would never end.
    const [last] = await ctx.db.select({ id: max(analyticsWaitingHits.id) }).from(analyticsWaitingHits);
    const isWaiting = lte(analyticsWaitingHits.id, last?.id ?? 0);
    while ((await ctx.db.$count(analyticsWaitingHits, isWaiting)) > 0) await this.#deliverOnce(ctx.db, true);
  };

  /** Delivers in the background; retries until ClickHouse is back. */
  nudge(db: Db): void {
    this.#hasMore = true;
    if (this.#closing.signal.aborted) return;
    this.#running ??= this.#run(db).finally(() => {
      this.#running = undefined;
    });
  }

  async close(): Promise<void> {
    this.#closing.abort();
    await this.#running;
  }

  async #run(db: Db): Promise<void> {
    let pauseMs = firstPauseMs;
    while (this.#hasMore && !this.#closing.signal.aborted) {
      this.#hasMore = false;
      try {
        if ((await this.#deliverAll(db)) === "busy") {
          // The other process may be waiting for ClickHouse itself, so the hits that wait still count.
          this.#hasMore = true;
          await this.#count(db);
          await this.#pause(pauseMs);
          continue;
        }
        if (pauseMs > firstPauseMs) log.info("analytics hits are delivered again");
        pauseMs = firstPauseMs;
        this.#isFull = false;
        waitingAnalyticsHits.set(0);
      } catch (error) {
        if (this.#closing.signal.aborted) return;
        if (pauseMs === firstPauseMs) log.warn({ reason: failureReason(error) }, "analytics hits wait for ClickHouse");
        this.#hasMore = true;
        await this.#count(db);
        await this.#pause(pauseMs);
        pauseMs = Math.min(2 * pauseMs, maxPauseMs);
      }
    }
  }

  /** Without the database the last count stays. */
  async #count(db: Db): Promise<void> {
    const hits = await waitingHits(db).catch(() => null);
    if (hits === null) return;
    this.#isFull = hits > this.#maxHits;
    waitingAnalyticsHits.set(hits);
  }

  async #deliverAll(db: Db): Promise<Outcome> {
    for (;;) {
      const outcome = await this.#deliverOnce(db, false);
      if (outcome !== "delivered" || this.#closing.signal.aborted) return outcome;
    }
  }

  /** `waits`: for a delivery of another process. */
  async #deliverOnce(db: Db, waits: boolean): Promise<Outcome> {
    const marked = await db.transaction(async (tx) => {
      if (!(await lock(tx, waits))) return null;
      const { rows } = await tx.execute<{ marked: number }>(sql`
        with known as (select 1 from ${analyticsWaitingHits} where delivery is not null limit 1),
          first as (
            select id, hits, octet_length(rows) as bytes from ${analyticsWaitingHits} order by id limit ${maxBatchesPerDelivery}
          ), summed as (
            select id, sum(hits) over before as hits_before, sum(bytes) over before as bytes_before from first
            window before as (order by id rows between unbounded preceding and 1 preceding)
          ), chosen as (
            select id from summed where coalesce(hits_before, 0) < ${maxHitsPerDelivery}
              and coalesce(bytes_before, 0) < ${this.#maxBytes} and not exists (select from known)
          ), marked as (
            update ${analyticsWaitingHits} w set delivery = token.id from chosen, (select gen_random_uuid() as id) token
            where w.id = chosen.id returning 1
          )
        select (select count(*) from marked) + (select count(*) from known) as marked`);
      return Number(rows[0]?.marked ?? 0);
    });
    if (!marked) return marked === null ? "busy" : "empty";
    return db.transaction(async (tx): Promise<Outcome> => {
      if (!(await lock(tx, waits))) return "busy";
      const batches = await tx
        .select()
        .from(analyticsWaitingHits)
        .where(sql`delivery is not null`)
        .orderBy(analyticsWaitingHits.id);
      const token = batches[0]?.delivery;
      // Another process delivered them after they were marked.
      if (!token) return "delivered";
      await sendHits(this.#database, batches.map(({ rows }) => rows).join(""), token);
      await tx.delete(analyticsWaitingHits).where(eq(analyticsWaitingHits.delivery, token));
      return "delivered";
    });
  }

  /** Ends when the deliveries are closed. */
  #pause = (ms: number): Promise<void> =>
    pause(ms, undefined, { signal: this.#closing.signal, ref: false }).catch(() => {});
}

async function lock(tx: Pick<Db, "execute">, waits: boolean): Promise<boolean> {
  const key = sql`hashtext('analytics_delivery')`;
  if (waits) {
    await tx.execute(sql`select pg_advisory_xact_lock(${key})`);
    return true;
  }
  const { rows } = await tx.execute<{ taken: boolean }>(sql`select pg_try_advisory_xact_lock(${key}) as taken`);
  return rows[0]?.taken ?? false;
}

async function waitingHits(db: Db): Promise<number> {
  const [found] = await db.select({ hits: sum(analyticsWaitingHits.hits) }).from(analyticsWaitingHits);
  return Number(found?.hits ?? 0);
}

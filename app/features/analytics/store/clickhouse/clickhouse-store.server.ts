import { setTimeout as pause } from "node:timers/promises";
import type { Db } from "#app/platform/db.server.ts";
import { rowReads } from "../row-reads.server.ts";
import type { VisitStore } from "../visit-store.ts";
import { ColumnDatabase } from "./column-database.server.ts";
import { clickhouseDeletion } from "./deletion.server.ts";
import { clickhouseDerivation } from "./derivation.server.ts";
import { clickhouseReports } from "./reports.server.ts";
import { tables } from "./schema.server.ts";
import { WaitingHits, type WaitingLimit } from "./waiting-hits.server.ts";

/** A server that does not respond must not delay a stop. */
const closeMs = 1_000;

export type ClickhouseStore = {
  store: VisitStore;
  database: ColumnDatabase;
  /** Starts delivering batches that an earlier process left. */
  deliverWaiting(db: Db): void;
  /** Waits for the delivery in progress, for a second. Its batches are delivered by the next process. */
  close(): Promise<void>;
};

/** Opens the store. ClickHouse need not be reachable yet: hits wait, and reports get 503. */
export async function openClickhouse(url: string, limit?: WaitingLimit): Promise<ClickhouseStore> {
  const database = await ColumnDatabase.open(url, tables);
  const waiting = new WaitingHits(database, limit);
  const reports = clickhouseReports(database);
  const { insertHits, deliver, isFull, isTransactional } = waiting;
  return {
    database,
    store: {
      ...{ insertHits, deliver, isFull, isTransactional, prepareMonths: async () => {} },
      ...clickhouseDerivation(database),
      ...clickhouseDeletion(database, deliver),
      ...reports,
      ...rowReads(reports),
    },
    deliverWaiting: (db) => waiting.nudge(db),
    async close() {
      const ended = waiting.close();
      const limit = new AbortController();
      await Promise.race([ended, pause(closeMs, undefined, { signal: limit.signal }).catch(() => {})]);
      limit.abort();
      await database.close();
      await ended;
    },
  };
}

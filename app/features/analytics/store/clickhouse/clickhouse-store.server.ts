import type { Db } from "#app/platform/db.server.ts";
import type { VisitStore } from "../visit-store.ts";
import { ColumnDatabase } from "./column-database.server.ts";
import { clickhouseDay } from "./day-rows.server.ts";
import { clickhouseDeletion } from "./deletion.server.ts";
import { clickhouseDerivation } from "./derivation.server.ts";
import { clickhouseHits } from "./hits.server.ts";
import { createTables } from "./schema.server.ts";
import { clickhouseVisits } from "./visits.server.ts";
import { WaitingHits } from "./waiting-hits.server.ts";

export type ClickhouseStore = {
  store: VisitStore;
  database: ColumnDatabase;
  /** Starts delivering batches that an earlier process left. */
  deliverWaiting(db: Db): void;
  /** Waits for the delivery in progress. */
  close(): Promise<void>;
};

/** Connects to ClickHouse and creates the missing tables. Throws if it cannot be reached. */
export async function openClickhouse(url: string): Promise<ClickhouseStore> {
  const database = await ColumnDatabase.open(url);
  await createTables(database);
  const waiting = new WaitingHits(database);
  const { insertHits, deliver, isFull, isTransactional } = waiting;
  return {
    database,
    store: {
      ...{ insertHits, deliver, isFull, isTransactional, prepareMonths: async () => {} },
      ...clickhouseHits(database, deliver),
      ...clickhouseDerivation(database),
      ...clickhouseDeletion(database, deliver),
      ...clickhouseVisits(database),
      readDay: clickhouseDay(database),
    },
    deliverWaiting: (db) => waiting.nudge(db),
    async close() {
      await waiting.close();
      await database.close();
    },
  };
}

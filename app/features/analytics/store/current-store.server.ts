import type { Db } from "#app/platform/db.server.ts";
import type { WaitingLimit } from "./clickhouse/waiting-hits.server.ts";
import { postgresStore } from "./postgres/postgres-store.server.ts";
import type { VisitStore } from "./visit-store.ts";

let current: VisitStore = postgresStore;

/** The store of this process. */
export const visitStore = (): VisitStore => current;

/**
 * Sets the store of this process: ClickHouse with a URL, else PostgreSQL. Returns a function that waits for the delivery in progress and
 * closes it.
 */
export async function openStore(db: Db, url: string | undefined, limit?: WaitingLimit): Promise<() => Promise<void>> {
  if (url === undefined) {
    current = postgresStore;
    return async () => {};
  }
  const { openClickhouse } = await import("./clickhouse/clickhouse-store.server.ts");
  const { store, deliverWaiting, close } = await openClickhouse(url, limit);
  current = store;
  deliverWaiting(db);
  return async () => {
    await close();
    current = postgresStore;
  };
}

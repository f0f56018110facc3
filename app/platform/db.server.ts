import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import { Pool, type PoolClient, type PoolConfig } from "pg";
import { DatabaseUnavailable } from "./database/database-failure.server.ts";
import { log } from "./log.server.ts";
import { SteadyClient } from "./outside/steady-client.server.ts";

/** A database or a transaction; commands accept either. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** Wraps a pool; the schema is not registered because reads use the query builder. */
export const createDb = (pool: Pool): Db => drizzle({ client: pool }) as Db;

export const poolSettings: PoolConfig = {
  max: 20,
  idleTimeoutMillis: 30_000,
  connectionTimeoutMillis: 5_000,
  Client: SteadyClient,
};

/**
 * Opens the process's pool. A broken connection is logged and replaced. If no connection can be opened within five seconds,
 * queries reject with DatabaseUnavailable.
 */
export function openPool(config: PoolConfig): Pool {
  const pool = new SteadyPool({ ...poolSettings, ...config });
  // `end` resolves before its connections are closed: a database that stops next still breaks some.
  pool.on("error", (error) => {
    if (!pool.ending) log.warn({ err: error }, "database connection lost");
  });
  return pool;
}

type Done = (error?: Error | boolean) => void;
type Connected = (error: Error | undefined, client: PoolClient | undefined, done: Done) => void;

/**
 * Removes a broken client at once, even while in use. Drizzle never releases a client after a failed `begin`, so each lost
 * connection would otherwise take a slot of the pool permanently. If a client's server refuses a write as a standby, the client is
 * removed when it is released: a new connection leads to the new primary.
 */
export class SteadyPool extends Pool {
  override connect(): Promise<PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<PoolClient> | undefined {
    if (callback) {
      super.connect((error, client, done) => callback(error && new DatabaseUnavailable(error), client, done));
      return undefined;
    }
    return super.connect().then(releaseWhenBroken, (error: unknown) => {
      throw new DatabaseUnavailable(error);
    });
  }
}

function releaseWhenBroken(client: PoolClient): PoolClient {
  const release = client.release.bind(client);
  let isReleased = false;
  const releaseOnce: Done = (error) => {
    if (isReleased) return;
    isReleased = true;
    client.off("error", releaseOnce);
    release(error || ((client as { refusedWrite?: boolean }).refusedWrite ?? false));
  };
  client.on("error", releaseOnce);
  client.release = releaseOnce;
  return client;
}

/**
 * A query built once per database and planned once per connection, for queries of nearly every request. `build` ends in
 * `.prepare("feature_what_it_finds")`; inside a transaction it is built again.
 */
export function prepared<Query extends object>(build: (db: Db) => Query): (db: Db) => Query {
  const known = new WeakMap<Db, Query>();
  return (db) => {
    const query = known.get(db) ?? build(db);
    known.set(db, query);
    return query;
  };
}

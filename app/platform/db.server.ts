import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import { Pool, type PoolClient, type PoolConfig } from "pg";
import { DatabaseUnavailable } from "./database-failure.server.ts";
import { log } from "./log.server.ts";
import { SteadyClient } from "./steady-client.server.ts";

/** A database or a transaction on it: commands take either and never know which. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** Wraps a pool; the schema is not registered because reads are written with the query builder. */
export const createDb = (pool: Pool): Db => drizzle({ client: pool }) as Db;

/**
 * Opens the process's pool. A connection that breaks is logged and replaced. When no connection can be opened within five
 * seconds, queries reject with DatabaseUnavailable.
 */
export function openPool(config: PoolConfig): Pool {
  const pool = new SteadyPool({
    max: 20,
    idleTimeoutMillis: 30_000,
    connectionTimeoutMillis: 5_000,
    Client: SteadyClient,
    ...config,
  });
  // `end` resolves before its connections are closed: a database that stops next still breaks some.
  pool.on("error", (error) => {
    if (!pool.ending) log.warn({ err: error }, "database connection lost");
  });
  return pool;
}

type Done = (error?: Error | boolean) => void;
type Connected = (error: Error | undefined, client: PoolClient | undefined, done: Done) => void;

/**
 * Removes a broken client at once, although its user still holds it. Drizzle never releases a client whose `begin` fails, so
 * each lost connection would otherwise take one place of the pool for good.
 */
class SteadyPool extends Pool {
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
    release(error);
  };
  client.on("error", releaseOnce);
  client.release = releaseOnce;
  return client;
}

/**
 * A query that is put together once per database and planned once per connection, for what nearly every request asks.
 * `build` ends in `.prepare("room_what_it_finds")`; inside a transaction it is built anew.
 */
export function prepared<Query extends object>(build: (db: Db) => Query): (db: Db) => Query {
  const known = new WeakMap<Db, Query>();
  return (db) => {
    const query = known.get(db) ?? build(db);
    known.set(db, query);
    return query;
  };
}

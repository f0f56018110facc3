import { drizzle, type NodePgQueryResultHKT } from "drizzle-orm/node-postgres";
import type { PgDatabase } from "drizzle-orm/pg-core";
import { Pool, type PoolConfig } from "pg";
import { log } from "./log.server.ts";

/** A database or a transaction on it: verbs take either and never know which. */
export type Db = PgDatabase<NodePgQueryResultHKT, Record<string, never>>;

/** Wraps a pool; the schema is not registered because reads are written with the query builder. */
export const createDb = (pool: Pool): Db => drizzle({ client: pool }) as Db;

/** Opens the process's pool. An idle connection that breaks (a restarted server) is logged and replaced, never fatal. */
export function openPool(config: PoolConfig): Pool {
  const pool = new Pool({ max: 20, idleTimeoutMillis: 30_000, connectionTimeoutMillis: 5_000, ...config });
  // `end` is done before its connections are: a database that stops next still finds some.
  pool.on("error", (error) => {
    if (!pool.ending) log.warn({ err: error }, "database connection lost");
  });
  return pool;
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

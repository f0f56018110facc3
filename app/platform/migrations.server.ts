import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { ClientConfig, PoolConfig } from "pg";
import { SteadyClient } from "./steady-client.server.ts";

/** The advisory lock that a process needs to change the schema. */
const migrationLock = 4_711_018_231;

/**
 * Brings the schema up to date. Several processes may start at once: an advisory lock on the same connection lets one
 * migrate while the others wait and then find nothing to do. Throws what PostgreSQL says; a failed migration is rolled back.
 */
export async function migrateDatabase(connection: PoolConfig, folder = "db/migrations"): Promise<void> {
  const client = new SteadyClient(connection as ClientConfig);
  await client.connect();
  try {
    await client.query("select pg_advisory_lock($1)", [migrationLock]);
    await migrate(drizzle({ client }), { migrationsFolder: folder });
  } finally {
    await client.end();
  }
}

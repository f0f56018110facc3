import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { readMigrationFiles } from "drizzle-orm/migrator";
import { drizzle } from "drizzle-orm/node-postgres";
import { migrate } from "drizzle-orm/node-postgres/migrator";
import type { ClientConfig, PoolConfig } from "pg";
import { SteadyClient } from "../outside/steady-client.server.ts";
import { DatabaseProblem, databaseFailure, databaseRefusal, refusalReason } from "./database-failure.server.ts";

/** The advisory lock that a process needs to change the schema. */
const migrationLock = 4_711_018_231;

/** The first and last of the 51 migrations that `0000_initial` replaced (decision 0226). */
const replacedMigrations = { first: 1_795_259_490_623, last: 1_795_445_309_373 };

/** PostgreSQL: lock_not_available. */
const lockTimeout = "55P03";
const attempts = 120;

/**
 * Brings the schema up to date, in one transaction: a failed migration leaves the database as it was. Several processes may
 * start at once: an advisory lock of the transaction lets one migrate while the others wait and then find nothing to do.
 * While another transaction, such as a backup, uses a table that changes, the migration is tried again for about six minutes: the
 * requests of a running release queue behind a waiting migration, so it waits for two seconds at a time.
 * Throws DatabaseProblem with PostgreSQL's reason, also for a database that the product cannot use.
 */
export async function migrateDatabase(
  connection: PoolConfig,
  folder = "db/migrations",
  report: (message: string) => void = () => {},
): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await migrateOnce(connection, folder);
    } catch (error) {
      if (!isLockTimeout(error) || attempt === attempts) throw explained(error);
      if (attempt % 10 === 1)
        report("The migration waits for another transaction, such as a backup or a long report ...");
      await pause(1_000);
    }
  }
}

/** What the operator can do about a refusal, by its code. */
const advice: Readonly<Record<string, string>> = {
  "42501": "The role of DATABASE_URL must own the database: alter database … owner to …",
  "25006": "The role or the database is set to read only, or the server is a standby.",
  "0A000": "Install the extensions btree_gist and pg_trgm, which come with PostgreSQL.",
  "58P01": "Install the extensions btree_gist and pg_trgm, which come with PostgreSQL.",
  "3F000": "The search_path of the role or the database names no schema that exists.",
  "53300": "Other programs use all connections that the role or the server may have.",
};

function explained(error: unknown): unknown {
  const refusal = databaseRefusal(error);
  if (!refusal) return databaseFailure(error) === null ? error : unreachable(error);
  const reason = refusalReason(refusal);
  return new DatabaseProblem(
    `The schema cannot be brought up to date: ${reason}.${advice[refusal.code ?? ""] ? ` ${advice[refusal.code ?? ""]}` : ""}`,
    { cause: error },
  );
}

const unreachable = (error: unknown) =>
  new DatabaseProblem(`The connection to the database was lost: ${(error as Error).message}.`, { cause: error });

function isLockTimeout(error: unknown): boolean {
  for (let current = error; current instanceof Error; current = current.cause)
    if ((current as { code?: unknown }).code === lockTimeout) return true;
  return false;
}

async function migrateOnce(connection: PoolConfig, folder: string): Promise<void> {
  const client = new SteadyClient({ connectionTimeoutMillis: 10_000, ...(connection as ClientConfig) });
  await client.connect();
  const db = drizzle({ client });
  try {
    await checkFitness(client);
    await db.transaction(async (tx) => {
      await tx.execute(sql`select pg_advisory_xact_lock(${migrationLock})`);
      await tx.execute(sql`set local lock_timeout = '2s'`);
      await replaceDevelopmentMigrations(client, folder);
      await migrate(tx as unknown as typeof db, { migrationsFolder: folder });
    });
  } finally {
    await client.end();
  }
}

const oldestMajor = 15;

async function checkFitness(client: SteadyClient): Promise<void> {
  const { rows } = await client.query<DatabaseFacts>(
    `select current_database() as name, current_setting('server_encoding') as encoding, current_setting('server_version_num')::int as version`,
  );
  const problem = rows[0] && unfitness(rows[0]);
  if (problem) throw new DatabaseProblem(problem);
}

type DatabaseFacts = { name: string; encoding: string; version: number };

/** Why the product cannot use a database, or null. Other encodings count bytes as characters or cannot store most of them. */
export function unfitness({ name, encoding, version }: DatabaseFacts): string | null {
  if (version < oldestMajor * 10_000)
    return `The server runs PostgreSQL ${Math.floor(version / 10_000)}, and GTMarc needs PostgreSQL ${oldestMajor} or newer.`;
  if (encoding !== "UTF8")
    return `The database ${name} has the encoding ${encoding}, and GTMarc needs UTF8. Create it with: createdb --template=template0 --encoding=UTF8 ${name}`;
  return null;
}

/** Renames what a database from before version 1.0.0 contains, and marks the initial migration as applied. */
async function replaceDevelopmentMigrations(client: SteadyClient, folder: string): Promise<void> {
  const { rows: applied } = await client.query<{ exists: boolean }>(
    "select to_regclass('drizzle.__drizzle_migrations') is not null as exists",
  );
  if (!applied[0]?.exists) return;
  const { rows } = await client.query<{ first: string; last: string }>(
    "select min(created_at) as first, max(created_at) as last from drizzle.__drizzle_migrations",
  );
  if (Number(rows[0]?.first) !== replacedMigrations.first) return;
  if (Number(rows[0]?.last) !== replacedMigrations.last)
    throw new Error("This database is too old to upgrade. Start commit c0848142 on it once, then this version.");
  const [initial] = readMigrationFiles({ migrationsFolder: folder });
  await client.query(readFileSync(join(folder, "upgrade-1.0.0.sql"), "utf8"));
  await client.query("truncate drizzle.__drizzle_migrations restart identity");
  await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
    initial?.hash,
    initial?.folderMillis,
  ]);
}

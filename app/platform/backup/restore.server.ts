import { readMigrationFiles } from "drizzle-orm/migrator";
import { Client, type ClientConfig, type PoolConfig } from "pg";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { exactText } from "./backup.server.ts";
import { listTables } from "./catalogue.server.ts";
import { type FileProblem, UnusableFile } from "./container.server.ts";
import type { Manifest } from "./format.server.ts";
import { type LoadOptions, loadParts, SchemaMismatch } from "./loading.server.ts";
import { checkBackup, readParts } from "./reading.server.ts";

/** Why a backup was not restored; nothing was changed in that case. The message is a full sentence. */
export type RestoreRefusal =
  | FileProblem
  | Refusal<"not_empty" | "newer_release" | "unknown_migrations" | "does_not_fit", { message: string }>;

export type RestoreOptions = LoadOptions & { migrationsFolder?: string };

/** The manifest and the backup's files; the caller stores the files. */
export type Restored = { manifest: Manifest; attachments: Record<string, Buffer> };

/**
 * Restores a backup into an empty database: checks the whole file, applies the migrations that the rows match, and
 * copies the rows, all in one transaction that restores either everything or nothing. The next start applies newer
 * migrations. Needs the rights of the database's owner, not those of a superuser: our triggers are disabled during the
 * copy, and rows are copied in an order that satisfies foreign keys (circular ones are checked at the end).
 */
export async function restoreBackup(
  connection: PoolConfig,
  file: string,
  options: RestoreOptions = {},
): Promise<Result<Restored, RestoreRefusal>> {
  const checked = await checkBackup(file);
  if (!checked.ok) return checked;
  const folder = options.migrationsFolder ?? "db/migrations";
  const plan = planMigrations(checked.value, folder);
  if (!plan.ok) return plan;

  const client = new Client(connection as ClientConfig);
  await client.connect();
  try {
    await client.query("begin");
    await client.query(exactText);
    const tables = await listTables(client);
    if (tables.length > 0) {
      const names = tables.slice(0, 3).map(({ name }) => name);
      const more = tables.length > 3 ? ", …" : "";
      const message = `The database is not empty (it contains ${names.join(", ")}${more}). A backup can only be restored into an empty one: set DATA_DIR to a new directory, or DATABASE_URL to a new database.`;
      return refuse("not_empty", { message });
    }
    await applyMigrations(client, plan.value);
    const attachments = await loadParts(client, readParts(file), options);
    await client.query("commit");
    for (const { name } of checked.value.tables) await client.query(`analyze public.${name}`);
    return ok({ manifest: checked.value, attachments });
  } catch (error) {
    if (error instanceof UnusableFile) return { ok: false, reason: error.problem };
    if (error instanceof SchemaMismatch) return refuse("does_not_fit", { message: error.message });
    throw error;
  } finally {
    // Also ends an uncommitted transaction.
    await client.end();
  }
}

type MigrationFile = ReturnType<typeof readMigrationFiles>[number];

function planMigrations(manifest: Manifest, folder: string): Result<MigrationFile[], RestoreRefusal> {
  const known = readMigrationFiles({ migrationsFolder: folder });
  const wanted = manifest.migrations;
  const newest = known.at(-1)?.folderMillis ?? 0;
  if (wanted.some(({ at }) => at > newest))
    return refuse("newer_release", {
      message: `The backup was written by a newer release of GTMarc (${wanted.length} migrations, this release has ${known.length}). Restore it with that release.`,
    });
  const files = known.slice(0, wanted.length);
  const same = wanted.every(({ hash, at }, index) => files[index]?.hash === hash && files[index]?.folderMillis === at);
  if (!same)
    return refuse("unknown_migrations", {
      message: "The backup was written by a release of GTMarc with migrations that this one does not have.",
    });
  return ok(files);
}

/** Like drizzle's own migrator, but up to a given migration and inside our transaction. */
async function applyMigrations(client: Client, files: MigrationFile[]) {
  await client.query("create schema if not exists drizzle");
  await client.query(
    "create table if not exists drizzle.__drizzle_migrations (id serial primary key, hash text not null, created_at bigint)",
  );
  await client.query("truncate drizzle.__drizzle_migrations restart identity");
  for (const { sql, hash, folderMillis } of files) {
    for (const statement of sql) await client.query(statement);
    await client.query("insert into drizzle.__drizzle_migrations (hash, created_at) values ($1, $2)", [
      hash,
      folderMillis,
    ]);
  }
}

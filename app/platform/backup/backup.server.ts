import { createHash } from "node:crypto";
import type { Pool, PoolClient } from "pg";
import { to as copyTo } from "pg-copy-streams";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { currentTime } from "#app/platform/dates/clock.server.ts";
import {
  listMigrations,
  listPartitions,
  listReferences,
  listSequences,
  listTables,
  listWaitingJobs,
  parentsFirst,
  type Table,
} from "./catalogue.server.ts";
import { openContainer } from "./container.server.ts";
import type { End, Head, Manifest, TableEnd } from "./format.server.ts";
import { openTarget, type Target, UnusableTarget } from "./target.server.ts";

/**
 * A backup is one file with everything that cannot be recreated: the rows of all tables as of one instant, the number
 * of migrations they match, the pending jobs, and small files that belong to the data (the secret). It is not a copy of
 * PostgreSQL's files: it can be restored with another version of PostgreSQL, embedded or not, on another machine, and
 * with later releases of GTMarc, which is also how data moves to a new major version.
 *
 * Invariants:
 * - rows are consistent: all are read in one REPEATABLE READ transaction, while the site continues to write;
 * - there is never a partial backup under its name: it is written to a temporary file, synced and renamed (target.server.ts);
 * - neither backup nor restore (restore.server.ts) needs a superuser;
 * - it contains password hashes and the secret, so only its owner may read it.
 * The job queue's own tables (their version may differ; pending jobs are stored separately) and its finished jobs are
 * excluded.
 */
type Container = ReturnType<typeof openContainer>;

export type BackupRefusal = Refusal<"cannot_write", { message: string }>;

export type BackupOptions = {
  progress?: (table: TableEnd) => void;
  attachments?: Record<string, Buffer>;
};

/**
 * Writes a backup of the pool's database to `file`: a plain file, replaced only once the new one is complete, or a FIFO, a
 * character device or standard output (`-`). `file` of the result names it for messages.
 */
export async function writeBackup(
  pool: Pool,
  file: string,
  options: BackupOptions = {},
): Promise<Result<Manifest & { file: string }, BackupRefusal>> {
  let target: Target;
  try {
    target = await openTarget(file);
  } catch (error) {
    if (error instanceof UnusableTarget) return refuse("cannot_write", { message: error.message });
    throw error;
  }
  const container = openContainer(target.stream);
  let client: PoolClient | undefined;
  try {
    client = await pool.connect();
    const manifest = await writeAll(client, container, options);
    await client.query("commit");
    await container.end();
    await target.keep();
    client.release();
    return ok({ ...manifest, file: target.name });
  } catch (error) {
    // A connection interrupted during COPY cannot be reused.
    client?.release(true);
    await container.abandon();
    await target.discard();
    const { syscall } = error as NodeJS.ErrnoException;
    if (syscall === "open" || syscall === "write" || syscall === "rename")
      return refuse("cannot_write", { message: `${target.name} cannot be written: ${(error as Error).message}.` });
    throw error;
  }
}

async function writeAll(client: PoolClient, container: Container, options: BackupOptions): Promise<Manifest> {
  await client.query("begin isolation level repeatable read read only");
  await client.query(exactText);
  const tables = parentsFirst(await listTables(client), await listReferences(client));
  if (tables.length > 0)
    await client.query(`lock table ${tables.map(({ name }) => `public.${name}`).join(", ")} in access share mode`);
  const version = await client.query<{ server_version: string }>("show server_version");
  const head: Head = {
    createdAt: currentTime().toISOString(),
    postgresVersion: version.rows[0]?.server_version ?? "",
    migrations: await listMigrations(client),
    partitions: await listPartitions(client),
  };
  await container.writeJson("H", head);

  const written: TableEnd[] = [];
  for (const table of tables) {
    const end = await writeTable(client, container, table);
    written.push(end);
    options.progress?.(end);
  }
  const jobs = await listWaitingJobs(client);
  for (const job of jobs) await container.writeJson("J", job);
  const attachments = Object.entries(options.attachments ?? {});
  for (const [name, content] of attachments)
    await container.writeJson("A", { name, content: content.toString("base64") });

  const sequences = await listSequences(client);
  await container.writeJson("Z", { sequences, tables: tables.length, sha256: container.digestSoFar() } satisfies End);
  const { createdAt, postgresVersion, migrations } = head;
  return {
    createdAt,
    postgresVersion,
    migrations,
    tables: written,
    jobs: jobs.length,
    attachments: attachments.map(([name]) => name),
  };
}

/** Settings that make text output independent of the role's and the database's defaults; also disables time limits. */
export const exactText = `set local datestyle = 'ISO, YMD'; set local intervalstyle = 'postgres'; set local extra_float_digits = 3;
  set local bytea_output = 'hex'; set local timezone = 'UTC'; set local client_encoding = 'UTF8'; set local lc_monetary = 'C';
  set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`;

async function writeTable(client: PoolClient, container: Container, table: Table): Promise<TableEnd> {
  const { name, columns } = table;
  await container.writeJson("T", { name, columns });
  const list = columns.join(", ");
  const source = table.partitioned ? `(select ${list} from public.${name})` : `public.${name} (${list})`;
  const rows = client.query(copyTo(`copy ${source} to stdout`));
  const digest = createHash("sha256");
  let bytes = 0;
  for await (const piece of rows as AsyncIterable<Buffer>) {
    digest.update(piece);
    bytes += piece.length;
    await container.write("D", piece);
  }
  const end: TableEnd = { name, rows: rows.rowCount, bytes, sha256: digest.digest("hex") };
  await container.writeJson("E", end);
  return end;
}

import { randomBytes } from "node:crypto";
import pg, { type PoolConfig } from "pg";
import { afterAll, afterEach, beforeAll, inject } from "vitest";
import { system } from "#app/lib/actor.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { createDb, type Db } from "#app/platform/db.server.ts";
import { closeJobs, type JobDefinition, openJobs } from "#app/platform/queues/jobs.server.ts";
import { columnStore } from "./column-store.ts";
import { dropDatabase, onServer } from "./on-server.ts";

/** The default time of every test: a Monday, 10:00 in New York. */
export const testNow = new Date("2026-03-02T15:00:00Z");

export type TestDatabase = {
  db: Db;
  pool: pg.Pool;
  /** The system at testNow; for others use `{ ...ctx, actor, now }`. */
  ctx: Ctx;
  /** For code that opens its own connection to the same database. */
  connection: PoolConfig;
  /** Queued jobs of this name, oldest first. */
  queued: (name: string) => Promise<unknown[]>;
};

/**
 * A database for the test file: copied from the migrated template before its tests, reset after each test, dropped at the end.
 * Call it once, at the top of the file. `jobs` opens the queue, so that commands can enqueue; nothing runs them.
 *
 * @example const { db, ctx } = useDatabase({ jobs: [sendMailJob] });
 */
export function useDatabase(options: { jobs?: readonly JobDefinition[] } = {}): TestDatabase {
  const { connection: server, template, embedded } = inject("testServer");
  const name = `${template.replace("_template", "")}_${randomBytes(6).toString("hex")}`;
  const connection = { ...server, database: name };
  const pool = new pg.Pool({ ...connection, max: 10 });
  // Idle connections report an error when their database is dropped by force.
  pool.on("error", () => {});
  const db = createDb(pool);

  beforeAll(async () => {
    const strategy = embedded ? " strategy file_copy" : "";
    await onServer(server, (client) => client.query(`create database ${name} template ${template}${strategy}`));
    if (options.jobs) await openJobs({ connection, db, definitions: options.jobs, work: false });
    await columnStore.open(db, name);
  });
  afterEach(async () => {
    await columnStore.empty();
    await pool.query("select pristine.reset()");
  });
  afterAll(async () => {
    if (options.jobs) await closeJobs(0);
    await columnStore.close();
    await pool.end();
    await onServer(server, (client) => dropDatabase(client, name));
  });

  const queued = async (job: string) => {
    const { rows } = await pool.query<{ data: unknown }>(
      "select data from pgboss.job where name = $1 and state in ('created', 'retry') order by created_on, id",
      [job],
    );
    return rows.map((row) => row.data);
  };
  return { db, pool, ctx: { db, actor: system, now: testNow }, connection, queued };
}

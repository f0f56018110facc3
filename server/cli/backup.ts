import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { system } from "#app/lib/actor.ts";
import { writeBackup } from "#app/platform/backup/backup.server.ts";
import { restoreBackup } from "#app/platform/backup/restore.server.ts";
import { currentTime } from "#app/platform/clock.server.ts";
import { createDb, openPool } from "#app/platform/db.server.ts";
import { env, type Settings } from "#app/platform/env.server.ts";
import { closeJobs, enqueue, openJobs } from "#app/platform/jobs.server.ts";
import { acquireStartLock } from "#app/platform/postgres/start-lock.server.ts";
import { openDatabase } from "../database.ts";
import { jobDefinitions } from "../schedule.ts";
import { done, failure, type Outcome } from "./output.ts";
import { atWork } from "./workplace.ts";

const secretFile = (settings: Settings) => join(settings.DATA_DIR, "secret");

/** Writes the whole database, and the secret if it is kept in DATA_DIR. */
export const backup = (file: string): Promise<Outcome> =>
  atWork(async ({ pool, settings }) => {
    const kept = secretFile(settings);
    const attachments: Record<string, Buffer> = existsSync(kept) ? { secret: readFileSync(kept) } : {};
    const written = await writeBackup(pool, file, { attachments });
    if (!written.ok) return failure(written.reason.kind, written.reason.message);
    const { tables } = written.value;
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return done(
      written.value,
      `${written.value.file}: ${rows} rows of ${tables.length} tables.`,
      "Keep it private: it holds password hashes and the secret.",
    );
  });

export async function restore(file: string): Promise<Outcome> {
  const settings = env();
  const lock = settings.DATABASE_URL ? null : await acquireStartLock(settings.DATA_DIR, "restore");
  if (lock && !lock.ok) return failure(lock.reason.kind, lock.reason.message);
  try {
    return await fill(settings, file);
  } finally {
    if (lock?.ok) lock.value.release();
  }
}

async function fill(settings: Settings, file: string): Promise<Outcome> {
  const database = await openDatabase(settings, "command");
  const pool = openPool({ ...database.connection, max: 2 });
  try {
    await openJobs({ connection: database.connection, db: createDb(pool), definitions: jobDefinitions, work: false });
    const restored = await restoreBackup(database.connection, file, {
      requeue: async (db, waiting) => {
        const job = jobDefinitions.find(({ name }) => name === waiting.name);
        if (!job) return;
        const options = { runAt: new Date(waiting.startAfter), ...(waiting.key ? { key: waiting.key } : {}) };
        await enqueue({ db, actor: system, now: currentTime() }, job, job.payload.parse(waiting.data ?? {}), options);
      },
    });
    if (!restored.ok) return failure(restored.reason.kind, restored.reason.message);
    const { manifest, attachments } = restored.value;
    if (attachments["secret"]) writeFileSync(secretFile(settings), attachments["secret"], { mode: 0o600 });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return done(
      manifest,
      `${rows} rows of ${manifest.tables.length} tables, as of ${manifest.createdAt}. Start with npm start.`,
    );
  } finally {
    await closeJobs(1);
    await pool.end();
    await database.release();
  }
}

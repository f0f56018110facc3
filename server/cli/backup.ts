import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { PoolConfig } from "pg";
import { forgetChannels } from "#app/features/booking/calendars/push/channels.server.ts";
import { databaseSubject, operationsAudit } from "#app/features/operations/audit.ts";
import { writeAuditEntry } from "#app/features/security/audit/audit.server.ts";
import { system } from "#app/lib/actor.ts";
import { writeBackup } from "#app/platform/backup/backup.server.ts";
import { restoreBackup } from "#app/platform/backup/restore.server.ts";
import { isStandardOutput } from "#app/platform/backup/target.server.ts";
import { currentTime } from "#app/platform/dates/clock.server.ts";
import { createDb, type Db, openPool } from "#app/platform/db.server.ts";
import { env, type Settings } from "#app/platform/env.server.ts";
import { acquireStartLock } from "#app/platform/postgres/locks/start-lock.server.ts";
import { type Phase, upgradeDatabase } from "#app/platform/postgres/upgrade/upgrade.server.ts";
import { closeJobs, enqueue, openJobs } from "#app/platform/queues/jobs.server.ts";
import { openDatabase } from "../database.ts";
import { jobDefinitions } from "../process/schedule.ts";
import { done, failure, type Outcome } from "./terminal/output.ts";
import { atWork } from "./workplace.ts";

const secretFile = (settings: Settings) => join(settings.DATA_DIR, "secret");

/** The secret in DATA_DIR, unless SECRET takes its place. */
function secretOf(settings: Settings): Record<string, Buffer> {
  const file = secretFile(settings);
  return existsSync(file) && readFileSync(file, "utf8").trim() === settings.SECRET
    ? { secret: readFileSync(file) }
    : {};
}

/** Writes the whole database, and the secret if it is kept in DATA_DIR. The audit log then has it, for the checklist on Today. */
export const backup = (file: string): Promise<Outcome> =>
  atWork(
    async ({ ctx, pool, settings }) => {
      const written = await writeBackup(pool, file, { attachments: secretOf(settings) });
      const isOutputTaken = isStandardOutput(file);
      if (!written.ok) return { ...failure(written.reason.kind, written.reason.message), isOutputTaken };
      const { tables, attachments } = written.value;
      const rows = tables.reduce((sum, table) => sum + table.rows, 0);
      const detail = { tables: tables.length, rows };
      const isRecorded = await writeAuditEntry(ctx, {
        ...{ action: operationsAudit.backupMade, subject: databaseSubject, detail },
      }).then(
        () => true,
        () => false,
      );
      const outcome = done(
        written.value,
        `${written.value.file}: ${rows} rows of ${tables.length} tables.`,
        attachments.includes("secret")
          ? "Keep it private: it holds password hashes and the secret."
          : "Keep it private: it holds password hashes. The value of SECRET is not in it: keep that separately.",
        ...(isRecorded
          ? []
          : ["The file is complete, but the audit log could not be written, so Today does not know of it."]),
      );
      return { ...outcome, isOutputTaken };
    },
    { anySecret: true },
  );

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
  try {
    const restored = await restoreWithJobs(database.connection, file, forgetChannels);
    if (!restored.ok) return failure(restored.reason.kind, restored.reason.message);
    const { manifest, attachments } = restored.value;
    if (attachments["secret"]) writeFileSync(secretFile(settings), attachments["secret"], { mode: 0o600 });
    const rows = manifest.tables.reduce((sum, table) => sum + table.rows, 0);
    return done(
      manifest,
      `${rows} rows of ${manifest.tables.length} tables, as of ${manifest.createdAt}. Start the site to use them.`,
    );
  } finally {
    await database.release();
  }
}

/** Restores a backup and queues its pending jobs again. */
async function restoreWithJobs(connection: PoolConfig, file: string, afterwards?: (db: Db) => Promise<void>) {
  const pool = openPool({ ...connection, max: 2 });
  const db = createDb(pool);
  try {
    await openJobs({ connection, db, definitions: jobDefinitions, work: false });
    const restored = await restoreBackup(connection, file, {
      requeue: async (db, waiting) => {
        const job = jobDefinitions.find(({ name }) => name === waiting.name);
        if (!job) return;
        const options = { runAt: new Date(waiting.startAfter), ...(waiting.key ? { key: waiting.key } : {}) };
        await enqueue({ db, actor: system, now: currentTime() }, job, job.payload.parse(waiting.data ?? {}), options);
      },
    });
    if (restored.ok) await afterwards?.(db);
    return restored;
  } finally {
    await closeJobs(1);
    await pool.end();
  }
}

const phases: Record<Phase, string> = {
  backup: "Writing a backup with the old programs.",
  restore: "Restoring it into a new database.",
  check: "Applying migrations and starting it again.",
  replace: "Replacing the old database.",
};

/** Moves the embedded database to the version of PostgreSQL that this release brings. */
export async function upgrade(options: { fromBinaries?: string }): Promise<Outcome> {
  const settings = env();
  if (settings.DATABASE_URL)
    return failure("not_embedded", "DATABASE_URL is set: upgrade that server by its own means. Nothing was changed.");
  const upgraded = await upgradeDatabase({
    dataDir: settings.DATA_DIR,
    ...(options.fromBinaries && { from: options.fromBinaries }),
    progress: (phase) => process.stderr.write(`${phases[phase]}\n`),
    write: async (connection, file) => {
      const pool = openPool({ ...connection, max: 2 });
      try {
        const written = await writeBackup(pool, file, { attachments: secretOf(settings) });
        return written.ok ? null : written.reason.message;
      } finally {
        await pool.end();
      }
    },
    restore: async (connection, file) => {
      const restored = await restoreWithJobs(connection, file);
      return restored.ok ? null : restored.reason.message;
    },
  });
  if (!upgraded.ok) return failure(upgraded.reason.kind, upgraded.reason.message);
  const { from, to, rows, tables, kept, notCarriedOver } = upgraded.value;
  return done(
    upgraded.value,
    `PostgreSQL ${from} was replaced by ${to}: ${rows} rows of ${tables} tables, the same in both.`,
    ...(notCarriedOver.length > 0 ? [`Not carried over: ${notCarriedOver.join(", ")}.`] : []),
    `The old database and its backup are in ${kept}; delete that directory once the site has proved itself.`,
    `To go back, stop the site, move ${join(settings.DATA_DIR, "postgres/cluster")} away, move ${kept}/cluster there, and start the old release.`,
  );
}

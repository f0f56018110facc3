import type { Pool, PoolConfig } from "pg";
import { openStore } from "#app/features/analytics/store/current-store.server.ts";
import { hasSecretOfSite } from "#app/features/security/security-log/secret-fingerprint.server.ts";
import { loadSettings } from "#app/features/settings/stored-settings.server.ts";
import { commandLine } from "#app/lib/actor.ts";
import { type Ctx, systemContext } from "#app/platform/context.server.ts";
import { migrateDatabase } from "#app/platform/database/migrations.server.ts";
import { createDb, openPool } from "#app/platform/db.server.ts";
import { env, type Settings } from "#app/platform/env.server.ts";
import { closeMailer } from "#app/platform/mail/mailer.server.ts";
import { closeJobs, openJobs } from "#app/platform/queues/jobs.server.ts";
import { connectConsumers } from "../consumers.ts";
import { openDatabase } from "../database.ts";
import { StartRefused } from "../failure.ts";
import { registerListeners } from "../process/listeners.ts";
import { jobDefinitions } from "../process/schedule.ts";

export const otherSecret =
  'SECRET is not the one that the site was started with, so the site would not accept what this command creates. If you changed it, restart the site first. Otherwise the settings file is read in two ways: see "The settings file" in docs/operations.md.';

export type Workplace = { ctx: Ctx; pool: Pool; connection: PoolConfig; settings: Settings };

/**
 * Opens the database (the running server's, or an embedded one started for this command), migrates it, opens the job queue for
 * enqueueing, runs `work` and closes everything, also after an error. Throws StartRefused if this process has another SECRET than
 * the site, unless `anySecret`.
 */
export async function atWork<Value>(
  work: (place: Workplace) => Promise<Value>,
  { anySecret = false }: { anySecret?: boolean } = {},
): Promise<Value> {
  const settings = env();
  const database = await openDatabase(settings, "command");
  try {
    await migrateDatabase(database.connection);
    const pool = openPool({ ...database.connection, max: 4 });
    let closeStore = async () => {};
    try {
      const db = createDb(pool);
      closeStore = await openStore(db, settings.ANALYTICS_URL);
      registerListeners();
      connectConsumers();
      await openJobs({ connection: database.connection, db, definitions: jobDefinitions, work: false });
      const ctx: Ctx = { ...systemContext(db), actor: commandLine };
      await loadSettings(ctx);
      if (!anySecret && !(await hasSecretOfSite(ctx, settings))) throw new StartRefused(otherSecret);
      return await work({
        ctx,
        pool,
        connection: database.connection,
        settings,
      });
    } finally {
      // An open connection to a mail server would keep the command running.
      closeMailer();
      await closeJobs(1);
      await closeStore();
      await pool.end();
    }
  } finally {
    await database.release();
  }
}

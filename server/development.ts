import type { Hono } from "hono";
import type { ServerBuild } from "react-router";
import { closeCollector } from "#app/features/analytics/analytics.server.ts";
import { openStore } from "#app/features/analytics/store/current-store.server.ts";
import { migrateDatabase } from "#app/platform/database/migrations.server.ts";
import { createDb, openPool } from "#app/platform/db.server.ts";
import { env } from "#app/platform/env.server.ts";
import { log } from "#app/platform/log.server.ts";
import { closeJobs, openJobs } from "#app/platform/queues/jobs.server.ts";
import { connectConsumers } from "./consumers.ts";
import { openDatabase } from "./database.ts";
import { FrozenPages } from "./pages/frozen-pages.ts";
import { pageRenderer } from "./pages/page-renderer.ts";
import { registerListeners } from "./process/listeners.ts";
import { prepare } from "./process/prepare.ts";
import { jobDefinitions, schedules } from "./process/schedule.ts";
import type { AppEnv } from "./requests/request-env.ts";
import { createSite } from "./site.ts";

type Opened = Awaited<ReturnType<typeof open>>;

/** Survives reloads of this module, so the pool and database stay open when code changes. */
const kept = globalThis as { gtmarcDevelopment?: Promise<Opened>; gtmarcCloseStore?: () => Promise<void> };

async function open() {
  const settings = env();
  const database = await openDatabase(settings, "server");
  await migrateDatabase(database.connection);
  const pool = openPool(database.connection);
  const db = createDb(pool);
  for (const signal of ["SIGINT", "SIGTERM"] as const) {
    // React Router's own listener would end the process before the database has stopped.
    process.removeAllListeners(signal);
    process.once(signal, () => {
      void closeJobs(1)
        .then(() => closeCollector(db))
        .then(() => kept.gtmarcCloseStore?.())
        .then(() => pool.end())
        .then(() => database.release())
        .finally(() => process.exit(0));
    });
  }
  return { settings, database, pool, db };
}

let site: Promise<Hono<AppEnv>> | undefined;

/** The site for `npm run dev`; a reload of any module creates a new one on the same database. */
export function developmentSite(): Promise<Hono<AppEnv>> {
  site ??= assemble();
  return site;
}

async function assemble() {
  kept.gtmarcDevelopment ??= open();
  const { settings, database, pool, db } = await kept.gtmarcDevelopment;
  await kept.gtmarcCloseStore?.();
  kept.gtmarcCloseStore = await openStore(db, settings.ANALYTICS_URL);
  registerListeners();
  connectConsumers();
  await closeJobs(1);
  await openJobs({ connection: database.connection, db, definitions: jobDefinitions, schedules, work: settings.JOBS });
  await prepare(db);
  log.info("development site assembled");
  const build = () => import("virtual:react-router/server-build") as Promise<unknown> as Promise<ServerBuild>;
  return createSite({
    settings,
    db,
    pool,
    render: pageRenderer(build),
    clientDir: "public",
    frozen: new FrozenPages(new Set()),
    development: true,
  });
}

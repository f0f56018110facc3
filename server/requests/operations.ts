import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import { Hono } from "hono";
import type { Pool } from "pg";
import type { Db } from "#app/platform/db.server.ts";
import type { Settings } from "#app/platform/env.server.ts";
import { poolConnections, registry } from "#app/platform/metrics.server.ts";
import { jobsAreOpen } from "#app/platform/queues/jobs.server.ts";
import { isSameText } from "#app/platform/secrets/hashes.server.ts";
import { StorageProbe } from "../process/storage-probe.ts";
import type { AppEnv } from "./request-env.ts";

/** Liveness, readiness with the reason, and metrics. */
export function operations(options: {
  db: Db;
  pool: Pool;
  settings: Settings;
  isStopping: () => boolean;
}): Hono<AppEnv> {
  const { db, pool, settings } = options;
  const routes = new Hono<AppEnv>();
  const probe = new StorageProbe(db, settings);

  routes.get("/healthz", (c) => c.json({ status: "ok" }));

  routes.get("/readyz", async (c) => {
    const [database, isFull] = await Promise.all([
      within(2000, responds(db), false),
      within(2000, probe.isFull(), false),
    ]);
    const jobs = !settings.JOBS || jobsAreOpen();
    const reason = options.isStopping()
      ? "stopping"
      : isFull
        ? "disk full"
        : !database
          ? "database unavailable"
          : !jobs
            ? "jobs not running"
            : undefined;
    const status = reason ? "not ready" : "ready";
    return c.json({ status, ...(reason && { reason }), database, jobs, storage: !isFull }, reason ? 503 : 200);
  });

  routes.get("/metrics", async (c) => {
    if (!c.get("isLocal") && !holdsToken(c.req.header("authorization"), settings.METRICS_TOKEN))
      return c.text("Not found", 404);
    poolConnections.set({ state: "total" }, pool.totalCount);
    poolConnections.set({ state: "idle" }, pool.idleCount);
    poolConnections.set({ state: "waiting" }, pool.waitingCount);
    return c.text(await registry.metrics(), 200, { "content-type": registry.contentType });
  });
  return routes;
}

const responds = (db: Db): Promise<boolean> =>
  db.execute(sql`select 1`).then(
    () => true,
    () => false,
  );

const within = <Value>(ms: number, work: Promise<Value>, otherwise: Value): Promise<Value> =>
  Promise.race([work, pause(ms, otherwise, { ref: false })]);

/** Whether the bearer token of the request is METRICS_TOKEN. */
function holdsToken(authorization: string | undefined, token: string | undefined) {
  if (!token || !authorization) return false;
  return isSameText(authorization.replace(/^Bearer /i, ""), token);
}

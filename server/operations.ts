import { timingSafeEqual } from "node:crypto";
import { sql } from "drizzle-orm";
import { Hono } from "hono";
import type { Pool } from "pg";
import type { Db } from "../app/platform/db.server.ts";
import type { Settings } from "../app/platform/env.server.ts";
import { jobsAreOpen } from "../app/platform/jobs.server.ts";
import { poolConnections, registry } from "../app/platform/metrics.server.ts";
import type { AppEnv } from "./app.ts";

/** For whoever runs the server: is it alive, can it work, what are its figures. */
export function operations(options: {
  db: Db;
  pool: Pool;
  settings: Settings;
  isStopping: () => boolean;
}): Hono<AppEnv> {
  const { db, pool, settings } = options;
  const routes = new Hono<AppEnv>();

  routes.get("/healthz", (c) => c.json({ status: "ok" }));

  routes.get("/readyz", async (c) => {
    const database = await answers(db);
    const jobs = !settings.JOBS || jobsAreOpen();
    const ready = database && jobs && !options.isStopping();
    return c.json({ status: ready ? "ready" : "not ready", database, jobs }, ready ? 200 : 503);
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

async function answers(db: Db): Promise<boolean> {
  try {
    await Promise.race([
      db.execute(sql`select 1`),
      new Promise((_, reject) => setTimeout(reject, 2000, new Error("timeout")).unref()),
    ]);
    return true;
  } catch {
    return false;
  }
}

/** Whether the request carries METRICS_TOKEN as its bearer token. */
function holdsToken(authorization: string | undefined, token: string | undefined) {
  if (!token || !authorization) return false;
  const given = Buffer.from(authorization.replace(/^Bearer /i, ""));
  const wanted = Buffer.from(token);
  return given.length === wanted.length && timingSafeEqual(given, wanted);
}

import { setTimeout as pause } from "node:timers/promises";
import { dayMs } from "#app/lib/durations.ts";
import { type Ctx, systemContext } from "#app/platform/context.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import { log } from "#app/platform/log.server.ts";
import { maxDays } from "../reports/period.ts";
import { chunkCacheOf } from "./chunk-cache.server.ts";
import { changedDays } from "./scope-chunks.server.ts";

const warmedDays = maxDays;
/** Leaves the database and the process to requests between days. */
const pauseMs = 20;

/**
 * Limits the memory of reports on this database and loads recent days in the background, so that the first dashboard is fast. Returns a
 * function that stops loading.
 */
export function openReports(db: Db, { maxBytes }: { maxBytes: number }): () => Promise<void> {
  chunkCacheOf({ db }).maxBytes = maxBytes;
  const stopped = new AbortController();
  const warming = warmChunks(systemContext(db), warmedDays, stopped.signal).catch((error: unknown) =>
    log.warn({ err: error }, "recent visits were not loaded; reports load them when they are read"),
  );
  return async () => {
    stopped.abort();
    await warming;
  };
}

/** Loads the last `days` days, newest first and one at a time, into at most half of the memory. */
export async function warmChunks(
  { db, now }: Pick<Ctx, "db" | "now">,
  days: number,
  signal: AbortSignal,
): Promise<void> {
  const { days: changed } = await changedDays({ db }, new Date(now.getTime() - days * dayMs), now);
  const cache = chunkCacheOf({ db });
  for (const day of changed.reverse()) {
    if (signal.aborted || cache.bytes > cache.maxBytes / 2) return;
    await cache.get(day);
    await pause(pauseMs, undefined, { ref: false });
  }
}

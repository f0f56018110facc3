import { minuteMs } from "#app/lib/durations.ts";
import { systemContext } from "#app/platform/context.server.ts";
import { databaseFailure } from "#app/platform/database/database-failure.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import { log } from "#app/platform/log.server.ts";
import { collectorOf } from "../storage/collector.server.ts";
import { visitStore } from "../store/current-store.server.ts";
import { deriveSessions, deriveViewsWithoutSession } from "./visits.server.ts";

/*
 * Derives the visits of sessions within seconds after this process stored their hits, so that reports are live. The job derives again what
 * a burst leaves out or a killed process forgets; both give the same rows.
 */

const pauseMs = 3000;
/** Statements of ClickHouse cost more, and about the same for many sessions. */
const sessionsPerRun = { postgres: 200, clickhouse: 5000 };
/** Sessions beyond are left to the job: collecting comes first. */
const maxWaiting = 5000;
/** At most a tenth of the time, so that a busy database is not kept busier. */
const pausesPerRun = 10;

/** Starts deriving. Returns a function that stops it. */
export function openLiveVisits(db: Db, { everyMs = pauseMs }: { everyMs?: number } = {}): () => Promise<void> {
  const waiting = new Set<number>();
  let withoutSession = false;
  let running: Promise<void> | null = null;
  let timer: NodeJS.Timeout | undefined;
  let isClosed = false;
  const ctx = () => systemContext(db);

  async function run(): Promise<void> {
    const began = performance.now();
    const { isTransactional, deliver } = visitStore();
    const ids = [...waiting].slice(0, sessionsPerRun[isTransactional ? "postgres" : "clickhouse"]);
    for (const id of ids) waiting.delete(id);
    try {
      await deliver(ctx());
      if (ids.length > 0) await deriveSessions(ctx(), ids);
      if (withoutSession) {
        withoutSession = false;
        await deriveViewsWithoutSession(ctx(), new Date(ctx().now.getTime() - 2 * minuteMs));
      }
    } catch (error) {
      // Without a store nothing can be read either, and the delivery of hits logs that they wait.
      if (databaseFailure(error) === null)
        log.warn({ err: error }, "recent visits were not derived; the job derives them");
    }
    running = null;
    plan(Math.max(everyMs, pausesPerRun * (performance.now() - began)));
  }

  function plan(afterMs: number) {
    if (isClosed || timer || running || (waiting.size === 0 && !withoutSession)) return;
    timer = setTimeout(() => {
      timer = undefined;
      running = run();
    }, afterMs);
    timer.unref();
  }

  const collector = collectorOf(db);
  collector.onStored = (sessionIds) => {
    for (const id of sessionIds)
      if (id === null) withoutSession = true;
      else if (waiting.size < maxWaiting) waiting.add(id);
    plan(everyMs);
  };
  return async () => {
    isClosed = true;
    clearTimeout(timer);
    collector.onStored = undefined;
    await running;
  };
}

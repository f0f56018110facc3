import { setTimeout as pause } from "node:timers/promises";
import { hourMs } from "#app/lib/durations.ts";
import type { log as processLog } from "../log.server.ts";
import type { Plan } from "./cluster.server.ts";
import { ensureDatabase, respondingVersion } from "./database.server.ts";
import { giveToOwner, type Layout } from "./layout.server.ts";
import { waitForLock } from "./locks/file-lock.server.ts";
import { rotateLog } from "./log-file.server.ts";
import { findPostmaster, isPostmaster, type Postmaster } from "./postmaster.server.ts";
import { forcedSteps, gracefulSteps, startPostmaster, stopPostmaster } from "./process.server.ts";

export type EmbeddedLog = Pick<typeof processLog, "debug" | "info" | "warn" | "error">;

const lockPatienceMs = 120_000;
/** For a server that reports ready; one that reports starting gets more time. */
const responsePatienceMs = 5000;

/** Acquires the lock that guards every decision about the cluster. Throws `cannot_lock` or `lock_timeout`. */
export async function lockCluster(layout: Layout) {
  const lock = await waitForLock(layout.lock, lockPatienceMs);
  giveToOwner(layout, layout.lock);
  return lock;
}

/** Returns the running server; starts it, or replaces a broken or unused outdated one. Call it under the lock. */
export async function ensureRunning(plan: Plan, inUse: boolean, log: EmbeddedLog) {
  const running = findPostmaster(plan.layout);
  if (running) {
    const stopping = running.status === "stopping";
    const version = stopping ? null : await respondingVersion(plan, running, responsePatienceMs);
    const outdated = Boolean(version) && !inUse && !plan.binaries.version.startsWith(`${version}.`);
    if (version !== null && !outdated) {
      await ensureDatabase(plan, running);
      return { server: running, found: true };
    }
    if (!outdated) log.warn({ pid: running.pid, status: running.status }, "PostgreSQL runs but does not respond");
    await stopPostmaster(plan, running.pid, stopping || outdated ? gracefulSteps : forcedSteps);
  }
  const server = await startPostmaster(plan);
  await ensureDatabase(plan, server);
  return { server, found: false };
}

const pollMs = 500;
const maxPauseMs = 30_000;
const rotateEveryMs = hourMs;

/**
 * Restarts PostgreSQL whenever it dies, at once and then with growing pauses, until `end` is called. The pools of this
 * process reconnect at the same address; committed data is preserved, and statements in progress have failed.
 */
export function keepRunning(plan: Plan, started: Postmaster, log: EmbeddedLog): { end: () => Promise<void> } {
  const ending = new AbortController();
  const sleep = (ms: number) => pause(ms, undefined, { ref: false, signal: ending.signal }).catch(() => {});

  const watch = async () => {
    let { pid } = started;
    let failures = 0;
    let rotatedAt = performance.now();
    while (!ending.signal.aborted) {
      await sleep(failures ? Math.min(250 * 2 ** failures, maxPauseMs) : pollMs);
      if (ending.signal.aborted) return;
      try {
        if (performance.now() - rotatedAt > rotateEveryMs) {
          rotatedAt = performance.now();
          rotateLog(plan.layout);
        }
        if (isPostmaster(plan.layout, pid)) continue;
        if (!failures) log.error({ pid }, "PostgreSQL died; restarting it");
        pid = await restart(plan, log);
        failures = 0;
        log.info({ pid }, "PostgreSQL runs again");
      } catch (error) {
        failures += 1;
        log.error({ err: error, failures }, "PostgreSQL could not be restarted");
      }
    }
  };
  const watching = watch();
  return {
    end: () => {
      ending.abort();
      return watching;
    },
  };
}

async function restart(plan: Plan, log: EmbeddedLog): Promise<number> {
  const lock = await lockCluster(plan.layout);
  try {
    return (await ensureRunning(plan, true, log)).server.pid;
  } finally {
    lock.release();
  }
}

import { DatabaseSync } from "node:sqlite";
import { setTimeout as pause } from "node:timers/promises";
import { EmbeddedFailure } from "#app/platform/postgres/failure.server.ts";

/**
 * Locks between processes that the operating system releases when their holder dies, however it dies. Node has no API
 * for file locks, but its built-in SQLite uses real ones on every platform; the file stays empty. A lock file with a
 * process number would require guesses about reused numbers and would not work across containers.
 *
 * Never open a lock file with `fs` in this process: closing any descriptor of a file drops the POSIX locks on it.
 */
export type FileLock = { release: () => void };

/** Keeps handles referenced: a garbage-collected handle would release its lock. */
const held = new Set<DatabaseSync>();

const BUSY = 5;
const LOCKED = 6;

/** Acquires the lock; returns null if another process, or another part of this one, holds it. Throws `cannot_lock`. */
export function tryLock(file: string): FileLock | null {
  let handle: DatabaseSync | undefined;
  try {
    handle = new DatabaseSync(file, { timeout: 0 });
    // No journal file: nothing is ever written, and a holder that dies leaves nothing to clean up.
    handle.exec("PRAGMA journal_mode = MEMORY; BEGIN EXCLUSIVE");
  } catch (error) {
    handle?.close();
    const code = ((error as { errcode?: number }).errcode ?? 0) & 0xff;
    if (code === BUSY || code === LOCKED) return null;
    throw new EmbeddedFailure("cannot_lock", `The file ${file} cannot be locked: ${(error as Error).message}.`, {
      cause: error,
    });
  }
  const owned = handle;
  held.add(owned);
  return {
    release: () => {
      if (held.delete(owned)) owned.close();
    },
  };
}

/** Waits for the lock; throws `lock_timeout` after `timeoutMs`. */
export async function waitForLock(file: string, timeoutMs: number): Promise<FileLock> {
  const deadline = performance.now() + timeoutMs;
  for (let waitMs = 5; ; waitMs = Math.min(waitMs * 2, 100)) {
    const lock = tryLock(file);
    if (lock) return lock;
    if (performance.now() > deadline) {
      const seconds = Math.round(timeoutMs / 1000);
      throw new EmbeddedFailure("lock_timeout", `Another process has held ${file} for more than ${seconds} seconds.`);
    }
    await pause(waitMs);
  }
}

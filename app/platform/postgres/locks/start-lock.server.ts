import { readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { Refusal } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { currentTime } from "#app/platform/dates/clock.server.ts";
import { giveToOwner, type Layout, layoutOf, ownDirectory } from "#app/platform/postgres/layout.server.ts";
import { tryLock } from "./file-lock.server.ts";

/**
 * One `npm start` per DATA_DIR. The operating system's lock ends with its process; the note next to it only names the
 * holder. `restore` and `upgrade-database` acquire it too, so that no server starts on a partial database.
 */
export type StartLock = { release: () => void };

/** `pid` is null until the holder has written its note. `message` is a full sentence. */
export type AlreadyRunning = Refusal<"already_running", { pid: number | null; dataDir: string; message: string }>;

const holders = { server: "GTMarc", restore: "A restore", upgrade: "An upgrade of the database" };
type Purpose = keyof typeof holders;

/** Checking the lock briefly acquires it, so retry before refusing to start. */
const patienceMs = 300;

/** Acquires the lock for the life of this process, or returns its holder. */
export async function acquireStartLock(
  dataDir: string,
  purpose: Purpose = "server",
): Promise<Result<StartLock, AlreadyRunning>> {
  const { layout, file, note } = placesIn(dataDir);
  const deadline = performance.now() + patienceMs;
  for (let lock = tryLock(file); ; lock = tryLock(file)) {
    if (lock) {
      const held = lock;
      writeFileSync(note, JSON.stringify({ pid: process.pid, purpose, since: currentTime().toISOString() }), {
        mode: 0o600,
      });
      for (const path of [file, note]) giveToOwner(layout, path);
      return ok({
        release: () => {
          rmSync(note, { force: true });
          held.release();
        },
      });
    }
    if (performance.now() > deadline) return { ok: false, reason: whoHolds(layout, note) };
    await pause(25);
  }
}

export function isServerRunning(dataDir: string): boolean {
  const { file } = placesIn(dataDir);
  const lock = tryLock(file);
  lock?.release();
  return lock === null;
}

function placesIn(dataDir: string) {
  const layout = layoutOf(dataDir);
  ownDirectory(layout, layout.run);
  return { layout, file: join(layout.run, "server.lock"), note: join(layout.run, "server.json") };
}

function whoHolds(layout: Layout, note: string): AlreadyRunning {
  const { pid, purpose } = readNote(note);
  const number = pid === null ? "" : ` (process ${pid})`;
  const message = `${holders[purpose]} is already running on ${layout.root}${number}. Stop it first, or set DATA_DIR to another directory and PORT to another port.`;
  return { kind: "already_running", pid, dataDir: layout.root, message };
}

function readNote(note: string): { pid: number | null; purpose: Purpose } {
  try {
    const { pid, purpose } = JSON.parse(readFileSync(note, "utf8")) as { pid?: unknown; purpose?: unknown };
    return {
      pid: Number.isInteger(pid) ? (pid as number) : null,
      purpose: Object.hasOwn(holders, String(purpose)) ? (purpose as Purpose) : "server",
    };
  } catch {
    return { pid: null, purpose: "server" };
  }
}

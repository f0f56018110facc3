import { randomBytes } from "node:crypto";
import { existsSync, readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { giveToOwner, type Layout, ownDirectory } from "./layout.server.ts";
import { type FileLock, tryLock } from "./locks/file-lock.server.ts";

/** `server` keeps PostgreSQL running as long as it lives; `command` only uses it. */
export type Role = "server" | "command";

/** A process that uses the database; it stays registered until it releases or dies, because its file is locked. */
export type Registration = { release: () => void };

/** Call it under the launcher's lock, like everything here. */
export function register(layout: Layout, role: Role): Registration {
  ownDirectory(layout, layout.users);
  const file = join(layout.users, `${role}-${process.pid}-${randomBytes(4).toString("hex")}`);
  const lock = tryLock(file) as FileLock;
  giveToOwner(layout, file);
  return {
    release: () => {
      lock.release();
      rmSync(file, { force: true });
    },
  };
}

/** Counts the processes that use the database. Removes the files of dead ones: their locks are free. */
export function countUsers(layout: Layout): number {
  if (!existsSync(layout.users)) return 0;
  return readdirSync(layout.users).filter((name) => {
    const file = join(layout.users, name);
    const lock = tryLock(file);
    if (!lock) return true;
    lock.release();
    rmSync(file, { force: true });
    return false;
  }).length;
}

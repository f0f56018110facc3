import { createHash } from "node:crypto";
import { accessSync, type BigIntStats, constants, lchownSync, mkdirSync, realpathSync, statSync } from "node:fs";
import { join } from "node:path";
import { EmbeddedFailure } from "./failure.server.ts";

export type Layout = ReturnType<typeof layoutOf>;

/** Returns the paths below `dataDir` (created if missing, symbolic links resolved). */
export function layoutOf(dataDir: string) {
  mkdirSync(dataDir, { recursive: true });
  const root = realpathSync(dataDir);
  const home = join(root, "postgres");
  const run = join(root, "run");
  return {
    root,
    home,
    cluster: join(home, "cluster"),
    socket: join(home, "socket"),
    password: join(home, "password"),
    log: join(root, "postgres.log"),
    run,
    lock: join(run, "postgres.lock"),
    users: join(run, "users"),
  };
}

/** Creates a directory, under root with the owner of DATA_DIR. Throws `not_owner` without write access. */
export function ownDirectory(layout: Layout, path: string) {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    giveToOwner(layout, path);
    accessSync(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw new EmbeddedFailure(
      "not_owner",
      `This process (user number ${process.geteuid?.()}) may not write in ${path}. Start it as the owner of ${layout.root}, or set DATA_DIR to a directory of its own.`,
      { cause: error },
    );
  }
}

export function giveToOwner(layout: Layout, path: string) {
  if (process.geteuid?.() !== 0) return;
  const owner = statSync(layout.root);
  lchownSync(path, owner.uid, owner.gid);
}

/**
 * Returns the mark that every process of this cluster carries in its command line. It is derived from the directory
 * itself, not its path, so a running server is recognized after DATA_DIR was moved.
 */
export function clusterMark(cluster: string): string {
  const { dev, ino }: BigIntStats = statSync(cluster, { bigint: true });
  return `gtmarc-${createHash("sha256").update(`${dev}:${ino}`).digest("hex").slice(0, 12)}`;
}

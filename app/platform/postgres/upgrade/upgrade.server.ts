import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statfsSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { PoolConfig } from "pg";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { migrateDatabase } from "#app/platform/database/migrations.server.ts";
import { currentTime } from "#app/platform/dates/clock.server.ts";
import { installedPackage, type Programs } from "#app/platform/postgres/binaries.server.ts";
import { majorOf } from "#app/platform/postgres/cluster.server.ts";
import { type Embedded, startEmbedded, stopUnused } from "#app/platform/postgres/embedded.server.ts";
import { type Layout, layoutOf } from "#app/platform/postgres/layout.server.ts";
import { acquireStartLock } from "#app/platform/postgres/locks/start-lock.server.ts";
import { chownTree } from "#app/platform/postgres/owner.server.ts";
import { findPostmaster } from "#app/platform/postgres/postmaster.server.ts";
import { countUsers } from "#app/platform/postgres/registry.server.ts";
import { lockCluster } from "#app/platform/postgres/running.server.ts";
import {
  compareClusters,
  countRows,
  listOwnObjects,
  listOwnSettings,
  setOwnSettings,
} from "./cluster-contents.server.ts";
import { findPrograms, type NoPrograms } from "./older-programs.server.ts";
import { newReplacement, type Replacement, replaceCluster, unfinishedReplacements } from "./replaced-cluster.server.ts";

/**
 * Moves the embedded database to the major version of PostgreSQL that this release brings: a backup of the old cluster by its
 * own programs, a new cluster beside it, a restore, checks, and two renames (replaced-cluster.server.ts).
 *
 * Invariants:
 * - until the first rename the old cluster is only read, so any failure leaves everything as it was; a repeated run first
 *   removes what a killed one left;
 * - the new cluster has the same number of rows in every table, has been migrated, and has been started once more from disk;
 * - the old cluster is kept, with the backup; nothing here deletes them.
 */
export type UpgradeRefusal =
  | NoPrograms
  | Refusal<
      "in_use" | "nothing_to_upgrade" | "newer_data" | "no_space" | "not_written" | "not_restored" | "different_rows",
      { message: string }
    >;

export type Phase = "backup" | "restore" | "check" | "replace";

export type Upgraded = {
  from: string;
  to: string;
  rows: number;
  tables: number;
  /** The directory with the old cluster and its backup. */
  kept: string;
  /** Roles, databases and settings of the old cluster that the new one does not have. */
  notCarriedOver: string[];
};

export type Transfer = {
  /** Writes a backup of the old database; returns a problem as a sentence, or null. */
  write: (connection: PoolConfig, file: string) => Promise<string | null>;
  /** Restores it into the new one. */
  restore: (connection: PoolConfig, file: string) => Promise<string | null>;
  progress?: (phase: Phase) => unknown;
  /** Trades durability for speed, for tests. */
  throwaway?: boolean;
};

export type UpgradeOptions = Transfer & { dataDir: string; from?: string };

/** Upgrades the data of `dataDir`. Throws EmbeddedFailure and PostgreSQL's errors. */
export async function upgradeDatabase(options: UpgradeOptions): Promise<Result<Upgraded, UpgradeRefusal>> {
  return withStartLock(options.dataDir, async (layout) => {
    const found = majorOf(layout);
    const installed = Number.parseInt(installedPackage().version, 10);
    if (!found)
      return refuse("nothing_to_upgrade", {
        message: `${layout.cluster} contains no database. Start the site to create one.`,
      });
    if (found === installed)
      return refuse("nothing_to_upgrade", { message: `The data in ${layout.root} is of PostgreSQL ${found} already.` });
    if (found > installed)
      return refuse("newer_data", {
        message: `The data in ${layout.root} was written by PostgreSQL ${found}, and this release brings ${installed}. Start the release that wrote it.`,
      });
    const programs = await findPrograms(layout, found, options.from);
    return programs.ok ? rebuildCluster(layout, programs.value, options) : programs;
  });
}

/** Holds the start lock, so that no server starts meanwhile, and finishes or removes what a killed upgrade left. */
export async function withStartLock<Value>(
  dataDir: string,
  work: (layout: Layout) => Promise<Result<Value, UpgradeRefusal>>,
): Promise<Result<Value, UpgradeRefusal>> {
  const lock = await acquireStartLock(dataDir, "upgrade");
  if (!lock.ok) return refuse("in_use", { message: lock.reason.message });
  try {
    const layout = layoutOf(dataDir);
    await stopUnused(layout);
    if (countUsers(layout) > 0) return inUse(layout);
    for (const unfinished of unfinishedReplacements(layout)) await discard(unfinished);
    return await work(layout);
  } finally {
    lock.value.release();
  }
}

const inUse = (layout: Layout) =>
  refuse("in_use", {
    message: `A command uses the database in ${layout.root}. Wait until it has ended, then try again.`,
  });

/** Moves the database, read by `old`, into a new cluster of the installed version. Call it under the start lock. */
export async function rebuildCluster(
  layout: Layout,
  old: Programs,
  transfer: Transfer,
): Promise<Result<Upgraded, UpgradeRefusal>> {
  const missing = missingBytes(layout);
  if (missing > 0)
    return refuse("no_space", {
      message: `The upgrade needs ${Math.ceil(missing / 2 ** 20)} MB more free space in ${layout.home}. Nothing was changed.`,
    });
  const replacement = newReplacement(layout, majorOf(layout) ?? 0, currentTime());
  try {
    return await rebuildIn(replacement, layout, old, transfer);
  } finally {
    if (existsSync(replacement.replaced)) await removeStaging(replacement);
    else await discard(replacement);
  }
}

async function rebuildIn(replacement: Replacement, layout: Layout, old: Programs, transfer: Transfer) {
  const { staging, backup } = replacement;
  const { throwaway = false } = transfer;
  await transfer.progress?.("backup");
  const source = await reading(
    await startEmbedded({ dataDir: layout.root, role: "command", throwaway, programs: old }),
    async (database) => ({
      problem: await transfer.write(database.connection, backup),
      rows: await countRows(database.connection),
      settings: await listOwnSettings(database.superuserConnection),
      objects: await listOwnObjects(database.superuserConnection),
    }),
  );
  if (source.problem) return refuse("not_written", { message: source.problem });

  await transfer.progress?.("restore");
  prepareStaging(layout, staging);
  const target = await reading(
    await startEmbedded({ dataDir: staging, role: "command", throwaway }),
    async (database) => ({
      problem: await transfer.restore(database.connection, backup),
      rows: await countRows(database.connection),
      refused: await setOwnSettings(database.superuserConnection, source.settings),
    }),
  );
  if (target.problem) return refuse("not_restored", { message: `${target.problem} Nothing was changed.` });
  const different = compareClusters(source.rows, target.rows);
  if (different) return refuse("different_rows", { message: `${different} Nothing was changed.` });

  await transfer.progress?.("check");
  const to = await reading(await startEmbedded({ dataDir: staging, role: "command", throwaway }), async (database) => {
    await migrateDatabase(database.connection);
    return installedPackage().version;
  });

  await transfer.progress?.("replace");
  const lock = await lockCluster(layout);
  try {
    if (countUsers(layout) > 0 || findPostmaster(layout)) return inUse(layout);
    const owner = statSync(layout.cluster);
    const upgraded = layoutOf(staging).cluster;
    if (process.geteuid?.() === 0) chownTree(upgraded, owner.uid, owner.gid);
    renameSync(upgraded, replacement.upgraded);
    replaceCluster(layout, replacement);
  } finally {
    lock.release();
  }
  const counts = Object.values(target.rows);
  return ok({
    from: old.version,
    to,
    rows: counts.reduce((sum, count) => sum + count, 0),
    tables: counts.length,
    kept: replacement.folder,
    notCarriedOver: [...source.objects, ...target.refused],
  });
}

/** Runs `work` and stops the database, which also proves that the new one can be closed and opened again. */
async function reading<Value>(database: Embedded, work: (database: Embedded) => Promise<Value>): Promise<Value> {
  try {
    return await work(database);
  } finally {
    await database.stop();
  }
}

/** The role keeps its password where clients connect by TCP. */
function prepareStaging(layout: Layout, staging: string) {
  const { home, password } = layoutOf(staging);
  mkdirSync(home, { recursive: true });
  if (existsSync(layout.password)) copyFileSync(layout.password, password);
}

async function discard(replacement: Replacement) {
  await removeStaging(replacement);
  rmSync(replacement.folder, { recursive: true, force: true });
}

async function removeStaging({ staging }: Replacement) {
  if (!existsSync(staging)) return;
  await stopUnused(layoutOf(staging));
  rmSync(staging, { recursive: true, force: true });
}

const spareBytes = 256 * 2 ** 20;

/** What the disk lacks for a new cluster of the same size, a compressed backup, and the log of the restore; 0 if it suffices. */
function missingBytes(layout: Layout): number {
  const { bavail, bsize } = statfsSync(dirname(layout.cluster));
  return Math.max(0, Math.ceil(sizeOf(layout.cluster) * 1.5) + spareBytes - bavail * bsize);
}

function sizeOf(path: string): number {
  return readdirSync(path, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .reduce(
      (sum, entry) => sum + (statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0),
      0,
    );
}

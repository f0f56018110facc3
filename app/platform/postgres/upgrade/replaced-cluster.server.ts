import { closeSync, existsSync, fsyncSync, mkdirSync, openSync, readdirSync, renameSync, rmSync } from "node:fs";
import { join } from "node:path";
import { giveToOwner, type Layout } from "#app/platform/postgres/layout.server.ts";

/**
 * Where `gtmarc upgrade-database` works, and what it leaves: one directory per upgrade beside the cluster.
 *   new/            data directory in which the new cluster is created and filled; removed at the end
 *   upgraded/       the new cluster, complete and checked
 *   cluster/        the replaced cluster
 *   backup.gtmarc   its backup
 * Two renames replace the cluster. A process killed between them leaves no `cluster`; the next start or command finishes the
 * replacement. Killed before the first one, it has changed nothing.
 */
export type Replacement = ReturnType<typeof replacementAt>;

const prefix = "upgraded-from-";

function replacementAt(layout: Layout, name: string) {
  const folder = join(layout.home, name);
  return {
    folder,
    staging: join(folder, "new"),
    upgraded: join(folder, "upgraded"),
    replaced: join(folder, "cluster"),
    backup: join(folder, "backup.gtmarc"),
  };
}

const listReplacements = (layout: Layout): Replacement[] =>
  existsSync(layout.home)
    ? readdirSync(layout.home)
        .filter((name) => name.startsWith(prefix))
        .map((name) => replacementAt(layout, name))
    : [];

/** Replacements that a killed process did not finish; they can be removed. */
export const unfinishedReplacements = (layout: Layout): Replacement[] =>
  listReplacements(layout).filter(({ replaced }) => !existsSync(replaced));

export function newReplacement(layout: Layout, major: number, now: Date): Replacement {
  const at = now.toISOString().replace(/\.\d+/, "").replaceAll(/[-:]/g, "");
  const replacement = replacementAt(layout, `${prefix}${major}-${at}`);
  mkdirSync(replacement.folder, { mode: 0o700 });
  giveToOwner(layout, replacement.folder);
  return replacement;
}

/** Replaces the cluster by the upgraded one. Call it under the cluster's lock, while no PostgreSQL runs on either. */
export function replaceCluster(layout: Layout, replacement: Replacement): void {
  renameSync(layout.cluster, replacement.replaced);
  syncDirectory(replacement.folder);
  renameSync(replacement.upgraded, layout.cluster);
  syncDirectory(layout.home);
}

/** Finishes a replacement that was interrupted between its two renames. Call it under the cluster's lock. */
export function finishReplacement(layout: Layout): void {
  if (existsSync(layout.cluster)) return;
  const interrupted = listReplacements(layout).find(
    ({ replaced, upgraded }) => existsSync(replaced) && existsSync(upgraded),
  );
  if (!interrupted) return;
  renameSync(interrupted.upgraded, layout.cluster);
  syncDirectory(layout.home);
  rmSync(interrupted.staging, { recursive: true, force: true });
}

export function syncDirectory(path: string) {
  if (process.platform === "win32") return;
  const descriptor = openSync(path, "r");
  fsyncSync(descriptor);
  closeSync(descriptor);
}

import { cpSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { laterRelease } from "../../tests/fixtures/later-release.ts";

const assets = join("build", "client", "assets");

/** A directory to start the product in, and the path of a file that only this release and later ones have. */
export type Release = { folder: string; asset: string };

/** A release with further migrations. */
export function createRelease(folder: string, migrations: Readonly<Record<string, string>>): Release {
  mkdirSync(folder, { recursive: true });
  symlinkSync(realpathSync("node_modules"), join(folder, "node_modules"));
  cpSync("build", join(folder, "build"), { recursive: true });
  laterRelease(folder, migrations);
  const asset = `/assets/rolling-${basename(folder)}.css`;
  writeFileSync(join(folder, "build", "client", asset), `/* ${basename(folder)} */`);
  return { folder, asset };
}

/** Copies the files of the release that runs into the next one, for pages that are open in browsers. */
export const keepFiles = (running: Release, next: Release): void =>
  cpSync(join(running.folder, assets), join(next.folder, assets), { recursive: true, force: false });

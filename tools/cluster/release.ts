import { cpSync, mkdirSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { laterRelease } from "../../tests/fixtures/later-release.ts";

/** A directory to start the product in, and the path of a file that only this release and later ones have. */
export type Release = { folder: string; asset: string };

/** A release with further migrations. Like an operator it copies the files of the release before, whose pages are still open. */
export function createRelease(folder: string, migrations: Readonly<Record<string, string>>, before?: Release): Release {
  mkdirSync(folder, { recursive: true });
  symlinkSync(realpathSync("node_modules"), join(folder, "node_modules"));
  cpSync("build", join(folder, "build"), { recursive: true });
  laterRelease(folder, migrations);
  const assets = join("build", "client", "assets");
  const asset = `/assets/rolling-${basename(folder)}.css`;
  writeFileSync(join(folder, "build", "client", asset), `/* ${basename(folder)} */`);
  if (before) cpSync(join(before.folder, assets), join(folder, assets), { recursive: true, force: false });
  return { folder, asset };
}

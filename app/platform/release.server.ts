import { readFile, stat, statfs } from "node:fs/promises";

/** Version of the product and time of the running build; null if unreadable, such as the build in development. */
export async function readRelease(): Promise<{ version: string | null; builtAt: Date | null }> {
  const [version, builtAt] = await Promise.all([
    readFile("package.json", "utf8").then(
      (text) => (JSON.parse(text) as { version: string }).version,
      () => null,
    ),
    stat(`${__BUILD_DIR__}/client/integrity-manifest.json`).then(
      ({ mtime }) => mtime,
      () => null,
    ),
  ]);
  return { version, builtAt };
}

/** Free and total bytes of a folder's file system; null if unreadable. */
export const readSpace = (folder: string): Promise<{ free: number; total: number } | null> =>
  statfs(folder).then(
    ({ bavail, blocks, bsize }) => ({ free: bavail * bsize, total: blocks * bsize }),
    () => null,
  );

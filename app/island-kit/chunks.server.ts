// Facts about built files: the chunks that a page's script imports, and the files of each route's pages.
import { readFileSync } from "node:fs";

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] } | undefined>;
type IntegrityManifest = { chunks: readonly { file: string; pageIntegrity: string; bytes: number }[] };

/** URLs of built files. Without a build (development) only `fileOf` is used, and returns the source. */
export type Chunks = {
  /** URL of a source module; throws if it is not built. */
  fileOf(source: string): string;
  importsOf(source: string): readonly string[];
  /**
   * URLs of built files, largest first. `start`: files of every app page. `pages`: further files of the pages of these route files,
   * including styles.
   */
  appChunks(routeFiles: readonly string[]): { start: readonly string[]; pages: readonly string[] };
  /** Subresource integrity of a built script or style sheet by URL, e.g. "sha256-…". */
  integrityOf(address: string): string | undefined;
};

export const chunks: Chunks = import.meta.env.DEV
  ? {
      fileOf: (source) => `/${source}`,
      importsOf: () => [],
      appChunks: () => ({ start: [], pages: [] }),
      integrityOf: () => undefined,
    }
  : built();

function built(): Chunks {
  const manifest = JSON.parse(readFileSync(`${__BUILD_DIR__}/client/.vite/manifest.json`, "utf8")) as Manifest;
  const { chunks: hashed } = JSON.parse(
    readFileSync(`${__BUILD_DIR__}/client/integrity-manifest.json`, "utf8"),
  ) as IntegrityManifest;
  const hashes = new Map(hashed.map((chunk) => [chunk.file, chunk]));
  const bytesOf = (address: string) => hashes.get(address)?.bytes ?? 0;
  const largestFirst = (addresses: readonly string[]) => addresses.toSorted((a, b) => bytesOf(b) - bytesOf(a));
  const below = (key: string, found: Set<string>) => {
    if (!manifest[key] || found.has(key)) return found;
    found.add(key);
    for (const next of manifest[key].imports ?? []) below(next, found);
    return found;
  };
  const files = (keys: Iterable<string>) => [...keys].map((key) => `/${manifest[key]!.file}`);
  return {
    fileOf(source) {
      const chunk = manifest[source];
      if (!chunk) throw new Error(`The build has no ${source}`);
      return `/${chunk.file}`;
    },
    importsOf: (source) => files(below(source, new Set())).slice(1),
    integrityOf: (address) => hashes.get(address)?.pageIntegrity,
    appChunks(routeFiles) {
      const start = below("app/entry.client.tsx", new Set());
      const all = new Set(start);
      for (const file of routeFiles) below(`app/routes/${file}?__react-router-build-client-route`, all);
      const pages = [...all].filter((key) => !start.has(key));
      const styles = new Set(pages.flatMap((key) => manifest[key]?.css ?? []));
      const pageFiles = [...files(pages), ...[...styles].map((file) => `/${file}`)];
      return { start: largestFirst(files(start)), pages: largestFirst(pageFiles) };
    },
  };
}

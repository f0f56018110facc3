// What the build says about its files: which chunks a page's script imports, and what the pages of a route are made of.
import { readFileSync } from "node:fs";

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] } | undefined>;
type IntegrityManifest = { chunks: readonly { file: string; pageIntegrity: string }[] };

/** Addresses of built files. Without a build (development) only `fileOf` is used, and returns the source. */
export type Chunks = {
  /** Of a module by its path in the sources; throws for one that is not built. */
  fileOf(source: string): string;
  /** Of everything that a module imports. */
  importsOf(source: string): readonly string[];
  /** `start`: what every app page begins with. `pages`: what the pages of these route files need besides, styles included. */
  appChunks(routeFiles: readonly string[]): { start: readonly string[]; pages: readonly string[] };
  /** The subresource integrity of a built script or style sheet by its address, e.g. "sha256-…". */
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
  const integrity = new Map(hashed.map((chunk) => [chunk.file, chunk.pageIntegrity]));
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
    integrityOf: (address) => integrity.get(address),
    appChunks(routeFiles) {
      const start = below("app/entry.client.tsx", new Set());
      const all = new Set(start);
      for (const file of routeFiles) below(`app/routes/${file}?__react-router-build-client-route`, all);
      const pages = [...all].filter((key) => !start.has(key));
      const styles = new Set(pages.flatMap((key) => manifest[key]?.css ?? []));
      return { start: files(start), pages: [...files(pages), ...[...styles].map((file) => `/${file}`)] };
    },
  };
}

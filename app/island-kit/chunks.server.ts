// What the build says about its files: which chunks a page's script imports, and what the pages of a route are made of.
import { readFileSync } from "node:fs";

type Manifest = Record<string, { file: string; imports?: string[]; css?: string[] } | undefined>;

/** Addresses of built files. Without a build (development) only `fileOf` is asked, and answers the source. */
export type Chunks = {
  /** Of a module by its path in the sources; throws for one that is not built. */
  fileOf(source: string): string;
  /** Of everything that a module imports. */
  importsOf(source: string): readonly string[];
  /** Scripts and styles of the pages of these route files, and what every app page starts with. */
  chunksOf(routeFiles: readonly string[]): readonly string[];
};

export const chunks: Chunks = import.meta.env.DEV
  ? { fileOf: (source) => `/${source}`, importsOf: () => [], chunksOf: () => [] }
  : built();

function built(): Chunks {
  const manifest = JSON.parse(readFileSync(`${__BUILD_DIR__}/client/.vite/manifest.json`, "utf8")) as Manifest;
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
    chunksOf(routeFiles) {
      const keys = below("app/entry.client.tsx", new Set());
      for (const file of routeFiles) below(`app/routes/${file}?__react-router-build-client-route`, keys);
      const styles = new Set([...keys].flatMap((key) => manifest[key]?.css ?? []));
      return [...files(keys), ...[...styles].map((file) => `/${file}`)];
    },
  };
}

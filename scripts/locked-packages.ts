// Production packages in package-lock.json with their declared licenses. Needs neither npm nor network.
import { readFileSync } from "node:fs";

/** Packages without a license field; read from the package files. */
const undeclared: Record<string, string> = {
  "png-js": "MIT", // its LICENSE file
};

type Entry = {
  name?: string;
  version: string;
  license?: string;
  integrity?: string;
  dev?: boolean;
  link?: boolean;
  optional?: boolean;
  devOptional?: boolean;
  dependencies?: object;
  optionalDependencies?: object;
  peerDependencies?: object;
};
export type Locked = {
  path: string;
  name: string;
  version: string;
  license: string | null;
  integrity: string | null;
  optional: boolean;
  requires: readonly string[];
  /** `requires` without peers, which the product names itself where it needs them. */
  dependencies: readonly string[];
};
export type LockFile = { root: Pick<Locked, "name" | "version" | "license" | "requires">; packages: Locked[] };

/**
 * Every package installed without development tools, on any platform, those of workspaces included. `path` is its location in node_modules, `requires` its
 * dependencies by name, `optional` that an installation may lack it (the database of another platform).
 */
export function lockedPackages(lockFile = "package-lock.json"): LockFile {
  const { packages } = JSON.parse(readFileSync(lockFile, "utf8")) as { packages: Record<string, Entry> };
  const { name = "", version = "", license = null, ...root } = packages[""] ?? {};
  const production = Object.entries(packages).filter(
    ([path, entry]) => path.includes("node_modules/") && !entry.dev && !entry.link,
  );
  const workspaces = Object.entries(packages).filter(([path]) => path && !path.includes("node_modules/"));
  const requires = [root, ...workspaces.map(([, workspace]) => workspace)].flatMap(requirements);
  return {
    root: { name, version, license, requires: [...new Set(requires)] },
    packages: production.map(([path, entry]) => {
      const name = entry.name ?? path.slice(path.lastIndexOf("node_modules/") + "node_modules/".length);
      return {
        path,
        name,
        version: entry.version,
        license: entry.license ?? undeclared[name] ?? null,
        integrity: entry.integrity ?? null,
        optional: Boolean(entry.optional || entry.devOptional),
        requires: requirements(entry),
        dependencies: Object.keys({ ...entry.dependencies, ...entry.optionalDependencies }),
      };
    }),
  };
}

const requirements = ({ dependencies, optionalDependencies, peerDependencies }: Partial<Entry>) => [
  ...new Set([dependencies, optionalDependencies, peerDependencies].flatMap((names) => Object.keys(names ?? {}))),
];

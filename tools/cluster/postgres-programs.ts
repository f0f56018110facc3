import { chmodSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { findBinaries } from "../../app/platform/postgres/binaries.server.ts";
import type { RunAs } from "../../app/platform/postgres/command.server.ts";
import { layoutOf } from "../../app/platform/postgres/layout.server.ts";
import { pathOf } from "./program.ts";

/**
 * A `bin_dir` for Patroni: the embedded PostgreSQL, `pg_isready` of any version, and the two programs of bin/. Without pg_rewind an
 * old primary is copied again where it diverged.
 */
export async function postgresPrograms(folder: string, runAs: RunAs): Promise<string> {
  const { postgres } = await findBinaries(layoutOf(join(folder, "programs")), runAs);
  const bin = join(folder, "bin");
  mkdirSync(bin);
  chmodSync(bin, 0o755);
  for (const name of ["postgres", "pg_ctl", "initdb"]) symlinkSync(join(dirname(postgres), name), join(bin, name));
  symlinkSync(pathOf("pg_isready"), join(bin, "pg_isready"));
  for (const name of ["pg_basebackup", "pg_controldata"]) {
    const source = resolve(import.meta.dirname, "bin", `${name}.ts`);
    writeFileSync(join(bin, name), `#!/bin/sh\nexec ${process.execPath} --no-warnings ${source} "$@"\n`);
    chmodSync(join(bin, name), 0o755);
  }
  return bin;
}

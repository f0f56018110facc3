import { randomBytes } from "node:crypto";
import {
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { operatorCommand } from "../env.server.ts";
import type { Binaries } from "./binaries.server.ts";
import { type RunAs, runProgram } from "./command.server.ts";
import { EmbeddedFailure } from "./failure.server.ts";
import type { Layout } from "./layout.server.ts";
import { giveOwnership } from "./owner.server.ts";
import { syncDirectory } from "./upgrade/replaced-cluster.server.ts";

/** How clients connect: a Unix socket in a private directory, otherwise loopback TCP with a password. */
export type Transport = "socket" | "tcp";

export type Plan = { layout: Layout; binaries: Binaries; runAs: RunAs; transport: Transport; throwaway: boolean };

/** Only the launcher uses the superuser; the application is an ordinary role that owns its database, as on any server. */
export const superuser = "postgres";
export const applicationRole = "gtmarc";
export const databaseName = "gtmarc";

/**
 * Written into postgresql.conf once, when the data is created; afterwards the operator can change them (ALTER SYSTEM).
 * Sized for a small machine: idle, the server uses about 25 MB, and its growth is bounded by shared_buffers.
 */
const startingSettings = {
  max_connections: "100",
  shared_buffers: "48MB",
  work_mem: "4MB",
  maintenance_work_mem: "32MB",
  effective_cache_size: "256MB",
  min_wal_size: "32MB",
  max_wal_size: "256MB",
  random_page_cost: "1.1",
  io_method: "sync",
  jit: "off",
  huge_pages: "off",
  autovacuum_max_workers: "2",
  max_worker_processes: "4",
  max_parallel_workers_per_gather: "0",
  max_logical_replication_workers: "0",
  timezone: "UTC",
  log_timezone: "UTC",
  log_line_prefix: "%m [%p] ",
  log_checkpoints: "off",
  // The application reports failed statements; here they would only write personal data into a log file.
  log_min_messages: "log",
  log_min_error_statement: "panic",
};

/**
 * Ensures a cluster of the right version, owned by the user that runs the server. It is created under another name and
 * renamed when complete, so an interrupted first start leaves nothing that looks like data. Throws `wrong_version`,
 * `cannot_create`, `cannot_run` or `no_user`.
 */
export async function prepareCluster({ layout, binaries, runAs, transport, throwaway }: Plan): Promise<void> {
  ensureHome(layout, runAs);
  for (const name of readdirSync(layout.home))
    if (name.startsWith("cluster.unfinished-")) removeLeftover(join(layout.home, name));
  if (existsSync(layout.cluster)) {
    giveOwnership(layout.cluster, runAs);
    checkVersion(layout, binaries);
  } else {
    await createCluster({ layout, binaries, runAs, transport, throwaway });
  }
  if (!existsSync(layout.socket)) mkdirSync(layout.socket, { mode: 0o700 });
  chmodSync(layout.socket, 0o700);
  if (runAs) chownSync(layout.socket, runAs.uid, runAs.gid);
}

/**
 * Root keeps the parent directory if root starts us, so that the database's user cannot replace the names in it by
 * links; passing through is sufficient. For an ordinary user it is private.
 */
function ensureHome(layout: Layout, runAs: RunAs) {
  mkdirSync(layout.home, { recursive: true });
  chmodSync(layout.home, runAs ? 0o711 : 0o700);
}

/** An initdb that outlived its launcher may still be writing there; the next start removes the rest. */
function removeLeftover(path: string) {
  try {
    rmSync(path, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 });
  } catch {}
}

function checkVersion(layout: Layout, binaries: Binaries) {
  const found = majorOf(layout);
  if (found === binaries.major) return;
  if (!found)
    throw new EmbeddedFailure(
      "wrong_version",
      `${layout.cluster} contains no PostgreSQL data. Move it away to start with an empty database.`,
    );
  throw new EmbeddedFailure(
    "wrong_version",
    `The data in ${layout.root} was written by PostgreSQL ${found}, and this release brings PostgreSQL ${binaries.major}. ` +
      (found < binaries.major
        ? `Stop the site and run "${operatorCommand("upgrade-database")}".`
        : "Start the release that wrote it."),
  );
}

/** The major version of PostgreSQL that wrote the cluster; null if there is none. */
export function majorOf(layout: Layout): number | null {
  const file = join(layout.cluster, "PG_VERSION");
  return existsSync(file) ? Number.parseInt(readFileSync(file, "utf8"), 10) || null : null;
}

async function createCluster({ layout, binaries, runAs, transport, throwaway }: Plan) {
  const unfinished = join(layout.home, `cluster.unfinished-${randomBytes(4).toString("hex")}`);
  mkdirSync(unfinished, { mode: 0o700 });
  if (runAs) giveOwnership(unfinished, runAs);
  if (transport === "tcp") writePassword(layout, runAs);
  const { code, output } = await runProgram(
    binaries.initdb,
    [
      ...["-D", seenFrom(unfinished, runAs), "-U", superuser, "-E", "UTF8", "--data-checksums", "--no-instructions"],
      // Byte order, the same on every machine, with Unicode case mapping.
      ...["--locale=C", "--locale-provider=builtin", "--builtin-locale=C.UTF-8"],
      ...(transport === "socket"
        ? ["--auth-local=trust", "--auth-host=reject"]
        : ["--auth=scram-sha-256", `--pwfile=${runAs ? "/proc/self/cwd/../password" : layout.password}`]),
      ...(throwaway ? ["--no-sync"] : []),
      ...Object.entries(startingSettings).flatMap(([name, value]) => ["-c", `${name}=${value}`]),
    ],
    { cwd: unfinished, runAs },
  );
  if (code !== 0) {
    removeLeftover(unfinished);
    const said = output.trim().split("\n").slice(-3).join(" ");
    const nameless = said.includes("could not look up effective user ID");
    throw new EmbeddedFailure(
      code === null ? "cannot_run" : "cannot_create",
      nameless
        ? `PostgreSQL needs its user to have a name, and user number ${process.geteuid?.()} has none on this machine. Add a line for it to /etc/passwd, or set DATABASE_URL.`
        : `The database in ${layout.root} could not be created: ${said}`,
    );
  }
  renameSync(unfinished, layout.cluster);
  syncDirectory(layout.home);
}

function writePassword(layout: Layout, runAs: RunAs) {
  if (existsSync(layout.password)) return;
  writeFileSync(layout.password, randomBytes(24).toString("base64url"), { mode: 0o600, flag: "wx" });
  if (runAs) chownSync(layout.password, runAs.uid, runAs.gid);
}

/**
 * The data directory as seen by PostgreSQL. Another user may not be able to reach its path (a project in root's home),
 * but a process can always name its own working directory, where PostgreSQL stays. The directory is entered before
 * root's rights are dropped.
 */
export const seenFrom = (directory: string, runAs: RunAs) =>
  runAs && process.platform === "linux" ? "/proc/self/cwd" : directory;

import { existsSync } from "node:fs";
import type { PoolConfig } from "pg";
import { log as processLog } from "../log.server.ts";
import { findBinaries, type Programs } from "./binaries.server.ts";
import { type Plan, prepareCluster, superuser, type Transport } from "./cluster.server.ts";
import { connectionTo, removeShortPath } from "./connection.server.ts";
import { type Layout, layoutOf, ownDirectory } from "./layout.server.ts";
import { chooseUser } from "./owner.server.ts";
import { findPostmaster } from "./postmaster.server.ts";
import { stopPostmaster } from "./process.server.ts";
import { countUsers, type Registration, type Role, register } from "./registry.server.ts";
import { type EmbeddedLog, ensureRunning, keepRunning, lockCluster } from "./running.server.ts";
import { finishReplacement } from "./upgrade/replaced-cluster.server.ts";

/**
 * The embedded database: a real PostgreSQL next to the application, so that a clone and `npm start` are sufficient.
 *
 * One cluster is in DATA_DIR/postgres. Any number of processes on it (the server, the command line) call startEmbedded;
 * the first starts PostgreSQL, the others find it running, and the last to stop ends it. Invariants:
 * - at most one PostgreSQL runs on the data: every decision to start or stop is made under one lock, which the
 * operating
 *   system releases when its holder dies;
 * - PostgreSQL outlives its starter: a killed Node leaves it running, and the next start reuses it;
 * - no process is signaled because of its number alone (postmaster.server.ts);
 * - only root and the user who owns the data can reach it: there is no TCP port, and the socket's directory is private.
 * The
 *   socket needs no password, because those users could read the files as well;
 * - the application connects as an ordinary role, as it would elsewhere, so that nothing depends on superuser rights.
 * It never upgrades data of another major version: `gtmarc upgrade-database` does (upgrade.server.ts).
 */
export type Embedded = {
  connection: PoolConfig;
  connectionString: string;
  /** For creating and dropping additional databases; only tests need that. */
  superuserConnection: PoolConfig;
  /** True if PostgreSQL was running unused, left by a killed process. */
  tookOver: boolean;
  startedMs: number;
  /** Releases the database; the last process to do so stops PostgreSQL. May be called more than once. */
  stop: () => Promise<void>;
};

export type EmbeddedOptions = {
  dataDir: string;
  /** `server` also restarts PostgreSQL when it dies, as long as the server runs. */
  role: Role;
  log?: EmbeddedLog;
  transport?: Transport;
  /** Trades durability for speed. Only for temporary databases. */
  throwaway?: boolean;
  /** Programs of another version than the installed one, for `gtmarc upgrade-database`. */
  programs?: Programs;
};

/**
 * Starts PostgreSQL on `dataDir`, or joins the running one, and resolves once it can be used.
 * Throws EmbeddedFailure with a message for the operator.
 *
 * @example const database = await startEmbedded({ dataDir: "./data", role: "server" });
 *          const pool = openPool(database.connection);
 */
export async function startEmbedded(options: EmbeddedOptions): Promise<Embedded> {
  const startedAt = performance.now();
  const log = options.log ?? processLog;
  const layout = layoutOf(options.dataDir);
  ownDirectory(layout, layout.run);
  const lock = await lockCluster(layout);
  try {
    const plan = await makePlan(layout, options);
    const others = countUsers(layout);
    const { server, found } = await ensureRunning(plan, others > 0, log);
    const registration = register(layout, options.role);
    const startedMs = performance.now() - startedAt;
    log.debug(
      { pid: server.pid, startedMs: Math.round(startedMs) },
      found ? "PostgreSQL joined" : "PostgreSQL started",
    );

    const supervision = options.role === "server" ? keepRunning(plan, server, log) : null;
    const { config, url } = connectionTo(plan, server.port);
    let stopping: Promise<void> | undefined;
    return {
      connection: config,
      connectionString: url,
      superuserConnection: connectionTo(plan, server.port, superuser, superuser).config,
      tookOver: found && others === 0,
      startedMs,
      stop: () => {
        stopping ??= Promise.resolve(supervision?.end()).then(() => leave(plan, registration));
        return stopping;
      },
    };
  } finally {
    lock.release();
  }
}

async function makePlan(layout: Layout, options: EmbeddedOptions): Promise<Plan> {
  const runAs = clusterUser(layout);
  const transport = options.transport ?? (process.platform === "win32" ? "tcp" : "socket");
  const plan = {
    layout,
    binaries: await findBinaries(layout, runAs, options.programs),
    runAs,
    transport,
    throwaway: options.throwaway ?? false,
  };
  await prepareCluster(plan);
  return plan;
}

/** Refuses other users before it reads the data. A finished replacement can change the owner, so it chooses again. */
function clusterUser(layout: Layout) {
  chooseUser(layout);
  finishReplacement(layout);
  return chooseUser(layout);
}

async function leave(plan: Plan, registration: Registration) {
  const lock = await lockCluster(plan.layout);
  try {
    registration.release();
    if (countUsers(plan.layout) > 0) return;
    const running = findPostmaster(plan.layout);
    if (running) await stopPostmaster(plan, running.pid);
    removeShortPath(plan.layout.socket);
  } finally {
    lock.release();
  }
}

/** Finishes an interrupted replacement of the cluster, and stops a PostgreSQL that a killed process left. */
export async function stopUnused(layout: Layout): Promise<void> {
  ownDirectory(layout, layout.run);
  const lock = await lockCluster(layout);
  try {
    finishReplacement(layout);
    const left = existsSync(layout.cluster) && countUsers(layout) === 0 ? findPostmaster(layout) : null;
    if (left) await stopLeft(layout, left.pid);
  } finally {
    lock.release();
  }
}

async function stopLeft(layout: Layout, pid: number) {
  const runAs = chooseUser(layout);
  await stopPostmaster({ layout, runAs, binaries: await findBinaries(layout, runAs) }, pid);
}

import { type ChildProcess, spawn } from "node:child_process";
import { closeSync, fstatSync } from "node:fs";
import { createServer } from "node:net";
import { setTimeout as pause } from "node:timers/promises";
import { minuteMs } from "#app/lib/durations.ts";
import { type Plan, seenFrom } from "./cluster.server.ts";
import { minimalEnvironment, runProgram } from "./command.server.ts";
import { EmbeddedFailure } from "./failure.server.ts";
import { clusterMark, type Layout } from "./layout.server.ts";
import { openLog, readLog } from "./log-file.server.ts";
import {
  clearRemains,
  findPostmaster,
  isPostmaster,
  lastPort,
  lastStart,
  type Postmaster,
} from "./postmaster.server.ts";

const startPatienceMs = 30_000;
/** Crash recovery may take long; this only bounds a server that makes no progress. */
const recoveryPatienceMs = 15 * minuteMs;

/**
 * Starts the server and waits until it accepts connections. It gets its own session, so that Ctrl-C in the
 * terminal reaches only Node, which needs the database to finish its work; and it survives a killed Node, to be reused
 * by the next. Throws `cannot_start` or `cannot_run`, with PostgreSQL's own message.
 */
export async function startPostmaster(plan: Plan): Promise<Postmaster> {
  const { layout } = plan;
  const deadline = performance.now() + startPatienceMs;
  const port = lastPort(layout);
  for (;;) {
    await clearRemains(layout);
    const attempt = await (process.platform === "win32" ? startByControl(plan, port) : startDirectly(plan, port));
    if ("pid" in attempt) return attempt;
    // Where processes cannot be listed, only this message reveals a killed server's remaining processes.
    const busy = attempt.words.includes("pre-existing shared memory block");
    if (!busy || performance.now() > deadline)
      throw new EmbeddedFailure(
        attempt.ran ? "cannot_start" : "cannot_run",
        `The database in ${layout.root} did not start: ${lastErrorLine(attempt.words)} (${layout.log} has the rest.)`,
      );
    await pause(200);
  }
}

type Attempt = Postmaster | { words: string; ran: boolean };

async function startDirectly(plan: Plan, port: number): Promise<Attempt> {
  const { layout, runAs } = plan;
  const log = openLog(layout);
  const logged = fstatSync(log).size;
  const stale = lastStart(layout);
  let child: ChildProcess;
  let problem: Error | undefined;
  try {
    child = spawn(
      plan.binaries.postgres,
      ["-D", seenFrom(layout.cluster, runAs), ...(await serverArguments(plan, port))],
      {
        cwd: layout.cluster,
        env: minimalEnvironment,
        detached: true,
        stdio: ["ignore", log, log],
        ...(runAs && { uid: runAs.uid, gid: runAs.gid }),
      },
    );
  } catch (error) {
    return { words: (error as Error).message, ran: false };
  } finally {
    closeSync(log);
  }
  child.on("error", (error) => {
    problem = error;
  });
  child.unref();
  const lives = () => child.exitCode === null && child.signalCode === null && !problem;
  const started = await untilReady(layout, lives, { pid: child.pid, stale });
  if (!started && child.pid) await stopPostmaster(plan, child.pid);
  return started ?? { words: problem?.message ?? readLog(layout, logged), ran: !problem };
}

/** On Windows pg_ctl drops administrator rights for the server and detaches it from the console. */
export async function startByControl(plan: Plan, port = 0): Promise<Attempt> {
  const { layout, runAs } = plan;
  const log = openLog(layout);
  const logged = fstatSync(log).size;
  closeSync(log);
  const quoted = (await serverArguments(plan, port)).map((argument) => `"${argument}"`).join(" ");
  const stale = lastStart(layout);
  const { code, output } = await runProgram(
    plan.binaries.pgCtl,
    ["start", "-D", seenFrom(layout.cluster, runAs), "-l", layout.log, "-w", "-t", "60", "-o", quoted],
    { cwd: layout.cluster, runAs },
  );
  const started = code === 0 ? await untilReady(layout, () => true, { stale }) : null;
  return started ?? { words: `${output}\n${readLog(layout, logged)}`, ran: code !== null };
}

/** Settings that the launcher depends on, out of reach of ALTER SYSTEM; all others are in the cluster's own files. */
async function serverArguments({ layout, transport, throwaway }: Plan, port: number): Promise<string[]> {
  const required: Record<string, string> =
    transport === "socket"
      ? // Relative to the cluster: always short enough for a socket, and reachable for the server everywhere.
        { listen_addresses: "", unix_socket_directories: "../socket", unix_socket_permissions: "0700", port: "5432" }
      : { listen_addresses: "127.0.0.1", unix_socket_directories: "", port: String(await freePort(port)) };
  const all = {
    ...required,
    cluster_name: clusterMark(layout.cluster),
    logging_collector: "off",
    log_destination: "stderr",
    ...(throwaway ? { fsync: "off", full_page_writes: "off", synchronous_commit: "off" } : {}),
  };
  return Object.entries(all).flatMap(([name, value]) => ["-c", `${name}=${value}`]);
}

/** The port of the crashed server if still free, so that pools find the next one; otherwise any free port. */
function freePort(wanted: number): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.on("error", (error) => (wanted ? freePort(0).then(resolve, reject) : reject(error)));
    probe.listen(wanted, "127.0.0.1", () => {
      const address = probe.address();
      probe.close(() => resolve(address && typeof address === "object" ? address.port : 0));
    });
  });
}

/**
 * Returns the server once it reports `ready`, null if it has exited or makes no progress. A pid file with the start `stale` is that
 * of the server before, whose number the new one can have.
 */
export async function untilReady(
  layout: Layout,
  lives: () => boolean,
  { pid, stale }: { pid?: number | undefined; stale?: string | undefined } = {},
): Promise<Postmaster | null> {
  const startedAt = performance.now();
  for (;;) {
    if (!lives()) return null;
    const found = findPostmaster(layout);
    if (found && (pid === undefined || found.pid === pid) && found.startedAt !== stale) {
      if (found.status === "ready") return found;
      if (found.status === "stopping") return null;
    }
    const waitedMs = performance.now() - startedAt;
    if (waitedMs > (found?.status === "starting" ? recoveryPatienceMs : startPatienceMs)) return null;
    await pause(waitedMs < 1000 ? 5 : 100);
  }
}

/** Ways to stop the server with their time limits; the sum stays within the ten seconds that `npm start` has to end. */
export const gracefulSteps: [NodeJS.Signals, "fast" | "immediate" | null, number][] = [
  ["SIGINT", "fast", 6000],
  ["SIGQUIT", "immediate", 1500],
  ["SIGKILL", null, 1000],
];
/** For a server that does not respond. */
export const forcedSteps = gracefulSteps.slice(1);

type Stoppable = Pick<Plan, "layout" | "runAs" | "binaries">;

/**
 * Stops the server: sessions are closed and everything is written out; if that hangs, increasingly forcefully, which
 * costs the next start a recovery but never an acknowledged row.
 */
export async function stopPostmaster(plan: Stoppable, pid: number, steps = gracefulSteps): Promise<void> {
  const { layout } = plan;
  for (const [signal, mode, patienceMs] of steps) {
    if (!isPostmaster(layout, pid)) return;
    await send(plan, pid, signal, mode);
    const deadline = performance.now() + patienceMs;
    while (performance.now() < deadline) {
      if (!isPostmaster(layout, pid)) return;
      await pause(10);
    }
  }
}

async function send(plan: Stoppable, pid: number, signal: NodeJS.Signals, mode: "fast" | "immediate" | null) {
  if (process.platform === "win32" && mode) return stopByControl(plan, mode);
  try {
    process.kill(pid, signal);
  } catch {}
}

/** Node cannot send SIGINT to a process on Windows; pg_ctl can. */
export async function stopByControl(plan: Stoppable, mode: "fast" | "immediate"): Promise<void> {
  const { binaries, layout, runAs } = plan;
  await runProgram(binaries.pgCtl, ["stop", "-D", seenFrom(layout.cluster, runAs), "-m", mode, "-W"], {
    cwd: layout.cluster,
    runAs,
  });
}

/** The last error line of the log, without its time stamp; the log may be empty if the program could not be loaded. */
function lastErrorLine(words: string): string {
  const lines = words.trim().split("\n");
  const lastError = lines.findLast((line) => /FATAL|PANIC|error/i.test(line)) ?? lines.at(-1) ?? "";
  return lastError.replace(/^.*?(FATAL|PANIC):\s*/, "").trim() || "it ended without a message.";
}

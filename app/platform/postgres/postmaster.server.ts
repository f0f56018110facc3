import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync, statSync } from "node:fs";
import { connect } from "node:net";
import { basename, dirname, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { shortPathTo } from "./connection.server.ts";
import { EmbeddedFailure } from "./failure.server.ts";
import { clusterMark, type Layout } from "./layout.server.ts";

/**
 * The server that runs on this cluster. PostgreSQL writes its process number to postmaster.pid, which survives a crash,
 * and process numbers are reused. So a number counts only if that process has the cluster's mark in its command line
 * and belongs to the owner of the data. No other process is ever sent a signal.
 */
export type Postmaster = { pid: number; port: number; startedAt: string; status: string };

/** Returns the running server or null. Throws `foreign_server` if another PostgreSQL uses the directory. */
export function findPostmaster(layout: Layout): Postmaster | null {
  const noted = readPidFile(layout);
  if (!noted) return null;
  const kind = identify(layout, noted.pid);
  if (kind === "ours") return noted;
  if (kind === "other_postgres")
    throw new EmbeddedFailure(
      "foreign_server",
      `The PostgreSQL with process number ${noted.pid} seems to have been started by hand on ${layout.cluster}. Stop it and try again.`,
    );
  return null;
}

export const lastPort = (layout: Layout) => readPidFile(layout)?.port || 0;

/** When the last server on this cluster started, as its pid file says; undefined without one. */
export const lastStart = (layout: Layout) => readPidFile(layout)?.startedAt;

export const isPostmaster = (layout: Layout, pid: number) => identify(layout, pid) === "ours";

/**
 * After a crash: waits for processes of the dead server (they hold its shared memory and would prevent the next start),
 * ends those that remain, and removes the pid file: in a restarted container its number soon belongs to a thread of Node or to
 * the new server itself, which would look ready before it is; after a power failure it can be empty. Call it when findPostmaster returned null. Throws
 * `foreign_server` if a server of another container uses the data.
 */
export async function clearRemains(layout: Layout, patienceMs = 2000): Promise<void> {
  for (const name of existsSync(layout.socket) ? readdirSync(layout.socket) : []) {
    const file = join(layout.socket, name);
    if (await keepsListening(file, patienceMs))
      throw new EmbeddedFailure(
        "foreign_server",
        `A PostgreSQL that runs in another container uses ${layout.cluster}. Run this there, such as with "docker exec", or stop that container.`,
      );
    rmSync(file, { force: true });
  }
  const pidFile = join(layout.cluster, "postmaster.pid");
  if (!existsSync(pidFile)) return;
  const deadline = performance.now() + patienceMs;
  for (let remains = findRemains(layout); remains.length > 0; remains = findRemains(layout)) {
    if (performance.now() > deadline)
      for (const pid of remains) {
        try {
          process.kill(pid, "SIGKILL");
        } catch {}
      }
    await pause(20);
  }
  const noted = readPidFile(layout);
  // Where processes cannot be listed, PostgreSQL finds remaining ones by the shared memory that the file names.
  const isStale = canListProcesses() || !noted || isAlive(noted.pid);
  if (isStale && !findPostmaster(layout)) rmSync(pidFile, { force: true });
}

/** A process that is ending has no command line any more a moment before its sockets are closed, so one answer is not enough. */
async function keepsListening(socketFile: string, patienceMs: number): Promise<boolean> {
  const deadline = performance.now() + patienceMs;
  while (await isListening(socketFile)) {
    if (performance.now() > deadline) return true;
    await pause(20);
  }
  return false;
}

/** Whether a process accepts connections at this socket. Processes of another container are not listed here. */
function isListening(socketFile: string): Promise<boolean> {
  if (socketFile.endsWith(".lock")) return Promise.resolve(false);
  return new Promise((resolve) => {
    const probe = connect(join(shortPathTo(dirname(socketFile)), basename(socketFile)));
    probe.once("connect", () => {
      probe.destroy();
      resolve(true);
    });
    probe.once("error", () => resolve(false));
  });
}

/** Lines of postmaster.pid: process number, directory, start, port, socket directory, address, shared memory, status. */
function readPidFile(layout: Layout): Postmaster | null {
  const lines = readIfPresent(join(layout.cluster, "postmaster.pid"))?.split("\n");
  if (!lines) return null;
  const pid = Number(lines[0]);
  if (!Number.isInteger(pid) || pid < 2) return null;
  return { pid, port: Number(lines[3]), startedAt: lines[2] ?? "", status: lines[7]?.trim() ?? "" };
}

/** Null if the file does not exist, also if a stopping server deletes it at this moment. */
function readIfPresent(file: string): string | null {
  try {
    return readFileSync(file, "utf8");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return null;
    throw error;
  }
}

function identify(layout: Layout, pid: number): "ours" | "other_postgres" | "other" | "gone" {
  if (process.platform === "win32") return readdirSync("\\\\.\\pipe\\").includes(`pgsignal_${pid}`) ? "ours" : "gone";
  const found = describeProcess(pid);
  if (!found) return "gone";
  if (found.uid !== statSync(layout.cluster).uid) return "other";
  if (found.command.includes(clusterMark(layout.cluster))) return "ours";
  return /(^|\/)postgres( |$)/.test(found.command) && worksIn(layout.cluster, pid) ? "other_postgres" : "other";
}

/** Whether the process works in this directory, as PostgreSQL does in its data; true where that cannot be read. */
function worksIn(directory: string, pid: number): boolean {
  try {
    const [here, there] = [statSync(directory), statSync(`/proc/${pid}/cwd`)];
    return here.dev === there.dev && here.ino === there.ino;
  } catch {
    return true;
  }
}

function findRemains(layout: Layout): number[] {
  const mark = clusterMark(layout.cluster);
  const { uid } = statSync(layout.cluster);
  return listProcesses().flatMap((found) => (found.uid === uid && found.command.includes(mark) ? [found.pid] : []));
}

type Process = { pid: number; uid: number; command: string };

/** A zombie (exited but not yet collected by its parent) has an empty command line, and counts as gone. */
function describeProcess(pid: number): Process | null {
  if (process.platform !== "linux") return parseProcessTable(["-p", String(pid)])[0] ?? null;
  try {
    const command = readFileSync(`/proc/${pid}/cmdline`, "utf8").replaceAll("\0", " ").trim();
    return command ? { pid, uid: statSync(`/proc/${pid}`).uid, command } : null;
  } catch {
    return null;
  }
}

const canListProcesses = () => listProcesses().some(({ pid }) => pid === process.pid);

function listProcesses(): Process[] {
  if (process.platform === "win32") return [];
  if (process.platform !== "linux") return parseProcessTable(["-ax"]);
  return readdirSync("/proc").flatMap((name) => (/^\d+$/.test(name) ? (describeProcess(Number(name)) ?? []) : []));
}

function parseProcessTable(selection: string[]): Process[] {
  let table: string;
  try {
    table = execFileSync("ps", [...selection, "-o", "pid=,uid=,command="], { encoding: "utf8" });
  } catch {
    return [];
  }
  return table.split("\n").flatMap((line) => {
    const [, pid, uid, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return pid && uid && command ? [{ pid: Number(pid), uid: Number(uid), command }] : [];
  });
}

/** Also true for a process of another user. */
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === "EPERM";
  }
}

import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, openSync, readFileSync } from "node:fs";
import { delimiter, join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import type { RunAs } from "../../app/platform/postgres/command.server.ts";

/** Programs that a run starts, and the Debian packages that bring them. */
const packages: Readonly<Record<string, string>> = {
  etcd: "etcd-server",
  haproxy: "haproxy",
  ...(process.env["CLUSTER_PROXY"] === "nginx" && { nginx: "nginx" }),
  patroni: "patroni",
  pg_isready: "postgresql-client-15",
  pgbouncer: "pgbouncer",
};

/** Debian installs servers where the path of an ordinary user does not lead. */
const folders = [...(process.env["PATH"] ?? "").split(delimiter), "/usr/sbin", "/usr/lib/postgresql/15/bin"];

export const pathOf = (program: string): string =>
  folders.map((folder) => join(folder, program)).find((path) => existsSync(path)) ?? "";

/** A sentence that names the missing Debian packages, or null. */
export function missingPackages(): string | null {
  if (process.platform !== "linux" || process.arch !== "x64") return "The cluster runs on Linux with an x64 processor.";
  const missing = Object.keys(packages).filter((program) => !pathOf(program));
  if (missing.length === 0) return null;
  return `These programs are missing: ${missing.join(", ")}. Install them: apt-get install ${missing.map((name) => packages[name]).join(" ")}`;
}

export type Running = {
  name: string;
  pid: number;
  log: string;
  isRunning: () => boolean;
  signal: (name: NodeJS.Signals) => void;
  /** SIGTERM, and SIGKILL after `seconds`. */
  stop: (seconds?: number) => Promise<void>;
};

/** Starts a program of a run; its output goes to a file. It ends with this process at the latest. */
export function run(
  name: string,
  [program, ...args]: readonly string[],
  options: { folder: string; runAs: RunAs; env?: NodeJS.ProcessEnv; cwd?: string },
): Running {
  const { folder, runAs, env, cwd = folder } = options;
  const log = join(folder, `${name}.log`);
  const output = openSync(log, "a");
  const child = spawn(pathOf(program!) || program!, args, {
    stdio: ["ignore", output, output],
    cwd,
    env: { PATH: process.env["PATH"], HOME: folder, LANG: "C.UTF-8", ...env },
    ...(runAs && { uid: runAs.uid, gid: runAs.gid }),
  });
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const kill = () => void child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  return {
    name,
    pid: child.pid!,
    log,
    isRunning,
    signal: (signal) => void child.kill(signal),
    stop: (seconds = 20) => stop(child, isRunning, seconds),
  };
}

async function stop(child: ChildProcess, isRunning: () => boolean, seconds: number): Promise<void> {
  child.kill("SIGTERM");
  const deadline = performance.now() + seconds * 1000;
  while (isRunning() && performance.now() < deadline) await pause(50);
  child.kill("SIGKILL");
  while (isRunning()) await pause(20);
}

/** Waits until `check` returns a value. Throws with the end of the log if the program ends first, or after `seconds`. */
export async function until<Value>(
  what: string,
  check: () => Promise<Value | null | undefined | false>,
  options: { seconds?: number; of?: Running } = {},
): Promise<Value> {
  const { seconds = 240, of } = options;
  for (const deadline = performance.now() + seconds * 1000; ; await pause(100)) {
    const value = await check().catch(() => null);
    if (value) return value;
    const reason = of && !of.isRunning() ? "the program ended" : `not within ${seconds} s`;
    if ((of && !of.isRunning()) || performance.now() > deadline)
      throw new Error(`${what}: ${reason}.${of ? `\n${readFileSync(of.log, "utf8").slice(-1500)}` : ""}`);
  }
}

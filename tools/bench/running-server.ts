import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readdirSync, readFileSync, readlinkSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

export type Running = {
  url: string;
  dataDir: string;
  /** The folder with the build. */
  tree: string;
  pid: number;
  readyMs: number;
  stop: () => Promise<number>;
};

/** Starts the built product with its own (or a given) data directory, pinned to one core if possible. */
export async function startServer(options: {
  port: number;
  /** Another checkout with a build; the default is this one. */
  tree?: string;
  dataDir?: string;
  core?: number;
  keepData?: boolean;
  /** Added to the settings of every measurement. */
  settings?: Record<string, string>;
}): Promise<Running> {
  const dataDir = options.dataDir ?? mkdtempSync(join(tmpdir(), "gtmarc-bench-"));
  const began = performance.now();
  const tree = options.tree ?? process.cwd();
  const child = spawnPinned(
    process.execPath,
    [`${process.env["GTMARC_BUILD_DIR"] ?? "build"}/server/gtmarc.js`, "start"],
    options.core,
    {
      PORT: String(options.port),
      DATA_DIR: dataDir,
      NODE_ENV: "production",
      GTMARC_MODE: "development",
      LOG_LEVEL: "warn",
      ...options.settings,
    },
    { tree },
  );
  const url = `http://127.0.0.1:${options.port}`;
  await answered(`${url}/readyz`, child);
  const readyMs = performance.now() - began;
  return {
    url,
    dataDir,
    tree,
    pid: child.pid!,
    readyMs,
    stop: async () => {
      const stopBegan = performance.now();
      const ended = new Promise((resolve) => child.once("exit", resolve));
      child.kill("SIGTERM");
      await ended;
      const ms = performance.now() - stopBegan;
      if (!options.keepData) rmSync(dataDir, { recursive: true, force: true });
      return ms;
    },
  };
}

const hasTaskset = process.platform === "linux";

export function spawnPinned(
  program: string,
  args: string[],
  core: number | undefined,
  env: Record<string, string> = {},
  { output = "ignore", tree = process.cwd() }: { output?: "ignore" | "pipe"; tree?: string } = {},
): ChildProcess {
  const pinned = hasTaskset && core !== undefined;
  const child = spawn(pinned ? "taskset" : program, pinned ? ["-c", String(core), program, ...args] : args, {
    cwd: tree,
    stdio: ["ignore", output, "inherit"],
    env: { ...process.env, ...env },
  });
  const kill = () => child.kill("SIGKILL");
  process.once("exit", kill);
  child.once("exit", () => process.off("exit", kill));
  return child;
}

async function answered(url: string, child: ChildProcess) {
  for (let attempt = 0; attempt < 600; attempt += 1) {
    if (child.exitCode !== null) throw new Error(`The server ended with status ${child.exitCode}`);
    if (
      await fetch(url).then(
        (response) => response.ok,
        () => false,
      )
    )
      return;
    await pause(50);
  }
  throw new Error(`${url} did not answer within 30 seconds`);
}

/** Proportional set size in MB of a process and everything it started; Linux only, otherwise null. */
export function memoryOf(pid: number, dataDir: string): { nodeMb: number; postgresMb: number } | null {
  if (process.platform !== "linux") return null;
  let postgresMb = 0;
  for (const entry of readdirSync("/proc").filter((name) => /^\d+$/.test(name))) {
    if (worksIn(entry, dataDir)) postgresMb += pssOf(entry);
  }
  return { nodeMb: Math.round(pssOf(String(pid))), postgresMb: Math.round(postgresMb) };
}

/** CPU time in ms that a process and its PostgreSQL have used so far; Linux only, otherwise null. */
export function cpuOf(pid: number, dataDir: string): { nodeMs: number; postgresMs: number } | null {
  if (process.platform !== "linux") return null;
  const postgres = readdirSync("/proc").filter((name) => /^\d+$/.test(name) && worksIn(name, dataDir));
  return { nodeMs: cpuMsOf(String(pid)), postgresMs: postgres.reduce((sum, each) => sum + cpuMsOf(each), 0) };
}

const msPerTick = 10;

/** User and system time, including ended children. */
function cpuMsOf(pid: string): number {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
    return fields.slice(11, 15).reduce((sum, ticks) => sum + Number(ticks), 0) * msPerTick;
  } catch {
    return 0;
  }
}

/** PostgreSQL's processes work in its data directory. */
function worksIn(pid: string, dataDir: string): boolean {
  try {
    return readlinkSync(`/proc/${pid}/cwd`).startsWith(dataDir);
  } catch {
    return false;
  }
}

function pssOf(pid: string): number {
  try {
    return Number(/^Pss:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/smaps_rollup`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

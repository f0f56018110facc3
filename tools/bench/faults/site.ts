import { spawn } from "node:child_process";
import { chmodSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { type Embedded, startEmbedded } from "../../../app/platform/postgres/embedded.server.ts";
import { layoutOf } from "../../../app/platform/postgres/layout.server.ts";
import { findPostmaster } from "../../../app/platform/postgres/postmaster.server.ts";

// Every process of a run is ended on exit.
process.setMaxListeners(100);

const firstPort = Number(process.env["FAULTS_PORT"] ?? 4210);
let lastPort = firstPort;

/** Returns a free port number for this run; FAULTS_PORT is the first of about forty. */
export const nextPort = (): number => {
  lastPort = lastPort - firstPort > 38 ? firstPort + 1 : lastPort + 1;
  return lastPort;
};

export function scratchFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), "gtmarc-faults-"));
  chmodSync(folder, 0o755);
  return folder;
}

export const removeFolder = (folder: string) =>
  rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });

export type Process = {
  url: string;
  pid: number;
  output: () => string;
  isRunning: () => boolean;
  signal: (name: NodeJS.Signals) => void;
  /** Exit status and milliseconds from now. */
  ended: () => Promise<{ status: number | null; ms: number }>;
  stop: () => Promise<void>;
};

const program = join(process.env["GTMARC_BUILD_DIR"] ?? "build", "server/gtmarc.js");

/** Starts the built product and waits until it is ready. `supervised`: through the script of `npm start`, which restarts it. */
export async function startProcess(options: {
  dataDir: string;
  port?: number;
  settings?: Record<string, string>;
  supervised?: boolean;
  wait?: boolean;
  /** The directory of the release: build and db/migrations. By default this project. */
  cwd?: string;
}): Promise<Process> {
  const port = options.port ?? nextPort();
  const child = spawn(
    process.execPath,
    options.supervised ? ["scripts/bootstrap.js", "start"] : ["--enable-source-maps", program, "start"],
    {
      stdio: ["ignore", "pipe", "pipe"],
      ...(options.cwd && { cwd: options.cwd }),
      env: {
        ...process.env,
        NODE_ENV: options.supervised ? "development" : "production",
        GTMARC_MODE: "development",
        LOG_LEVEL: "warn",
        PORT: String(port),
        DATA_DIR: options.dataDir,
        TRUSTED_PROXIES: "127.0.0.1",
        STOP_GRACE_SECONDS: "0",
        ...options.settings,
      },
    },
  );
  const printed: string[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (piece: Buffer) => printed.push(`${piece}`));
  const exit = new Promise<number | null>((resolve) => child.once("exit", resolve));
  const url = `http://127.0.0.1:${port}`;
  const isRunning = () => child.exitCode === null && child.signalCode === null;
  const running: Process = {
    url,
    pid: child.pid!,
    output: () => printed.join(""),
    isRunning,
    signal: (name) => void child.kill(name),
    ended: async () => {
      const began = performance.now();
      return { status: await exit, ms: Math.round(performance.now() - began) };
    },
    stop: async () => {
      if (!isRunning()) return;
      child.kill("SIGTERM");
      await exit;
    },
  };
  process.once("exit", () => child.kill("SIGKILL"));
  if (options.wait !== false) await untilReady(running);
  return running;
}

export async function untilReady({ url, isRunning, output }: Process, seconds = 240): Promise<void> {
  for (const deadline = performance.now() + seconds * 1000; performance.now() < deadline; await pause(50)) {
    if (!isRunning()) throw new Error(`The server ended: ${output()}`);
    if ((await readiness(url))?.code === 200) return;
  }
  throw new Error(`The server was not ready within ${seconds} s: ${output()}`);
}

/** Returns the response of /readyz; undefined if nothing listens. */
export const readiness = (url: string) =>
  fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) }).then(
    async (response) => ({ code: response.status, ...((await response.json()) as { reason?: string }) }),
    () => undefined,
  );

/** Collects the reasons in /readyz, polled ten times a second until `end` is called. */
export function watchReadiness(url: string) {
  const reasons = new Set<string>();
  let isOver = false;
  const watching = (async () => {
    for (; !isOver; await pause(100)) {
      const found = await readiness(url);
      if (found?.code === 503 && found.reason) reasons.add(found.reason);
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return [...reasons];
  };
}

/** Returns the pid of the server process that locks a data directory; under `npm start` a grandchild. */
export const serverPid = (dataDir: string): number =>
  (JSON.parse(readFileSync(join(layoutOf(dataDir).run, "server.json"), "utf8")) as { pid: number }).pid;

export const postmasterPid = (dataDir: string): number => findPostmaster(layoutOf(dataDir))!.pid;

export const urlOf = ({ connection: { host, user, database } }: Embedded): string =>
  `postgresql:///${database}?host=${encodeURIComponent(String(host))}&user=${user}`;

export const secret = { SECRET: "faults-".repeat(6) };

/** Counts the stored access requests of these addresses; opens the database of `dataDir`. */
export const storedIn = (dataDir: string) => (emails: readonly string[]) =>
  withDatabase(dataDir, async (client) => {
    const { rows } = await client.query<{ n: number }>(
      "select count(distinct email)::int as n from access_request where email = any($1)",
      [emails],
    );
    return rows[0]!.n;
  });

export async function withDatabase<Value>(
  dataDir: string,
  work: (client: pg.Client) => Promise<Value>,
): Promise<Value> {
  const database = await startEmbedded({ dataDir, role: "command" });
  const client = new pg.Client(database.connection as pg.ClientConfig);
  client.on("error", () => {});
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
    await database.stop();
  }
}

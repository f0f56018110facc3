/**
 * Cost of signing in and its effect on others. Time and memory of one password check; fifty simultaneous sign-ins while others
 * read a frozen page; and whether response times distinguish a known address from an unknown one, at sign-in and password
 * reset, over 200 attempts each.
 */
import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { hashPassword, verifyPassword } from "../../app/features/accounts/passwords/password-hash.server.ts";
import { domainOf, northfield } from "../../db/world.ts";
import { startServer } from "./running-server.ts";

type Row = { what: string; value: number; unit: string };

const password = "Northfield-2026";
const known = `known@${domainOf(northfield)}`;
const tries = 200;
const people = 50;

export async function run(): Promise<{ rows: Row[]; targets: Record<string, boolean> }> {
  const rows: Row[] = [];
  const add = (what: string, value: number, unit: string) =>
    rows.push({ what, value: Math.round(value * 100) / 100, unit });

  const hash = await hashPassword(password);
  add("one look at a password, median", await medianOf(11, () => verifyPassword({ hash, password })), "ms");
  const server = await startServer({ port: 3293, settings: { TRUSTED_PROXIES: "127.0.0.1" } });
  try {
    const { url, dataDir, pid } = server;
    const post = (path: string, body: object, client: string, cookie?: string) =>
      fetch(`${url}${path}`, {
        method: "POST",
        headers: {
          "content-type": "application/json",
          "x-forwarded-for": client,
          origin: url,
          ...(cookie ? { cookie } : {}),
        },
        body: JSON.stringify(body),
      });
    const member = async (email: string, client: string) => {
      await post("/api/auth/sign-up/email", { email, password }, client);
      gtmarc(dataDir, "user", "verify", email);
    };
    await member(known, "198.51.100.1");
    const signIn = (email: string, client: string, word = password, cookie?: string) =>
      timed(() => post("/api/auth/sign-in/email", { email, password: word }, client, cookie));
    // Uses known browsers: a new one would cause a mail for each of fifty sign-ins.
    const first = await post("/api/auth/sign-in/email", { email: known, password }, "198.51.100.1");
    const device = first.headers
      .getSetCookie()
      .map((cookie) => cookie.split(";")[0] ?? "")
      .find((cookie) => cookie.startsWith("gtmarc_device="));

    const quiet = await pageTimes(url, async () => void (await pause(2000)));
    const before = peakMb(pid);
    let signInTimes: number[] = [];
    const disturbed = await pageTimes(url, async () => {
      signInTimes = await Promise.all(
        Array.from({ length: people }, (_, n) => signIn(known, `203.0.113.${n}`, password, device)),
      );
    });
    add("memory of one look", 32, "MiB");
    add("peak memory of the process rises by, while 50 sign in", peakMb(pid) - before, "MB");
    add("frozen page at rest, median", percentile(quiet, 0.5), "ms");
    add("frozen page while 50 sign in, median", percentile(disturbed, 0.5), "ms");
    add("frozen page at rest, p99", percentile(quiet, 0.99), "ms");
    add("frozen page while 50 sign in, p99", percentile(disturbed, 0.99), "ms");
    add("pages read meanwhile", disturbed.length, "");
    add("50 sign-ins, the last after", Math.max(...signInTimes), "ms");

    const wrong = await compare((email, client) => signIn(email, client, "Wrong-2026"));
    add("wrong password, known address, median", wrong.known, "ms");
    add("wrong password, unknown address, median", wrong.unknown, "ms");
    add("difference at sign-in", Math.abs(wrong.known - wrong.unknown), "ms");
    const reset = await compare((email, client) =>
      timed(() => post("/api/auth/request-password-reset", { email }, client)),
    );
    add("forgotten password, known address, median", reset.known, "ms");
    add("forgotten password, unknown address, median", reset.unknown, "ms");
    add("difference at a reset", Math.abs(reset.known - reset.unknown), "ms");
    return {
      rows,
      targets: {
        "difference at sign-in < 10 ms": Math.abs(wrong.known - wrong.unknown) < 10,
        "difference at a reset < 10 ms": Math.abs(reset.known - reset.unknown) < 10,
        "frozen page while 50 sign in, p99 < 50 ms above rest":
          percentile(disturbed, 0.99) < percentile(quiet, 0.99) + 50,
      },
    };

    /** Alternates known and unknown, so that other load affects both; each attempt uses another client address. */
    async function compare(ask: (email: string, client: string) => Promise<number>) {
      const times: { known: number[]; unknown: number[] } = { known: [], unknown: [] };
      for (let n = 0; n < tries; n += 1) {
        // Five resets an hour are allowed per address, so each round of five uses another account or unknown address.
        const round = Math.floor(n / 4);
        const client = `10.${round}.${n % 250}.`;
        times.known.push(await ask(await accountFor(round), `${client}1`));
        times.unknown.push(await ask(`unknown-${round}@${domainOf(northfield)}`, `${client}2`));
      }
      return { known: percentile(times.known, 0.5), unknown: percentile(times.unknown, 0.5) };
    }

    async function accountFor(round: number): Promise<string> {
      const email = `member-${round}@${domainOf(northfield)}`;
      if (!made.has(email)) {
        made.add(email);
        await post("/api/auth/sign-up/email", { email, password }, `192.0.2.${round}`);
      }
      return email;
    }
  } finally {
    await server.stop();
  }
}

const made = new Set<string>();
const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** The process's peak memory; read once before and after, because polling would disturb. Linux only. */
function peakMb(pid: number): number {
  try {
    return Number(/^VmHWM:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/** Reads the home page repeatedly from four readers until `work` is done; returns the time of each read in ms. */
async function pageTimes(url: string, work: () => Promise<void>): Promise<number[]> {
  const times: number[] = [];
  let done = false;
  const reader = async () => {
    while (!done) {
      times.push(await timed(() => fetch(url)));
      await pause(5);
    }
  };
  const readers = Array.from({ length: 4 }, reader);
  await work();
  done = true;
  await Promise.all(readers);
  return times;
}

async function timed(ask: () => Promise<Response>): Promise<number> {
  const began = performance.now();
  const response = await ask();
  await response.arrayBuffer();
  if (response.status >= 500) throw new Error(`answered ${response.status}`);
  return performance.now() - began;
}

async function medianOf(times: number, work: () => Promise<unknown>): Promise<number> {
  const took: number[] = [];
  for (let n = 0; n < times; n += 1) {
    const began = performance.now();
    await work();
    took.push(performance.now() - began);
  }
  return percentile(took, 0.5);
}

const percentile = (times: readonly number[], share: number): number =>
  times.toSorted((one, other) => one - other)[Math.min(times.length - 1, Math.floor(times.length * share))] ?? 0;

const gtmarc = (dataDir: string, ...words: string[]) =>
  execFileSync(process.execPath, [`${process.env["GTMARC_BUILD_DIR"] ?? "build"}/server/gtmarc.js`, ...words], {
    env: { ...process.env, DATA_DIR: dataDir, NODE_ENV: "production", GTMARC_MODE: "development", LOG_LEVEL: "silent" },
  });

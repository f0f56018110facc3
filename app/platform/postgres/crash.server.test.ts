import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { runFixture } from "#tests/fixtures/child.ts";
import { scratch } from "#tests/fixtures/scratch.ts";
import { type Embedded, startEmbedded } from "./embedded.server.ts";
import { clusterMark, layoutOf } from "./layout.server.ts";
import { clearRemains, findPostmaster } from "./postmaster.server.ts";

const start = (dataDir: string, role: "server" | "command" = "command") =>
  startEmbedded({ dataDir, role, throwaway: true });

const killPostmaster = (dataDir: string) => process.kill(findPostmaster(layoutOf(dataDir))?.pid as number, "SIGKILL");

function poolOf(database: Embedded) {
  const pool = new pg.Pool(database.connection);
  pool.on("error", () => {});
  return pool;
}

test("when PostgreSQL is killed, the server restarts it within seconds, with the same pool and all rows", async () => {
  const dataDir = scratch();
  const database = await startEmbedded({ dataDir, role: "server" });
  const pool = poolOf(database);
  await pool.query("create table kept (n int)");
  for (const n of [1, 2, 3]) {
    await pool.query("insert into kept values ($1)", [n]);
    const before = findPostmaster(layoutOf(dataDir))?.pid;
    killPostmaster(dataDir);
    const runningAgain = () => {
      const now = findPostmaster(layoutOf(dataDir));
      return now?.status === "ready" && now.pid !== before;
    };
    await expect.poll(runningAgain, { interval: 50 }).toBe(true);
    const { rows } = await retried(() => pool.query("select count(*)::int as n from kept"));
    expect(rows).toEqual([{ n }]);
  }
  await pool.end();
  await database.stop();
  expect(findPostmaster(layoutOf(dataDir))).toBeNull();
});

/** Retries once: the pool may still return a connection broken by the crash. */
const retried = <Value>(work: () => Promise<Value>) => work().catch(work);

test("when PostgreSQL is killed, two servers on it end up with one", async () => {
  const dataDir = scratch();
  const notes: string[] = [];
  const note = (_about: unknown, message?: string) => void notes.push(message ?? "");
  const log = { debug: note, info: note, warn: note, error: note };
  const ours = await startEmbedded({ dataDir, role: "server", throwaway: true, log });
  const theirs = runFixture<{ runsAgain?: boolean }>("database-user.ts", [dataDir, "server"]);
  await theirs.next();
  killPostmaster(dataDir);
  const pool = poolOf(ours);
  const alive = () =>
    pool.query("select 1").then(
      () => true,
      () => false,
    );
  await expect.poll(alive, { interval: 50 }).toBe(true);
  await expect.poll(() => notes, { interval: 50 }).toContain("PostgreSQL runs again");
  expect(await theirs.next()).toEqual({ runsAgain: true });
  expect(readFileSync(layoutOf(dataDir).log, "utf8").match(/ready to accept connections/g)).toHaveLength(2);
  await pool.end();
  await ours.stop();
  await theirs.finish();
  expect(findPostmaster(layoutOf(dataDir))).toBeNull();
});

test("a process left over from a killed server does not prevent the next start", async () => {
  const dataDir = scratch();
  const killed = await start(dataDir);
  const busy = new pg.Client(killed.connection);
  busy.on("error", () => {});
  await busy.connect();
  const work = busy.query("select count(*) from generate_series(1, 100000000000)").catch((error: Error) => error);
  await expect.poll(() => busiestOf(dataDir)).toBeGreaterThan(0);
  killPostmaster(dataDir);

  const next = await start(dataDir);
  const pool = poolOf(next);
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  expect(await work).toBeInstanceOf(Error);
  await pool.end();
  await Promise.all([next.stop(), killed.stop()]);
  expect(findPostmaster(layoutOf(dataDir))).toBeNull();
});

/** Counts the cluster's processes that are executing a query, by their titles. */
function busiestOf(dataDir: string): number {
  const mark = clusterMark(layoutOf(dataDir).cluster);
  const titles = execFileSync("ps", ["-axo", "command="], { encoding: "utf8" }).split("\n");
  return titles.filter((title) => title.includes(mark) && title.includes("SELECT")).length;
}

test("a pid file with the number of another user's process is ignored, and that process is not signaled", async () => {
  const dataDir = scratch();
  const first = await start(dataDir);
  const note = join(layoutOf(dataDir).cluster, "postmaster.pid");
  const lines = readFileSync(note, "utf8").split("\n");
  killPostmaster(dataDir);
  await expect.poll(() => findPostmaster(layoutOf(dataDir))).toBeNull();
  // The number was reused: here, by the process that runs this test.
  writeFileSync(note, [process.pid, ...lines.slice(1)].join("\n"));
  writeFileSync(join(layoutOf(dataDir).socket, ".s.PGSQL.5432.lock"), `${process.pid}\n`);

  const next = await start(dataDir);
  const pool = poolOf(next);
  expect((await pool.query("select 1 as one")).rows).toEqual([{ one: 1 }]);
  await pool.end();
  await Promise.all([first.stop(), next.stop()]);
});

test("a pid file with the number of another site's PostgreSQL does not prevent the start", async () => {
  const [ours, theirs] = [scratch(), scratch()];
  const neighbor = await start(theirs);
  const first = await start(ours);
  const note = join(layoutOf(ours).cluster, "postmaster.pid");
  const lines = readFileSync(note, "utf8").split("\n");
  killPostmaster(ours);
  await expect.poll(() => findPostmaster(layoutOf(ours))).toBeNull();
  writeFileSync(note, [findPostmaster(layoutOf(theirs))?.pid, ...lines.slice(1)].join("\n"));
  const next = await start(ours);
  expect(next.tookOver).toBe(false);
  await Promise.all([first.stop(), next.stop(), neighbor.stop()]);
});

test("an empty pid file, as a power failure leaves it, does not prevent the start", async () => {
  const dataDir = scratch();
  const first = await start(dataDir);
  killPostmaster(dataDir);
  await expect.poll(() => findPostmaster(layoutOf(dataDir))).toBeNull();
  writeFileSync(join(layoutOf(dataDir).cluster, "postmaster.pid"), "");
  const next = await start(dataDir);
  await Promise.all([first.stop(), next.stop()]);
});

test("a hanging server is stopped and replaced", async () => {
  const dataDir = scratch();
  const hung = await start(dataDir);
  const pid = findPostmaster(layoutOf(dataDir))?.pid as number;
  process.kill(pid, "SIGSTOP");
  const next = await start(dataDir);
  expect(findPostmaster(layoutOf(dataDir))?.pid).not.toBe(pid);
  expect(next.tookOver).toBe(false);
  await Promise.all([hung.stop(), next.stop()]);
});

test("a socket that an ending server closes a moment later does not prevent the start", async () => {
  const layout = layoutOf(scratch());
  mkdirSync(layout.socket, { recursive: true });
  let connections = 0;
  const ending = createServer(() => {
    connections += 1;
    if (connections === 3) ending.close();
  });
  await new Promise<void>((listening) => ending.listen(join(layout.socket, ".s.PGSQL.5432"), listening));
  await clearRemains(layout);
  expect(connections).toBe(3);
});

import { setTimeout as pause } from "node:timers/promises";
import pg from "pg";
import { expect, test } from "vitest";
import { startEmbedded } from "../app/platform/postgres/embedded.server.ts";
import { layoutOf } from "../app/platform/postgres/layout.server.ts";
import { findPostmaster } from "../app/platform/postgres/postmaster.server.ts";
import { runFixture } from "./fixtures/child.ts";
import { scratch } from "./fixtures/scratch.ts";

type Said = { n?: number; postmaster?: number; tookOver?: boolean };

/** Lets a writer run on `dataDir`, disturbs it, kills it, and answers the rows that it was told are stored. */
async function writeUntilKilled(dataDir: string, first: number, disturb: (writer: Said) => Promise<void>) {
  const writer = runFixture<Said>("row-writer.ts", [dataDir, String(first)]);
  const started = (await writer.next()) ?? {};
  const stored: number[] = [];
  const listening = (async () => {
    for (let line = await writer.next(); line; line = await writer.next())
      if (line.n !== undefined) stored.push(line.n);
  })();
  await disturb(started);
  await writer.kill();
  await listening;
  return { started, stored };
}

const atRandom = (fromMs: number, toMs: number) => pause(fromMs + Math.random() * (toMs - fromMs));
const killPostgres = (dataDir: string) => {
  const running = findPostmaster(layoutOf(dataDir));
  if (running) process.kill(running.pid, "SIGKILL");
};

test("every row that was reported as stored is there after Node and PostgreSQL were killed again and again", async () => {
  const dataDir = scratch();
  const stored = new Set<number>();
  const rounds: ((dataDir: string) => Promise<void>)[] = [
    () => atRandom(50, 600),
    async () => {
      await atRandom(50, 400);
      killPostgres(dataDir);
      await atRandom(900, 1500);
    },
    () => atRandom(50, 600),
    async () => {
      await atRandom(50, 400);
      killPostgres(dataDir);
    },
    async () => {
      await atRandom(50, 300);
      killPostgres(dataDir);
      await atRandom(700, 1200);
      killPostgres(dataDir);
      await atRandom(0, 900);
    },
    () => atRandom(50, 600),
  ];
  let tookOver = 0;
  for (const [round, disturb] of rounds.entries()) {
    const told = await writeUntilKilled(dataDir, (round + 1) * 1_000_000, () => disturb(dataDir));
    expect(told.stored.length, `rows stored in round ${round + 1}`).toBeGreaterThan(0);
    for (const n of told.stored) stored.add(n);
    if (told.started.tookOver) tookOver += 1;
  }

  const database = await startEmbedded({ dataDir, role: "command" });
  const client = new pg.Client(database.connection);
  await client.connect();
  const { rows } = await client.query<{ n: number }>("select n from written");
  const found = new Set(rows.map((row) => row.n));
  const damage = await client.query("select coalesce(sum(checksum_failures), 0)::int as n from pg_stat_database");
  await client.end();
  await database.stop();

  expect([...stored].filter((n) => !found.has(n))).toEqual([]);
  expect(stored.size).toBeGreaterThan(200);
  expect(tookOver).toBeGreaterThan(1);
  expect(damage.rows).toEqual([{ n: 0 }]);
}, 60_000);

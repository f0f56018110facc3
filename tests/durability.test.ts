import pg from "pg";
import { expect, test } from "vitest";
import { startEmbedded } from "#app/platform/postgres/embedded.server.ts";
import { layoutOf } from "#app/platform/postgres/layout.server.ts";
import { findPostmaster } from "#app/platform/postgres/postmaster.server.ts";
import { runFixture } from "./fixtures/child.ts";
import { scratch } from "./fixtures/scratch.ts";

type Said = { n?: number; postmaster?: number; tookOver?: boolean };

type Disturb = (progress: (rows: number) => Promise<void>) => Promise<void>;

/**
 * Runs a writer on `dataDir`, disturbs it, kills it, and returns the rows that it acknowledged. `progress` waits until that
 * many more rows are stored.
 */
async function writeUntilKilled(dataDir: string, first: number, disturb: Disturb) {
  const writer = runFixture<Said>("row-writer.ts", [dataDir, String(first)]);
  const started = (await writer.next()) ?? {};
  const stored: number[] = [];
  const listening = (async () => {
    for (let line = await writer.next(); line; line = await writer.next())
      if (line.n !== undefined) stored.push(line.n);
  })();
  await disturb(async (rows) => {
    const before = stored.length;
    await expect.poll(() => stored.length, { interval: 1 }).toBeGreaterThanOrEqual(before + rows);
  });
  await writer.kill();
  await listening;
  return { started, stored };
}

const upTo = (most: number) => 1 + Math.floor(Math.random() * most);
const killPostgres = (dataDir: string) => {
  const running = findPostmaster(layoutOf(dataDir));
  if (running) process.kill(running.pid, "SIGKILL");
};

test("every acknowledged row is stored after Node and PostgreSQL were killed repeatedly", async () => {
  const dataDir = scratch();
  const stored = new Set<number>();
  const postmaster = () => findPostmaster(layoutOf(dataDir))?.pid;
  const restartedAfter = (pid: number | undefined) =>
    expect.poll(() => ![pid, undefined].includes(postmaster()), { interval: 1 }).toBe(true);
  const rounds: Disturb[] = [
    (progress) => progress(upTo(200)),
    async (progress) => {
      await progress(upTo(150));
      killPostgres(dataDir);
      await progress(upTo(100));
    },
    (progress) => progress(upTo(200)),
    async (progress) => {
      await progress(upTo(150));
      killPostgres(dataDir);
    },
    async (progress) => {
      await progress(upTo(100));
      const killed = postmaster();
      killPostgres(dataDir);
      // Kill it again while it recovers.
      await restartedAfter(killed);
      killPostgres(dataDir);
      await progress(upTo(50));
    },
    (progress) => progress(200 + upTo(100)),
  ];
  let tookOver = 0;
  for (const [round, disturb] of rounds.entries()) {
    const confirmed = await writeUntilKilled(dataDir, (round + 1) * 1_000_000, disturb);
    expect(confirmed.stored.length, `rows stored in round ${round + 1}`).toBeGreaterThan(0);
    for (const n of confirmed.stored) stored.add(n);
    if (confirmed.started.tookOver) tookOver += 1;
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
});

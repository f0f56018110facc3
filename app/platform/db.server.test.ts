import pg from "pg";
import { expect, test } from "vitest";
import { useDatabase } from "#tests/setup/test-database.ts";
import { inTransaction, systemContext } from "./context.server.ts";
import { DatabaseUnavailable, databaseFailure } from "./database/database-failure.server.ts";
import { createDb, openPool } from "./db.server.ts";
import { UnpreparedClient } from "./outside/steady-client.server.ts";

const { connection } = useDatabase();

async function openPoolFor(work: (pool: pg.Pool, terminate: () => Promise<void>) => Promise<void>, max = 5) {
  const pool = openPool({ ...connection, max, application_name: "terminated" });
  const other = new pg.Client(connection as pg.ClientConfig);
  await other.connect();
  const terminate = async () => {
    // With a timeout it returns once the process has exited, so the client has been notified.
    await other.query(
      "select pg_terminate_backend(pid, 5000) from pg_stat_activity where application_name = 'terminated'",
    );
  };
  try {
    await work(pool, terminate);
  } finally {
    await pool.end();
    await other.end();
  }
}

test("a transaction rejects when its connection is terminated while idle, and the process continues", () =>
  openPoolFor(async (pool, terminate) => {
    const ctx = systemContext(createDb(pool));
    const outcome = await inTransaction(ctx, async ({ db }) => {
      await db.execute("select 1");
      await terminate();
      await db.execute("select 2");
    }).catch((error: unknown) => error);
    expect(databaseFailure(outcome)).toBe("unavailable");
    expect((await ctx.db.execute("select 3 as n")).rows).toEqual([{ n: 3 }]);
  }));

test("repeatedly terminating every connection does not shrink the pool", () =>
  openPoolFor(async (pool, terminate) => {
    const ctx = systemContext(createDb(pool));
    const write = () => inTransaction(ctx, ({ db }) => db.execute("select pg_sleep(0.005)"));
    const failures: unknown[] = [];
    for (let round = 0; round < 8; round += 1) {
      const writers = Array.from({ length: 12 }, async () => {
        for (let turn = 0; turn < 6; turn += 1) await write().catch((error: unknown) => failures.push(error));
      });
      await terminate();
      await Promise.all(writers);
    }
    expect(failures.length).toBeGreaterThan(0);
    expect(failures.map(databaseFailure).filter((kind) => kind !== "unavailable")).toEqual([]);
    await Promise.all(Array.from({ length: 5 }, write));
    expect(pool.idleCount).toBe(pool.totalCount);
    expect(pool.waitingCount).toBe(0);
  }));

test("a database that cannot be reached rejects with DatabaseUnavailable, for queries and transactions", async () => {
  const pool = openPool({ host: "127.0.0.1", port: 1, user: "gtmarc", database: "none" });
  const ctx = systemContext(createDb(pool));
  await expect(pool.query("select 1")).rejects.toBeInstanceOf(DatabaseUnavailable);
  await expect(inTransaction(ctx, async () => 1)).rejects.toBeInstanceOf(DatabaseUnavailable);
  expect(databaseFailure(await ctx.db.execute("select 1").catch((error: unknown) => error))).toBe("unavailable");
  await pool.end();
});

test("without prepared statements no statement has a name, and parameters still arrive", async () => {
  const names = async (settings: pg.PoolConfig) => {
    const pool = openPool({ ...connection, ...settings, max: 1 });
    const { rows } = await pool.query({ name: "one", text: "select $1::int as n", values: [7] });
    const { rows: prepared } = await pool.query("select name from pg_prepared_statements");
    await pool.end();
    return { n: rows[0]?.n, prepared: prepared.map(({ name }) => name) };
  };
  expect(await names({})).toEqual({ n: 7, prepared: ["one"] });
  expect(await names({ Client: UnpreparedClient })).toEqual({ n: 7, prepared: [] });
});

test("a connection to a read-only server is replaced after a refused write", async () => {
  const pool = openPool({ ...connection, max: 1 });
  const ctx = systemContext(createDb(pool));
  const server = () =>
    inTransaction(ctx, async ({ db }) => (await db.execute("select pg_backend_pid() as pid")).rows[0]?.["pid"]);
  await ctx.db.execute("create table written_after_failover (n int)");
  await ctx.db.execute("set default_transaction_read_only = on");
  const standby = await server();
  const write = () => inTransaction(ctx, ({ db }) => db.execute("insert into written_after_failover values (1)"));
  expect(databaseFailure(await write().catch((error: unknown) => error))).toBe("unavailable");
  await write();
  expect(await server()).not.toBe(standby);
  await pool.end();
});

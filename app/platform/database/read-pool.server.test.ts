import { type AddressInfo, connect, createServer, type Socket } from "node:net";
import pg from "pg";
import { expect, test } from "vitest";
import { useDatabase } from "#tests/setup/test-database.ts";
import { createDb, openPool } from "../db.server.ts";
import { ReadPool } from "./read-pool.server.ts";

const { connection } = useDatabase();

const servedBy = "select current_setting('application_name') as name";

/** Pools of a primary and of a standby, which differ in their application names. */
async function withPools(
  work: (pools: { primary: pg.Pool; reads: ReadPool; served: () => Promise<unknown> }) => Promise<void>,
  settings: pg.PoolConfig = {},
) {
  const primary = openPool({ ...connection, application_name: "primary" });
  const reads = new ReadPool(primary, { ...connection, application_name: "standby", ...settings }, { retryMs: 0 });
  const served = async () => (await createDb(reads).execute(servedBy)).rows[0]?.["name"];
  try {
    await work({ primary, reads, served });
  } finally {
    await reads.end();
    await primary.end();
  }
}

test("statements and transactions of reports run on the standby", () =>
  withPools(async ({ reads, served }) => {
    expect(await served()).toBe("standby");
    expect((await createDb(reads).transaction((tx) => tx.execute(servedBy))).rows).toEqual([{ name: "standby" }]);
  }));

test("while no standby can be reached, the primary is read, in transactions too", () =>
  withPools(
    async ({ reads, served }) => {
      expect(await served()).toBe("primary");
      expect((await createDb(reads).transaction((tx) => tx.execute(servedBy))).rows).toEqual([{ name: "primary" }]);
    },
    { host: "127.0.0.1", port: 1 },
  ));

test("a query runs on the primary when its standby goes away, and the standby is used again afterwards", () =>
  withPools(async ({ reads, served }) => {
    await served();
    const admin = new pg.Client(connection as pg.ClientConfig);
    await admin.connect();
    const query = `select pg_sleep(case when ${isStandby} then 60 else 0 end), ${isStandby} as "onStandby"`;
    // Drizzle sends a query when its result is first asked for.
    const slow = createDb(reads)
      .execute(query)
      .then(({ rows }) => rows[0]);
    const running = "select pid from pg_stat_activity where application_name = 'standby' and state = 'active'";
    await expect.poll(async () => (await admin.query(running)).rowCount).toBe(1);
    await admin.query("select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'standby'");
    expect(await slow).toMatchObject({ onStandby: false });
    expect(await served()).toBe("standby");
    await admin.end();
  }));

test("a query runs on the primary when the connection to its standby is reset", async () => {
  const { host, port = 5432 } = connection as pg.ClientConfig;
  const clients = new Set<Socket>();
  const proxy = createServer((client) => {
    const server = host!.startsWith("/") ? connect(`${host}/.s.PGSQL.${port}`) : connect(port, host);
    for (const socket of [client, server]) socket.on("error", () => {});
    client.pipe(server).pipe(client);
    clients.add(client);
  });
  await new Promise<void>((resolve) => proxy.listen(0, "127.0.0.1", resolve));
  await withPools(
    async ({ primary, reads, served }) => {
      expect(await served()).toBe("standby");
      const slow = createDb(reads)
        .execute(`select pg_sleep(case when ${isStandby} then 60 else 0 end), ${isStandby} as "onStandby"`)
        .then(({ rows }) => rows[0]);
      const running = "select pid from pg_stat_activity where application_name = 'standby' and state = 'active'";
      await expect.poll(async () => (await primary.query(running)).rowCount).toBe(1);
      for (const client of clients) client.resetAndDestroy();
      expect(await slow).toMatchObject({ onStandby: false });
    },
    { host: "127.0.0.1", port: (proxy.address() as AddressInfo).port },
  );
  proxy.close();
});

const isStandby = "current_setting('application_name') = 'standby'";

test("a query for a table that the standby does not have yet is answered by the primary", () =>
  withPools(
    async ({ reads }) => {
      expect((await createDb(reads).execute("select count(*)::int as rows from access_block")).rows).toEqual([
        { rows: 0 },
      ]);
    },
    { database: "postgres" },
  ));

test("an error of the query itself is not repeated on the primary", () =>
  withPools(async ({ reads }) => {
    await expect(createDb(reads).execute("select 1 / 0")).rejects.toMatchObject({ cause: { code: "22012" } });
  }));

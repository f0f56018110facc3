import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { runFixture } from "#tests/fixtures/child.ts";
import { scratch } from "#tests/fixtures/scratch.ts";
import { findBinaries } from "./binaries.server.ts";
import { type Embedded, startEmbedded } from "./embedded.server.ts";
import { layoutOf } from "./layout.server.ts";
import { chooseUser } from "./owner.server.ts";
import { findPostmaster } from "./postmaster.server.ts";
import { startByControl, stopByControl } from "./process.server.ts";

type User = { tookOver?: boolean; postmaster?: number; failed?: string; message?: string };
const user = (dataDir: string, role = "command") => runFixture<User>("database-user.ts", [dataDir, role]);
const start = (dataDir: string) => startEmbedded({ dataDir, role: "command", throwaway: true });

async function ask(database: Pick<Embedded, "connectionString">, sql: string): Promise<Record<string, unknown>> {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  try {
    return (await client.query(sql)).rows[0];
  } finally {
    await client.end();
  }
}

test("the first start creates a cluster that only its owner can reach; the second finds the stored data", async () => {
  const dataDir = scratch();
  const first = await start(dataDir);
  expect(first.tookOver).toBe(false);
  expect(
    await ask(
      first,
      `select current_setting('listen_addresses') as listen, current_setting('data_checksums') as checksums, current_user as role,
       pg_encoding_to_char(encoding) as encoding, datcollate as collation, lower('ÉVA') as lower, rolsuper as super
       from pg_database, pg_roles where datname = current_database() and rolname = current_user`,
    ),
  ).toEqual({
    listen: "",
    checksums: "on",
    role: "gtmarc",
    encoding: "UTF8",
    collation: "C",
    lower: "éva",
    super: false,
  });
  const layout = layoutOf(dataDir);
  expect(statSync(layout.socket).mode & 0o777).toBe(0o700);
  expect(statSync(layout.cluster).mode & 0o777).toBe(0o700);
  await ask(first, "create table kept as select 'still here' as words");
  await first.stop();
  expect(findPostmaster(layout)).toBeNull();

  const second = await start(dataDir);
  expect(second.tookOver).toBe(false);
  expect(await ask(second, "select words from kept")).toEqual({ words: "still here" });
  await second.stop();
  await second.stop();
});

test("the last of several users to stop ends PostgreSQL, and a dead one does not count", async () => {
  const dataDir = scratch();
  const ours = await start(dataDir);
  const [polite, killed] = [user(dataDir), user(dataDir)];
  const [first, second] = await Promise.all([polite.next(), killed.next()]);
  const pid = findPostmaster(layoutOf(dataDir))?.pid;
  expect([first?.postmaster, second?.postmaster]).toEqual([pid, pid]);
  expect(first?.tookOver).toBe(false);

  await ours.stop();
  expect(findPostmaster(layoutOf(dataDir))?.pid).toBe(pid);
  await killed.kill();
  expect(findPostmaster(layoutOf(dataDir))?.pid).toBe(pid);
  await polite.finish();
  expect(findPostmaster(layoutOf(dataDir))).toBeNull();
});

test("a PostgreSQL left running by a killed process, and by Ctrl-C before that, is reused", async () => {
  const dataDir = scratch();
  const child = user(dataDir, "server");
  const { postmaster } = (await child.next()) ?? {};
  process.kill(-(child.process.pid as number), "SIGINT");
  process.kill(-(child.process.pid as number), "SIGKILL");
  await child.finish();
  expect(findPostmaster(layoutOf(dataDir))?.pid).toBe(postmaster);

  const next = await start(dataDir);
  expect(next.tookOver).toBe(true);
  expect(findPostmaster(layoutOf(dataDir))?.pid).toBe(postmaster);
  await next.stop();
  expect(findPostmaster(layoutOf(dataDir))).toBeNull();
});

test("of two processes starting at once on an empty directory one starts PostgreSQL and both use it", async () => {
  const dataDir = scratch();
  const users = [user(dataDir), user(dataDir)];
  const said = await Promise.all(users.map((child) => child.next()));
  expect(said.map((line) => line?.failed)).toEqual([undefined, undefined]);
  expect(said[0]?.postmaster).toBe(said[1]?.postmaster);
  expect(readFileSync(layoutOf(dataDir).log, "utf8").match(/starting PostgreSQL/g)).toHaveLength(1);
  await Promise.all(users.map((child) => child.finish()));
  expect(findPostmaster(layoutOf(dataDir))).toBeNull();
});

test("a first start killed while creating the cluster leaves nothing that looks like data", async () => {
  const dataDir = scratch();
  const child = user(dataDir);
  const { home, cluster } = layoutOf(dataDir);
  const unfinished = () => existsSync(home) && readdirSync(home).some((name) => name.startsWith("cluster.unfinished-"));
  await expect.poll(unfinished, { interval: 5 }).toBe(true);
  await child.kill();
  expect(existsSync(cluster)).toBe(false);

  const next = await start(dataDir);
  expect(await ask(next, "select 1 as one")).toEqual({ one: 1 });
  await next.stop();
});

test.runIf(process.platform === "linux")("[on Linux] the process table agrees with /proc", async () => {
  const dataDir = scratch();
  const database = await start(dataDir);
  const byProc = findPostmaster(layoutOf(dataDir));
  Object.defineProperty(process, "platform", { value: "darwin" });
  const byTable = findPostmaster(layoutOf(dataDir));
  Object.defineProperty(process, "platform", { value: "linux" });
  expect(byProc).not.toBeNull();
  expect(byTable).toEqual(byProc);
  await database.stop();
});

test("data of an older major version is refused with the command that upgrades it, and not changed", async () => {
  const dataDir = scratch();
  const { cluster } = layoutOf(dataDir);
  mkdirSync(cluster, { recursive: true });
  writeFileSync(join(cluster, "PG_VERSION"), "17\n");
  const refusal = await start(dataDir).catch((error: Error) => error);
  expect(refusal).toMatchObject({ reason: "wrong_version" });
  expect((refusal as Error).message).toMatch(/PostgreSQL 17.*PostgreSQL 18.*npm run gtmarc -- upgrade-database/);
  expect(readdirSync(cluster)).toEqual(["PG_VERSION"]);
});

test("a server that cannot start reports PostgreSQL's own message", async () => {
  const dataDir = scratch();
  await (await start(dataDir)).stop();
  writeFileSync(join(layoutOf(dataDir).cluster, "postgresql.auto.conf"), "shared_buffers = 'plenty'\n");
  const refusal = await start(dataDir).catch((error: Error) => error);
  expect(refusal).toMatchObject({ reason: "cannot_start" });
  expect((refusal as Error).message).toMatch(/did not start: .*postgresql\.auto\.conf/);
});

test("a data directory with a socket path that is too long is reached through a short one", async () => {
  const dataDir = scratch(`${"long".repeat(30)}/data`);
  const database = await start(dataDir);
  expect(await ask(database, "select 1 as one")).toEqual({ one: 1 });
  expect(String(database.connection.host).length).toBeLessThan(90);
  const link = String(database.connection.host);
  expect(statSync(join(link, "..")).mode & 0o777).toBe(0o700);
  await database.stop();
  expect(existsSync(join(link, ".."))).toBe(false);
});

test("without Unix sockets it listens on loopback only, with a generated password", async () => {
  const dataDir = scratch();
  const database = await startEmbedded({ dataDir, role: "command", throwaway: true, transport: "tcp" });
  expect(await ask(database, "select current_setting('listen_addresses') as listen")).toEqual({ listen: "127.0.0.1" });
  const stranger = new pg.Client({ ...database.connection, password: "guessed" });
  await expect(stranger.connect()).rejects.toThrow(/password authentication failed/);
  expect(statSync(layoutOf(dataDir).password).mode & 0o777).toBe(0o600);
  await database.stop();
});

test("pg_ctl, which Windows needs, starts and stops the same server", async () => {
  const dataDir = scratch();
  await (await start(dataDir)).stop();
  const places = layoutOf(dataDir);
  const runAs = chooseUser(places);
  const binaries = await findBinaries(places, runAs);
  // Windows has only one user; if root starts this as another, that user must be able to write the log.
  const layout = { ...places, root: places.cluster, log: join(places.socket, "postgres.log") };
  const plan = { layout, runAs, binaries, transport: "socket" as const, throwaway: true };
  expect(await startByControl(plan)).toMatchObject({ status: "ready", port: 5432 });
  await stopByControl(plan, "fast");
  await expect.poll(() => findPostmaster(layout)).toBeNull();
});

import { execFileSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import pg from "pg";
import { expect, test } from "vitest";
import { runFixture } from "#tests/fixtures/child.ts";
import { scratch } from "#tests/fixtures/scratch.ts";
import { findBinaries, installedPackage } from "./binaries.server.ts";
import { runProgram } from "./command.server.ts";
import { startEmbedded } from "./embedded.server.ts";
import { layoutOf } from "./layout.server.ts";
import { rotateLog } from "./log-file.server.ts";
import { chooseUser, ordinaryUser } from "./owner.server.ts";
import { findPostmaster } from "./postmaster.server.ts";

const root = process.geteuid?.() === 0;
const start = (dataDir: string) => startEmbedded({ dataDir, role: "command", throwaway: true });

async function answers(database: { connectionString: string }) {
  const client = new pg.Client({ connectionString: database.connectionString });
  await client.connect();
  const { rows } = await client.query("select 1 as one");
  await client.end();
  return rows[0].one === 1;
}

test("under root the user is postgres, otherwise `nobody`, and never user number 0", () => {
  const both = "root:x:0:0::/root:/bin/sh\nnobody:x:65534:65533::/:/bin/false\npostgres:x:26:27::/:/bin/sh";
  expect(ordinaryUser(both)).toEqual({ uid: 26, gid: 27, name: "postgres" });
  expect(ordinaryUser("postgres:x:0:0::/:/bin/sh\nnobody:x:65534:65533::/:/bin/false").name).toBe("nobody");
  expect(() => ordinaryUser("root:x:0:0::/root:/bin/sh")).toThrow(/neither a user postgres nor a user nobody/);
});

test.runIf(root)(
  "[as root] PostgreSQL runs as another user, who owns the data, and root keeps its own files",
  async () => {
    const dataDir = scratch();
    const database = await start(dataDir);
    const layout = layoutOf(dataDir);
    const pid = findPostmaster(layout)?.pid;
    const ids = readFileSync(`/proc/${pid}/status`, "utf8");
    const { uid } = statSync(layout.cluster);
    expect(uid).not.toBe(0);
    expect(ids).toMatch(new RegExp(`^Uid:\t${uid}\t${uid}\t${uid}\t${uid}$`, "m"));
    expect(ids).toMatch(/^Groups:\s*$/m);
    expect([statSync(layout.root).uid, statSync(layout.home).uid, statSync(layout.run).uid]).toEqual([0, 0, 0]);
    expect(readFileSync(`/proc/${pid}/environ`, "utf8")).not.toMatch(/HOME=|LOG_LEVEL=/);
    await database.stop();
  },
);

test.runIf(root)("[as root] a project in a directory that only root may enter works", async () => {
  const closed = mkdtempSync(join(tmpdir(), "gtmarc-closed-"));
  chmodSync(closed, 0o700);
  const dataDir = join(closed, "project", "data");
  for (const round of [1, 2]) {
    const database = await start(dataDir);
    expect(await answers(database), `start ${round}`).toBe(true);
    await database.stop();
  }
  rmSync(closed, { recursive: true });
});

test.runIf(root)("[as root] programs that the other user cannot reach are copied once, next to the data", async () => {
  const closed = mkdtempSync(join(tmpdir(), "gtmarc-closed-"));
  const { native, version } = installedPackage();
  const source = { native: join(closed, "native"), version };
  cpSync(native, source.native, {
    recursive: true,
    filter: (path) => !path.endsWith(".a") && !/\.so(\.\d+)?$/.test(path),
  });
  cpSync(join(native, "lib"), join(source.native, "lib"), { recursive: true, verbatimSymlinks: true });
  for (const link of ["libpq.so.5", "libicuuc.so.60"]) rmSync(join(source.native, "lib", link));
  const layout = layoutOf(scratch());
  mkdirSync(layout.home, { mode: 0o711 });

  const runAs = ordinaryUser(readFileSync("/etc/passwd", "utf8"));
  const copied = await findBinaries(layout, runAs, source);
  expect(copied.postgres).toBe(join(layout.home, `postgresql-${version}`, "bin", "postgres"));
  expect(await runProgram(copied.initdb, ["--version"], { cwd: "/", runAs })).toMatchObject({ code: 0 });
  const { ino } = statSync(copied.postgres);
  expect(statSync((await findBinaries(layout, runAs, source)).postgres).ino).toBe(ino);
  rmSync(closed, { recursive: true });
});

test.runIf(root)(
  "[as root] data that root owns, such as a restored copy, is given to the user who runs it",
  async () => {
    const dataDir = scratch();
    await (await start(dataDir)).stop();
    const { cluster } = layoutOf(dataDir);
    execFileSync("chown", ["-R", "0:0", cluster]);
    const database = await start(dataDir);
    expect(await answers(database)).toBe(true);
    expect(statSync(join(cluster, "base")).uid).not.toBe(0);
    await database.stop();
  },
);

test.runIf(root)(
  "[as root] data of an ordinary user keeps its owner under root; another ordinary user is refused",
  async () => {
    const dataDir = scratch();
    mkdirSync(dataDir);
    const { uid, gid } = ordinaryUser(readFileSync("/etc/passwd", "utf8"));
    execFileSync("chown", [`${uid}:${gid}`, dataDir]);
    const his = runFixture<{ postmaster?: number }>("database-user.ts", [dataDir, "command"], { uid, gid });
    expect(await his.next()).toHaveProperty("postmaster");
    const ours = await start(dataDir);
    expect(ours.tookOver).toBe(false);
    await his.finish();
    await ours.stop();
    expect(chooseUser(layoutOf(dataDir))).toMatchObject({ uid, gid });
    const again = runFixture<{ postmaster?: number }>("database-user.ts", [dataDir, "command"], { uid, gid });
    expect(await again.next()).toHaveProperty("postmaster");
    await again.finish();

    const stranger = () =>
      runFixture<{ failed?: string }>("database-user.ts", [dataDir, "command"], { uid: uid + 1, gid });
    expect(await stranger().next()).toMatchObject({ failed: "not_owner", message: expect.stringContaining("/run") });
    chmodSync(join(dataDir, "run"), 0o777);
    chmodSync(join(dataDir, "run", "postgres.lock"), 0o666);
    expect(await stranger().next()).toMatchObject({
      failed: "not_owner",
      message: expect.stringContaining("belongs to"),
    });
  },
);

test("missing library links are created again", async () => {
  const folder = join(dirname(scratch()), "native");
  const { native, version } = installedPackage();
  mkdirSync(join(folder, "lib"), { recursive: true });
  for (const name of ["bin", "pg-symlinks.json"]) cpSync(join(native, name), join(folder, name), { recursive: true });
  for (const { source } of JSON.parse(readFileSync(join(native, "pg-symlinks.json"), "utf8")))
    cpSync(join(native, "..", source), join(folder, "..", source));
  await findBinaries(layoutOf(scratch()), null, { native: folder, version });
  expect(existsSync(join(folder, "lib", "libpq.so.5"))).toBe(true);
});

test("a large log is rotated under a running server, and one older part is kept", async () => {
  const dataDir = scratch();
  const database = await start(dataDir);
  const layout = layoutOf(dataDir);
  appendFileSync(layout.log, `${"x".repeat(1023)}\n`.repeat(6 * 1024));
  rotateLog(layout);
  expect(statSync(layout.log).size).toBe(0);
  expect(statSync(`${layout.log}.1`).size).toBeGreaterThan(6 * 1024 * 1024);
  await database.stop();
  expect(readFileSync(layout.log, "utf8")).toMatch(/^[^\0]*database system is shut down\n$/);
});

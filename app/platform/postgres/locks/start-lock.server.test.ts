import { statSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { layoutOf } from "#app/platform/postgres/layout.server.ts";
import { runFixture } from "#tests/fixtures/child.ts";
import { scratch } from "#tests/fixtures/scratch.ts";
import { tryLock, waitForLock } from "./file-lock.server.ts";
import { acquireStartLock, isServerRunning } from "./start-lock.server.ts";

type Said = { locked?: true; refused?: { pid: number; message: string } };

test("a second start is refused with the number of the first and the directory", async () => {
  const dataDir = scratch();
  const first = await acquireStartLock(dataDir);
  expect(first.ok).toBe(true);
  expect(isServerRunning(dataDir)).toBe(true);

  const second = runFixture<Said>("database-user.ts", [dataDir, "lock"]);
  const { refused } = (await second.next()) ?? {};
  expect(refused).toMatchObject({ kind: "already_running", pid: process.pid, dataDir: layoutOf(dataDir).root });
  expect(refused?.message).toBe(
    `GTMarc is already running on ${layoutOf(dataDir).root} (process ${process.pid}). Stop it first, or set DATA_DIR to another directory and PORT to another port.`,
  );
  await second.finish();

  if (first.ok) first.value.release();
  expect(isServerRunning(dataDir)).toBe(false);
});

test("a killed server does not prevent the next start", async () => {
  const dataDir = scratch();
  const child = runFixture<Said>("database-user.ts", [dataDir, "lock"]);
  expect(await child.next()).toEqual({ locked: true });
  expect(isServerRunning(dataDir)).toBe(true);
  await child.kill();
  expect(isServerRunning(dataDir)).toBe(false);
  const next = await acquireStartLock(dataDir);
  expect(next.ok).toBe(true);
  if (next.ok) next.value.release();
});

test("a restore in progress is named as such", async () => {
  const dataDir = scratch();
  const restore = await acquireStartLock(dataDir, "restore");
  const start = await acquireStartLock(dataDir);
  expect(start).toMatchObject({
    ok: false,
    reason: { message: expect.stringMatching(/^A restore is already running/) },
  });
  if (restore.ok) restore.value.release();
});

test("checking whether a server runs does not make a start fail", async () => {
  const dataDir = scratch();
  let looking = true;
  const look = (async () => {
    while (looking) {
      isServerRunning(dataDir);
      await new Promise((resolve) => setImmediate(resolve));
    }
  })();
  for (let round = 0; round < 20; round += 1) {
    const lock = await acquireStartLock(dataDir);
    expect(lock.ok).toBe(true);
    if (lock.ok) lock.value.release();
  }
  looking = false;
  await look;
});

test("a lock is exclusive within one process too, leaves an empty file, and waiting for it times out", async () => {
  const dataDir = scratch();
  const file = join(layoutOf(dataDir).root, "some.lock");
  const held = tryLock(file);
  expect(tryLock(file)).toBeNull();
  await expect(waitForLock(file, 60)).rejects.toMatchObject({ reason: "lock_timeout" });
  const waiting = waitForLock(file, 5000);
  held?.release();
  (await waiting).release();
  expect(statSync(file).size).toBe(0);
  expect(() => tryLock(layoutOf(dataDir).root)).toThrow(/cannot be locked/);
});

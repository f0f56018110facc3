import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { expect, test } from "vitest";
import { scratch } from "#tests/fixtures/scratch.ts";
import { layoutOf } from "./layout.server.ts";

/*
 * The embedded database in containers: process numbers start again at 1 with each start, and a kill of the first process ends
 * all. `unshare` makes the same namespaces; without the rights for that these tests are skipped.
 */
const isolated = ["--pid", "--ipc", "--fork", "--kill-child=SIGKILL", "--mount-proc"];
const canIsolate = process.platform === "linux" && spawnSync("unshare", [...isolated, "true"]).status === 0;
if (!canIsolate) process.stderr.write("Skipped: container.server.test.ts needs root and unshare (util-linux).\n");

type Said = { postmaster?: number; failed?: string; message?: string };

/** Runs database-user.ts as the first process of new namespaces; `said` is its first line. */
async function startContainer(dataDir: string, role: "server" | "command") {
  const user = join("tests", "fixtures", "database-user.ts");
  const child = spawn("unshare", [...isolated, process.execPath, user, dataDir, role], {
    stdio: ["pipe", "pipe", "inherit"],
    env: { ...process.env, LOG_LEVEL: "silent" },
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const ended = once(child, "exit");
  const said = JSON.parse((await lines.next()).value ?? "{}") as Said;
  return {
    said,
    next: () => lines.next(),
    kill: async () => {
      child.kill("SIGKILL");
      await ended;
    },
    finish: async () => {
      child.stdin.end();
      await ended;
    },
  };
}

test.skipIf(!canIsolate)("a container that was killed starts again, eight times in a row", async () => {
  const dataDir = scratch();
  for (let round = 1; round <= 8; round += 1) {
    const container = await startContainer(dataDir, "server");
    expect(container.said, `start ${round}`).toMatchObject({ postmaster: expect.any(Number) });
    await container.kill();
  }
});

test.skipIf(!canIsolate)("a second container on the data of a running one is refused and harms nothing", async () => {
  const dataDir = scratch();
  const site = await startContainer(dataDir, "server");
  const note = readFileSync(join(layoutOf(dataDir).cluster, "postmaster.pid"), "utf8");
  const command = await startContainer(dataDir, "command");
  expect(command.said).toMatchObject({
    failed: "foreign_server",
    message: expect.stringContaining("another container"),
  });
  await command.finish();
  expect(readFileSync(join(layoutOf(dataDir).cluster, "postmaster.pid"), "utf8")).toBe(note);
  expect(existsSync(join(layoutOf(dataDir).socket, ".s.PGSQL.5432"))).toBe(true);
  await site.finish();
});

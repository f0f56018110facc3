import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { closeThreads, defineThreadTask, openThreads, runInThread } from "./threads.server.ts";

const double = defineThreadTask({ name: "double", run: async ({ value }: { value: number }) => value * 2 });
const unknown = defineThreadTask({ name: "unknown", run: async (_: object) => "here" });

/** A program that answers orders in the way of serveThread, without needing a build. */
function program(): string {
  const file = join(mkdtempSync(join(tmpdir(), "gtmarc-thread-")), "program.mjs");
  writeFileSync(
    file,
    `import { parentPort } from "node:worker_threads";
     parentPort.on("message", ({ id, task, input }) => {
       if (task === "die") process.exit(3);
       parentPort.postMessage(task === "double" ? { id, output: input.value * 2 } : { id, error: "There is no task " + task });
     });`,
  );
  return file;
}

afterEach(() => closeThreads());

test("without a thread the task runs where it is asked for", async () => {
  expect(await runInThread(double, { value: 4 })).toBe(8);
});

test("with one, orders travel there and back, also many at once", async () => {
  openThreads(program());
  expect(await Promise.all([1, 2, 3].map((value) => runInThread(double, { value })))).toEqual([2, 4, 6]);
  await expect(runInThread(unknown, {})).rejects.toThrow("There is no task unknown");
});

test("a thread that ends fails what waits for it, and the next order starts another", async () => {
  openThreads(program());
  const die = defineThreadTask({ name: "die", run: async (_: object) => "never" });
  await expect(runInThread(die, {})).rejects.toThrow("The thread ended before the task was done.");
  expect(await runInThread(double, { value: 5 })).toBe(10);
});

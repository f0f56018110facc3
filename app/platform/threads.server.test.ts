import { afterEach, expect, test } from "vitest";
import { GateCrowded } from "#app/lib/program/narrow-gate.ts";
import { program } from "#tests/fixtures/program.ts";
import {
  closeThreads,
  defineThreadTask,
  openThreads,
  runInThread,
  ThreadEnded,
  ThreadsClosed,
} from "./threads.server.ts";

const lane = "documents";
const double = defineThreadTask({ name: "double", lane, run: async ({ value }: { value: number }) => value * 2 });
const unknown = defineThreadTask({ name: "unknown", lane, run: async (_: object) => "here" });

/** A program that answers orders as serveThread does, as a thread or a process, without needing a build. */
const answering = () =>
  program(
    `import { parentPort } from "node:worker_threads";
     const post = (reply) => (parentPort ? parentPort.postMessage(reply) : process.send(reply));
     (parentPort ?? process).on("message", ({ task, input }) => {
       if (task === "exit") process.exit(3);
       if (task === "spin") for (;;);
       if (task === "fill") { const all = []; for (;;) all.push(new Array(1e6).fill(Math.random())); }
       if (task === "collect") { const all = new Map(); for (let count = 0; ; count += 1) all.set("key" + count, { count }); }
       if (task !== "never") post(task === "double" ? { output: input.value * 2 } : { error: "There is no task " + task });
     });`,
  );

afterEach(() => closeThreads());

test("without a thread the task runs where it is asked for", async () => {
  expect(await runInThread(double, { value: 4 })).toBe(8);
});

test("with one, orders travel there and back, also many at once", async () => {
  openThreads(answering());
  expect(await Promise.all([1, 2, 3].map((value) => runInThread(double, { value })))).toEqual([2, 4, 6]);
  await expect(runInThread(unknown, {})).rejects.toThrow("There is no task unknown");
});

test("a thread that exits fails its task, and the next task starts another", async () => {
  openThreads(answering());
  const exit = defineThreadTask({ name: "exit", lane, run: async (_: object) => "never" });
  const results = await Promise.allSettled([runInThread(exit, {}), runInThread(double, { value: 5 })]);
  expect(results).toMatchObject([
    { status: "rejected", reason: { message: "The thread ended before the task was done." } },
    { status: "fulfilled", value: 10 },
  ]);
});

test("a task that needs too much memory fails alone", async () => {
  openThreads(answering(), { maxHeapMb: 64 });
  const fill = defineThreadTask({ name: "fill", lane, run: async (_: object) => "never" });
  const failed = await runInThread(fill, {}).catch((error: unknown) => error);
  expect(failed).toBeInstanceOf(ThreadEnded);
  expect((failed as Error).message).toContain("memory limit");
  expect(await runInThread(double, { value: 6 })).toBe(12);
});

test("a process that runs out of memory ends alone, in whatever way it fills it", async () => {
  openThreads(answering(), { maxHeapMb: 64 });
  const collect = defineThreadTask({ name: "collect", lane: "calendars", run: async (_: object) => "never" });
  await expect(runInThread(collect, {})).rejects.toBeInstanceOf(ThreadEnded);
  expect(await runInThread({ ...double, lane: "calendars" }, { value: 9 })).toBe(18);
});

test("a task that never ends is ended at its time limit; tasks of another lane are not delayed", async () => {
  openThreads(answering(), { maxMs: 4000 });
  const spin = defineThreadTask({ name: "spin", lane: "calendars", run: async (_: object) => "never" });
  const spinning = runInThread(spin, {}).catch((error: unknown) => error);
  expect(await Promise.race([spinning, runInThread(double, { value: 7 })])).toBe(14);
  expect(await spinning).toBeInstanceOf(ThreadEnded);
  expect(await runInThread({ ...double, lane: "calendars" }, { value: 8 })).toBe(16);
});

test("closing the program is not a failure of the task", async () => {
  openThreads(answering());
  const never = defineThreadTask({ name: "never", lane, run: async (_: object) => "never" });
  const waiting = runInThread(never, {}).catch((error: unknown) => error);
  await closeThreads();
  expect(await waiting).toBeInstanceOf(ThreadsClosed);
});

test("a full queue refuses a task at once, and closing fails the tasks that wait", async () => {
  openThreads(answering());
  const never = defineThreadTask({ name: "never", lane, run: async (_: object) => "never" });
  const waiting = Promise.allSettled(Array.from({ length: 21 }, () => runInThread(never, {})));
  await expect(runInThread(double, { value: 1 })).rejects.toThrow(GateCrowded);
  await closeThreads();
  expect(new Set((await waiting).map(({ status }) => status))).toEqual(new Set(["rejected"]));
});

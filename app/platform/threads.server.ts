import { once } from "node:events";
import { type MessagePort, parentPort, Worker } from "node:worker_threads";
import { narrowGate } from "#app/lib/narrow-gate.ts";
import { log } from "./log.server.ts";

/*
 * Our own, because `tinypool` does not notice a thread that exits, and `piscina` brings a native package (decision 0228).
 */

/**
 * Work that would delay every other request, such as drawing a long document, in a separate thread. The input and
 * the output travel as structured clones. A task is pure: it gets no database and no settings.
 */
export type ThreadTask<Input, Output> = { name: string; lane: keyof typeof lanes; run(input: Input): Promise<Output> };

/** Names the types of a task once; use it for every definition. */
export const defineThreadTask = <Input, Output>(task: ThreadTask<Input, Output>) => task;

type Order = { task: string; input: unknown };
type Reply = { output: unknown } | { error: string };

/** The first argument by which the program knows that it is a thread and not the server. */
const threadCommand = "thread";

const idleMs = 60_000;

/**
 * Each lane has a thread of its own, so that a slow calendar delays no document. One task at a time: its time limit, its memory limit
 * and its failure affect no other.
 */
const lanes = {
  /** A task takes about a second; those that would wait longer than a browser does are refused at once. */
  documents: createLane({
    ...{ maxMs: 30_000, maxHeapMb: 512, maxWaiting: 20 },
    crowded: "Many documents are being prepared right now. Please try again in a few seconds.",
  }),
  calendars: createLane({
    ...{ maxMs: 20_000, maxHeapMb: 512, maxWaiting: 20 },
    crowded: "Many calendars are being read right now. Please try again in a minute.",
  }),
};

type Lane = {
  limits: { maxMs: number; maxHeapMb: number };
  gate: ReturnType<typeof narrowGate>;
  worker?: Worker | undefined;
  idle?: NodeJS.Timeout;
};

function createLane({
  maxWaiting,
  crowded,
  ...limits
}: Lane["limits"] & { maxWaiting: number; crowded: string }): Lane {
  return { limits, gate: narrowGate({ width: 1, maxQueue: maxWaiting, refusal: crowded }) };
}

/** The thread ended before the task was done: its time was up, its memory was full, or it exited. */
export class ThreadEnded extends Error {}

let program: string | undefined;
let maxTaskMs = Number.POSITIVE_INFINITY;

/**
 * From now on tasks run in threads of `file`, the built program. Without this call they run in the caller's thread.
 * `maxMs`: a shorter time limit, for tests.
 */
export function openThreads(file: string, { maxMs = Number.POSITIVE_INFINITY } = {}): void {
  program = file;
  maxTaskMs = maxMs;
}

export async function closeThreads(): Promise<void> {
  program = undefined;
  await Promise.all(Object.values(lanes).map(({ worker }) => worker?.terminate()));
}

/**
 * Runs the task and returns its result. The first task of a lane starts its thread, which ends after a minute without any. Throws
 * what the task throws, ThreadEnded at a limit of time or memory, and GateCrowded when too many tasks wait.
 */
export async function runInThread<Input, Output>(task: ThreadTask<Input, Output>, input: Input): Promise<Output> {
  return program ? lanes[task.lane].gate(() => runOrder(task, input)) : task.run(input);
}

async function runOrder<Input, Output>(task: ThreadTask<Input, Output>, input: Input): Promise<Output> {
  if (!program) throw new Error(closed);
  const lane = lanes[task.lane];
  clearTimeout(lane.idle);
  lane.worker ??= startWorker(program, lane);
  const thread = lane.worker;
  const limit = setTimeout(
    () => {
      log.warn({ task: task.name }, "a task took too long; its thread is ended");
      void thread.terminate();
    },
    Math.min(maxTaskMs, lane.limits.maxMs),
  );
  const settled = new AbortController();
  const next = (event: string) => once(thread, event, { signal: settled.signal });
  try {
    thread.postMessage({ task: task.name, input } satisfies Order);
    const [reply] = (await Promise.race([
      next("message").catch((error: unknown) => {
        throw outOfMemory(error) ? new ThreadEnded(outOfMemory(error)) : error;
      }),
      next("exit").then(() => {
        throw program ? new ThreadEnded(ended) : new Error(closed);
      }),
    ])) as [Reply];
    if ("error" in reply) throw new Error(reply.error);
    return reply.output as Output;
  } finally {
    clearTimeout(limit);
    settled.abort();
    lane.idle = setTimeout(() => void thread.terminate(), idleMs).unref();
  }
}

const outOfMemory = (error: unknown): string | undefined =>
  (error as NodeJS.ErrnoException).code === "ERR_WORKER_OUT_OF_MEMORY" ? (error as Error).message : undefined;

const closed = "The program is stopping.";
const ended = "The thread ended before the task was done.";

function startWorker(file: string, lane: Lane): Worker {
  const thread = new Worker(file, {
    argv: [threadCommand],
    stdin: false,
    resourceLimits: { maxOldGenerationSizeMb: lane.limits.maxHeapMb },
  });
  thread.unref();
  const forget = () => {
    if (lane.worker === thread) lane.worker = undefined;
  };
  thread.on("exit", forget);
  thread.on("error", (error) => {
    forget();
    log.warn({ err: error }, "the thread for long tasks failed");
  });
  return thread;
}

/** The other side: answers orders until the thread is ended. */
export function serveThread(tasks: readonly ThreadTask<never, unknown>[], port: MessagePort | null = parentPort): void {
  if (!port) throw new Error("Only a thread serves tasks.");
  port.on("message", (order: Order) => {
    void answer(tasks, order).then((reply) => port.postMessage(reply));
  });
}

async function answer(tasks: readonly ThreadTask<never, unknown>[], { task: name, input }: Order): Promise<Reply> {
  try {
    const task = tasks.find((candidate) => candidate.name === name);
    if (!task) throw new Error(`There is no task ${name}.`);
    return { output: await task.run(input as never) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

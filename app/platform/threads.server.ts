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
export type ThreadTask<Input, Output> = { name: string; run(input: Input): Promise<Output> };

/** Names the types of a task once; use it for every definition. */
export const defineThreadTask = <Input, Output>(task: ThreadTask<Input, Output>) => task;

type Order = { task: string; input: unknown };
type Reply = { output: unknown } | { error: string };

/** The first argument by which the program knows that it is a thread and not the server. */
const threadCommand = "thread";

const idleMs = 60_000;
const maxMs = 30_000;
const maxHeapMb = 512;
/** A task takes about a second; those that would wait longer than a browser does are refused at once. */
const maxWaiting = 20;

let program: string | undefined;
let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
/** One task at a time: its time limit and its failure affect no other. */
const gate = narrowGate({
  ...{ width: 1, maxQueue: maxWaiting },
  refusal: "Many documents are being prepared right now. Please try again in a few seconds.",
});

/** From now on tasks run in a thread of `file`, the built program. Without this call they run in the caller's thread. */
export function openThreads(file: string): void {
  program = file;
}

export async function closeThreads(): Promise<void> {
  program = undefined;
  await worker?.terminate();
}

/**
 * Runs the task and returns its result. The first task starts the thread, which ends after a minute without
 * any. Throws what the task throws, an error after thirty seconds, and GateCrowded when too many tasks wait.
 */
export async function runInThread<Input, Output>(task: ThreadTask<Input, Output>, input: Input): Promise<Output> {
  return program ? gate(() => runOrder(task, input)) : task.run(input);
}

async function runOrder<Input, Output>(task: ThreadTask<Input, Output>, input: Input): Promise<Output> {
  if (!program) throw new Error(ended);
  clearTimeout(idle);
  worker ??= startWorker(program);
  const thread = worker;
  const limit = setTimeout(() => {
    log.error({ task: task.name }, "a task took too long; its thread is ended");
    void thread.terminate();
  }, maxMs);
  const settled = new AbortController();
  const next = (event: string) => once(thread, event, { signal: settled.signal });
  try {
    thread.postMessage({ task: task.name, input } satisfies Order);
    const [reply] = (await Promise.race([
      next("message"),
      next("exit").then(() => {
        throw new Error(ended);
      }),
    ])) as [Reply];
    if ("error" in reply) throw new Error(reply.error);
    return reply.output as Output;
  } finally {
    clearTimeout(limit);
    settled.abort();
    idle = setTimeout(() => void thread.terminate(), idleMs).unref();
  }
}

const ended = "The thread ended before the task was done.";

function startWorker(file: string): Worker {
  const thread = new Worker(file, {
    argv: [threadCommand],
    stdin: false,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  thread.unref();
  const forget = () => {
    if (worker === thread) worker = undefined;
  };
  thread.on("exit", forget);
  thread.on("error", (error) => {
    forget();
    log.error({ err: error }, "the thread for long tasks failed");
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

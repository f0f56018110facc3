import { type MessagePort, parentPort, Worker } from "node:worker_threads";
import { log } from "./log.server.ts";

/**
 * Work that would hold up every other request, such as drawing a long document, done in a thread of its own. The input and
 * the output travel as structured clones. A task is pure: it gets no database and no settings.
 */
export type ThreadTask<Input, Output> = { name: string; run(input: Input): Promise<Output> };

/** Names the types of a task once; use it for every definition. */
export const defineThreadTask = <Input, Output>(task: ThreadTask<Input, Output>) => task;

type Order = { id: number; task: string; input: unknown };
type Reply = { id: number; output: unknown } | { id: number; error: string };
type Waiting = { resolve(output: unknown): void; reject(error: Error): void; timer: NodeJS.Timeout };

/** The first argument by which the program knows that it is a thread and not the server. */
const threadCommand = "thread";

const idleMs = 60_000;
const longestMs = 30_000;

let program: string | undefined;
let worker: Worker | undefined;
let idle: NodeJS.Timeout | undefined;
let orders = 0;
const waiting = new Map<number, Waiting>();

/** From now on tasks run in a thread of `file`, the built program. Without this call they run where they are asked for. */
export function openThreads(file: string): void {
  program = file;
}

export async function closeThreads(): Promise<void> {
  program = undefined;
  await worker?.terminate();
}

/**
 * Runs the task and returns its result. One thread is started by the first order and ends after a minute without
 * any. Throws what the task throws, and after thirty seconds without an answer.
 */
export async function runInThread<Input, Output>(task: ThreadTask<Input, Output>, input: Input): Promise<Output> {
  if (!program) return task.run(input);
  worker ??= startWorker(program);
  const thread = worker;
  const id = ++orders;
  return new Promise<Output>((resolve, reject) => {
    const timer = setTimeout(() => {
      log.error({ task: task.name }, "a task took too long; its thread is ended");
      void thread.terminate();
    }, longestMs);
    waiting.set(id, { resolve: resolve as Waiting["resolve"], reject, timer });
    clearTimeout(idle);
    thread.postMessage({ id, task: task.name, input } satisfies Order);
  });
}

function startWorker(file: string): Worker {
  const thread = new Worker(file, { argv: [threadCommand], stdin: false });
  thread.unref();
  thread.on("message", (reply: Reply) => {
    const order = take(reply.id);
    if (!order) return;
    if ("error" in reply) order.reject(new Error(reply.error));
    else order.resolve(reply.output);
    if (waiting.size === 0) idle = setTimeout(() => void thread.terminate(), idleMs).unref();
  });
  thread.on("error", (error) => log.error({ err: error }, "the thread for long tasks failed"));
  thread.on("exit", () => {
    if (worker === thread) worker = undefined;
    for (const id of [...waiting.keys()]) take(id)?.reject(new Error("The thread ended before the task was done."));
  });
  return thread;
}

function take(id: number): Waiting | undefined {
  const order = waiting.get(id);
  waiting.delete(id);
  clearTimeout(order?.timer);
  return order;
}

/** The other side: answers orders until the thread is ended. */
export function serveThread(tasks: readonly ThreadTask<never, unknown>[], port: MessagePort | null = parentPort): void {
  if (!port) throw new Error("Only a thread serves tasks.");
  port.on("message", (order: Order) => {
    void answer(tasks, order).then((reply) => port.postMessage(reply));
  });
}

async function answer(tasks: readonly ThreadTask<never, unknown>[], { id, task: name, input }: Order): Promise<Reply> {
  try {
    const task = tasks.find((candidate) => candidate.name === name);
    if (!task) throw new Error(`There is no task ${name}.`);
    return { id, output: await task.run(input as never) };
  } catch (error) {
    return { id, error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

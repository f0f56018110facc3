import { type ChildProcess, fork } from "node:child_process";
import { type EventEmitter, once } from "node:events";
import { constants as osConstants, setPriority } from "node:os";
import { type MessagePort, parentPort, Worker } from "node:worker_threads";
import { type Firm, firmFacts, readFirmFrom } from "#app/lib/firm.ts";
import { narrowGate } from "#app/lib/program/narrow-gate.ts";
import { log } from "./log.server.ts";

/*
 * Our own, because `tinypool` does not notice a thread that exits, and `piscina` brings a native package (decision 0057).
 */

/**
 * Work that would delay every other request, such as drawing a long document, in a separate thread, or in a separate process if its
 * input is a stranger's. The input and the output travel as structured clones. A task is pure: it gets no database and no settings but
 * the facts of the firm.
 */
export type ThreadTask<Input, Output> = { name: string; lane: keyof typeof lanes; run(input: Input): Promise<Output> };

/** Names the types of a task once; use it for every definition. */
export const defineThreadTask = <Input, Output>(task: ThreadTask<Input, Output>) => task;

type Order = { task: string; input: unknown; maxMs: number; firm: Firm };
/** A part of the input's `file`, sent to a process before its order: 20 MB in one message would block the sender. */
type Piece = { piece: Uint8Array };
const pieceBytes = 256 * 1024;
type Reply = { output: unknown } | { error: string };

/** The first argument by which the program knows that it serves tasks and is not the server. */
const threadCommand = "thread";

const idleMs = 60_000;

/**
 * Each lane has a place of its own, so that a slow calendar delays no document. One task at a time: its time limit, its memory limit
 * and its failure affect no other.
 */
const lanes = {
  /** A task takes about a second; those that would wait longer than a browser does are refused at once. */
  documents: createLane({
    ...{ start: startThread, maxMs: 30_000, maxHeapMb: 512, maxWaiting: 20 },
    crowded: "Many documents are being prepared right now. Please try again in a few seconds.",
  }),
  /** A process, because some ways of filling a thread's memory end the whole process. */
  calendars: createLane({
    ...{ start: startProcess, maxMs: 20_000, maxHeapMb: 512, maxWaiting: 20 },
    crowded: "Many calendars are being read right now. Please try again in a minute.",
  }),
  /** Received mail, which anyone can send. Its senders try again. */
  mail: createLane({
    ...{ start: startProcess, maxMs: 20_000, maxHeapMb: 512, maxWaiting: 50 },
    crowded: "Many mails are being read right now. Please try again in a minute.",
  }),
  /** Files of people that an admin imports. */
  imports: createLane({
    ...{ start: startProcess, maxMs: 60_000, maxHeapMb: 1024, maxWaiting: 20 },
    crowded: "Many files are being read right now. Please try again in a minute.",
  }),
};

/** Where tasks run: emits `message` for each reply, `error` and `exit`. */
type Place = { events: EventEmitter; post: (order: Order) => void; end: () => Promise<unknown> };

type Lane = {
  start: (file: string, maxHeapMb: number) => Place;
  maxMs: number;
  maxHeapMb: number;
  gate: ReturnType<typeof narrowGate>;
  place?: Place | undefined;
  idle?: NodeJS.Timeout;
};

function createLane({
  maxWaiting,
  crowded,
  ...lane
}: Pick<Lane, "start" | "maxMs" | "maxHeapMb"> & { maxWaiting: number; crowded: string }): Lane {
  return { ...lane, gate: narrowGate({ width: 1, maxQueue: maxWaiting, refusal: crowded }) };
}

/** The thread or process ended before the task was done: its time was up, its memory was full, or it exited. */
export class ThreadEnded extends Error {}

/** The program is stopping; nothing is wrong with the task. */
export class ThreadsClosed extends Error {}

let program: string | undefined;
let tighter: { maxMs?: number; maxHeapMb?: number } = {};

/**
 * From now on tasks run in threads and processes of `file`, the built program. Without this call they run in the caller's thread.
 * `limits`: tighter ones, for tests.
 */
export function openThreads(file: string, limits: typeof tighter = {}): void {
  program = file;
  tighter = limits;
}

export async function closeThreads(): Promise<void> {
  program = undefined;
  await Promise.all(Object.values(lanes).map(({ place }) => place?.end()));
}

/**
 * Runs the task and returns its result. The first task of a lane starts its place, which ends after a minute without any. Throws
 * what the task throws, ThreadEnded at a limit of time or memory, GateCrowded when too many tasks wait, and ThreadsClosed.
 */
export async function runInThread<Input, Output>(task: ThreadTask<Input, Output>, input: Input): Promise<Output> {
  return program ? lanes[task.lane].gate(() => runOrder(task, input)) : task.run(input);
}

async function runOrder<Input, Output>(task: ThreadTask<Input, Output>, input: Input): Promise<Output> {
  if (!program) throw new ThreadsClosed("The program is stopping.");
  const lane = lanes[task.lane];
  clearTimeout(lane.idle);
  const { maxMs = lane.maxMs } = tighter;
  lane.place ??= startPlace(program, lane);
  const { events, post, end } = lane.place;
  const limit = setTimeout(() => {
    log.warn({ task: task.name }, "a task took too long and is ended");
    void end();
  }, maxMs);
  const settled = new AbortController();
  const next = (event: string) => once(events, event, { signal: settled.signal });
  try {
    post({ task: task.name, input, maxMs, firm: firmFacts() });
    const [reply] = (await Promise.race([
      next("message").catch((error: Error) => {
        throw new ThreadEnded(error.message);
      }),
      next("exit").then(() => {
        throw program ? new ThreadEnded(ended) : new ThreadsClosed("The program is stopping.");
      }),
    ])) as [Reply];
    if ("error" in reply) throw new Error(reply.error);
    return reply.output as Output;
  } finally {
    clearTimeout(limit);
    settled.abort();
    lane.idle = setTimeout(() => void end(), idleMs).unref();
  }
}

const ended = "The thread ended before the task was done.";

function startPlace(file: string, lane: Lane): Place {
  const place = lane.start(file, tighter.maxHeapMb ?? lane.maxHeapMb);
  const forget = () => {
    if (lane.place === place) lane.place = undefined;
  };
  place.events.on("exit", forget);
  place.events.on("error", (error) => {
    forget();
    log.warn({ err: error }, "the thread for long tasks failed");
  });
  return place;
}

function startThread(file: string, maxHeapMb: number): Place {
  const thread = new Worker(file, {
    argv: [threadCommand],
    stdin: false,
    resourceLimits: { maxOldGenerationSizeMb: maxHeapMb },
  });
  thread.unref();
  return { events: thread, post: (order) => thread.postMessage(order), end: () => thread.terminate() };
}

function startProcess(file: string, maxHeapMb: number): Place {
  const child = fork(file, [threadCommand], {
    execArgv: [`--max-old-space-size=${maxHeapMb}`],
    serialization: "advanced",
    // Not this process's settings, which have secrets. A process that runs out of memory prints its stack.
    env: { NODE_ENV: "production" },
    stdio: ["ignore", "ignore", "ignore", "ipc"],
  });
  const exited = once(child, "exit").catch(() => {});
  lowerPriority(child);
  child.unref();
  child.channel?.unref();
  return {
    events: child,
    post: (order) => void postInPieces(child, order),
    end: () => {
      child.ref();
      child.kill("SIGKILL");
      return exited;
    },
  };
}

/** So that reading a large file does not delay the requests of this process. */
function lowerPriority({ pid }: ChildProcess): void {
  try {
    if (pid !== undefined) setPriority(pid, osConstants.priority.PRIORITY_BELOW_NORMAL);
  } catch (error) {
    log.warn({ err: error }, "the process for long tasks runs with normal priority");
  }
}

async function postInPieces(child: ChildProcess, { input, ...order }: Order): Promise<void> {
  // A child that has ended is noticed by its exit.
  const send = (message: object) => new Promise<void>((resolve) => child.send(message, () => resolve()));
  const { file, ...rest } = input as { file?: unknown };
  if (!(file instanceof Uint8Array) || file.length === 0) return send({ ...order, input });
  for (let at = 0; at < file.length; at += pieceBytes)
    await send({ piece: file.slice(at, at + pieceBytes) } satisfies Piece);
  await send({ ...order, input: rest });
}

/** The other side: answers orders until the thread or process is ended. */
export function serveThread(tasks: readonly ThreadTask<never, unknown>[], port: MessagePort | null = parentPort): void {
  if (port)
    port.on("message", (order: Order) => {
      void answer(tasks, order).then((reply) => port.postMessage(reply));
    });
  else if (process.send) serveProcess(tasks);
  else throw new Error("Only a thread or a forked process serves tasks.");
}

function serveProcess(tasks: readonly ThreadTask<never, unknown>[]): void {
  let pieces: Uint8Array[] = [];
  process.on("message", (message: Order | Piece) => {
    if ("piece" in message) {
      pieces.push(message.piece);
      return;
    }
    const file = pieces.length > 0 && { file: Buffer.concat(pieces) };
    pieces = [];
    const order = { ...message, input: { ...(message.input as object), ...file } };
    // Ends the process even if its parent was killed and the task never ends.
    const guard = new Worker(endLater, { eval: true, workerData: order.maxMs });
    void answer(tasks, order).then((reply) => {
      void guard.terminate();
      process.send?.(reply);
    });
  });
  process.once("disconnect", () => process.exit());
  // A terminal and a service manager signal all processes; the parent ends this one.
  for (const signal of ["SIGINT", "SIGTERM"]) process.on(signal, () => {});
}

const endLater = `const { workerData } = require("node:worker_threads");
setTimeout(() => process.kill(process.pid, "SIGKILL"), workerData);`;

async function answer(
  tasks: readonly ThreadTask<never, unknown>[],
  { task: name, input, firm }: Order,
): Promise<Reply> {
  readFirmFrom(() => firm);
  try {
    const task = tasks.find((candidate) => candidate.name === name);
    if (!task) throw new Error(`There is no task ${name}.`);
    return { output: await task.run(input as never) };
  } catch (error) {
    return { error: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
}

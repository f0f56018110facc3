import PQueue from "p-queue";

/** The queue is full. */
export class GateCrowded extends Error {}

/**
 * Runs `width` tasks at a time and lets at most `longestQueue` wait, in order; with a full queue it throws GateCrowded at once. For
 * work that would otherwise take the processor away from everything else.
 *
 * @example const gate = narrowGate({ width: 2, longestQueue: 100 }); const hash = await gate(() => scrypt(…));
 */
export function narrowGate({ width, longestQueue }: { width: number; longestQueue: number }) {
  const queue = new PQueue({ concurrency: width });
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (queue.size >= longestQueue) throw new GateCrowded("Too much of this is waiting already.");
    return queue.add(work);
  };
}

import PQueue from "p-queue";

/** The queue is full; the message is for the user. */
export class GateCrowded extends Error {}

/**
 * Runs `width` tasks at a time and lets at most `maxQueue` wait, in order; with a full queue it throws GateCrowded at once. For
 * work that would otherwise take the processor away from everything else.
 *
 * @example const gate = narrowGate({ width: 2, maxQueue: 100, refusal: "Try again." }); const hash = await gate(() => scrypt(…));
 */
export function narrowGate({ width, maxQueue, refusal }: { width: number; maxQueue: number; refusal: string }) {
  const queue = new PQueue({ concurrency: width });
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (queue.size >= maxQueue) throw new GateCrowded(refusal);
    return queue.add(work);
  };
}

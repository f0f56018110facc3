/** Too many wait already. */
export class GateCrowded extends Error {}

/**
 * Runs `width` tasks at a time and lets at most `longestQueue` wait, in order; with a full queue it throws GateCrowded at once. For
 * work that would otherwise take the machine away from everything else.
 *
 * @example const gate = narrowGate({ width: 2, longestQueue: 100 }); const hash = await gate(() => scrypt(…));
 */
export function narrowGate({ width, longestQueue }: { width: number; longestQueue: number }) {
  let running = 0;
  const waiting: (() => void)[] = [];
  const leave = () => {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  };
  return async <Value>(work: () => Promise<Value>): Promise<Value> => {
    if (running < width) running += 1;
    else if (waiting.length >= longestQueue) throw new GateCrowded("Too much of this is waiting already.");
    else await new Promise<void>((enter) => waiting.push(enter));
    try {
      return await work();
    } finally {
      leave();
    }
  };
}

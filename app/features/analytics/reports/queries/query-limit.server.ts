/** Concurrent report queries in this process; the pool keeps its other connections for visitors. */
const maxRunning = 6;

/**
 * Runs a report query once fewer than six are running in this process, first come, first served. A page starts all of its queries at
 * once, and all pages share the limit.
 */
export const limited = queryLimit(maxRunning);

/** Creates a limiter that runs at most `max` queries at once, first come, first served. */
export function queryLimit(max: number): <Value>(query: () => Promise<Value>) => Promise<Value> {
  let running = 0;
  const waiting: (() => void)[] = [];
  return async (query) => {
    if (running >= max) await new Promise<void>((start) => waiting.push(start));
    else running += 1;
    try {
      return await query();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else running -= 1;
    }
  };
}

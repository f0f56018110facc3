/** Queries of reports that run at the same time in this process; the pool keeps the other connections for visitors. */
const maxRunning = 6;

/**
 * Runs a query of a report as soon as fewer than six run in this process, first come, first served. One page starts all of its
 * queries at once, and several pages share the limit.
 */
export const limited = queryLimit(maxRunning);

/** A function that runs queries as soon as fewer than `max` of its queries run, first come, first served. */
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

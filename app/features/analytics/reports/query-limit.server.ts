/** Queries of reports that run at the same time in this process; the pool keeps the other connections for visitors. */
const maxRunning = 6;

let running = 0;
const waiting: (() => void)[] = [];

/**
 * Runs a query of a report as soon as fewer than six run in this process, first come, first served. One page starts all of its
 * queries at once, and several pages share the limit.
 */
export async function limited<Value>(query: () => Promise<Value>): Promise<Value> {
  if (running >= maxRunning) await new Promise<void>((start) => waiting.push(start));
  else running += 1;
  try {
    return await query();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else running -= 1;
  }
}

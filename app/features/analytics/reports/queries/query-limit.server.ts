import PQueue from "p-queue";

/** Concurrent report queries in this process; the pool keeps its other connections for visitors. */
const running = new PQueue({ concurrency: 6 });

/**
 * Runs a report query once fewer than six are running in this process, first come, first served. A page starts all of its queries at
 * once, and all pages share the limit.
 */
export const limited = <Value>(query: () => Promise<Value>): Promise<Awaited<Value>> => running.add(query);

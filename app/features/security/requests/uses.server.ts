import { sql } from "drizzle-orm";
import { minuteMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import { rateLimit } from "../tables.server.ts";

/*
 * Counts uses of limits, for limits.server.ts. Nearly every request counts one, so simultaneous requests would each
 * wait for the database before anything else. All uses of one event-loop turn are therefore one statement: equally
 * atomic and exact, and fifty requests wait for one or two statements instead of fifty.
 */

/**
 * Tolerated clock difference between processes on one database. A window that ends later than one starting now, beyond
 * this, was started by a wrong clock and counts as expired.
 */
export const clockSkewMs = minuteMs;

type Use = { key: string; until: Date };
type Counted = { points: number; expiresAt: Date };

type Waiting = Use & { now: Date; resolve: (counted: Counted) => void; fail: (error: unknown) => void };

/** Per database: a transaction batches its own uses. */
const gathered = new WeakMap<Db, Waiting[]>();

/**
 * Adds one to the counter `key`. A new window, until `until`, starts if the stored one is expired or was started by a
 * wrong clock; a window never ends later than `until`.
 */
export const addUse = ({ db, now }: Pick<Ctx, "db" | "now">, use: Use): Promise<Counted> =>
  new Promise((resolve, fail) => {
    const waiting = gathered.get(db);
    const entry = { ...use, now, resolve, fail };
    if (waiting) return void waiting.push(entry);
    gathered.set(db, [entry]);
    setImmediate(() => void countTogether(db));
  });

async function countTogether(db: Db): Promise<void> {
  const waiting = gathered.get(db) ?? [];
  gathered.delete(db);
  try {
    const byKey = Map.groupBy(waiting, ({ key }) => key);
    const shown = await addAll(db, byKey);
    for (const [key, uses] of byKey) {
      const { points, expiresAt } = shown.get(key)!;
      for (const [index, { resolve }] of uses.entries())
        resolve({ points: points - (uses.length - 1 - index), expiresAt });
    }
  } catch (error) {
    for (const { fail } of waiting) fail(error);
  }
}

async function addAll(db: Db, byKey: ReadonlyMap<string, readonly Waiting[]>): Promise<ReadonlyMap<string, Counted>> {
  // The same order in every process, so that two processes counting the same clients cannot deadlock.
  const keys = [...byKey.keys()].sort();
  const uses = keys.map((key) => byKey.get(key)!);
  const newest = Math.max(...uses.flat().map(({ now }) => now.getTime()));
  const expired = sql`(${rateLimit.expiresAt} <= ${new Date(newest).toISOString()}::timestamptz
    or ${rateLimit.expiresAt} > excluded.expires_at + make_interval(secs => ${clockSkewMs / 1000}))`;
  const rows = await db
    .insert(rateLimit)
    .select(
      sql`select * from unnest(
        ${sql.param(keys)}::text[],
        ${sql.param(uses.map(({ length }) => length))}::int[],
        ${sql.param(uses.map((some) => some.at(-1)!.until.toISOString()))}::timestamptz[]
      )`,
    )
    .onConflictDoUpdate({
      target: rateLimit.key,
      set: {
        points: sql`case when ${expired} then excluded.points else ${rateLimit.points} + excluded.points end`,
        expiresAt: sql`case when ${expired} then excluded.expires_at else least(${rateLimit.expiresAt}, excluded.expires_at) end`,
      },
    })
    .returning();
  return new Map(rows.map((row) => [row.key, row]));
}

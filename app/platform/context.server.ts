import { PgTransaction } from "drizzle-orm/pg-core";
import { type Actor, system } from "#app/lib/actor.ts";
import { isRefused, type Refused } from "#app/lib/result.ts";
import { currentTime } from "./clock.server.ts";
import type { Db } from "./db.server.ts";

/** What every verb and read is handed: where to store, who asks, what time it is. */
export type Ctx = {
  db: Db;
  actor: Actor;
  now: Date;
  /** Read together with the session, in requests that change nothing. Transactions read everything themselves. */
  facts?: VisitorFacts | undefined;
};

/** What a request's statement selected about its user (visitor-fact.server.ts), by name of the fact. */
type VisitorFacts = { userId: string; values: Readonly<Record<string, unknown>> };

/** The context of jobs and of the command line. */
export const systemContext = (db: Db): Ctx => ({ db, actor: system, now: currentTime() });

/** Ends a transaction whose work refused; caught by the call of `inTransaction` that opened it. */
class RolledBack extends Error {
  readonly refused: Refused<{ kind: string }>;
  constructor(refused: Refused<{ kind: string }>) {
    super(`Rolled back: ${refused.reason.kind}`);
    this.refused = refused;
  }
}

/**
 * Runs `work` in one transaction; inside another transaction it becomes a savepoint. An error rolls it back, and so does a
 * refusal: `work` may return one after it has written. `keepWrites` commits what was written before a refusal, for limits
 * that count failures.
 */
export async function inTransaction<Value>(
  ctx: Ctx,
  work: (ctx: Ctx) => Promise<Value>,
  { keepWrites = false }: { keepWrites?: boolean } = {},
): Promise<Value> {
  let rolledBack: RolledBack | undefined;
  try {
    return await ctx.db.transaction(async (tx) => {
      const value = await work({ ...ctx, db: tx as unknown as Db, facts: undefined });
      if (keepWrites || !isRefused(value)) return value;
      rolledBack = new RolledBack(value);
      throw rolledBack;
    });
  } catch (error) {
    if (rolledBack && error === rolledBack) return rolledBack.refused as Value;
    throw error;
  }
}

export const isTransaction = ({ db }: Pick<Ctx, "db">): boolean => (db as object) instanceof PgTransaction;

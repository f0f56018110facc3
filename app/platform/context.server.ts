import { PgTransaction } from "drizzle-orm/pg-core";
import { type Actor, type SignedIn, system } from "#app/lib/actor.ts";
import { isRefused, type Refused } from "#app/lib/result.ts";
import { currentTime } from "./dates/clock.server.ts";
import type { Db } from "./db.server.ts";

export type Ctx = {
  db: Db;
  actor: Actor;
  now: Date;
  /** The client address of a request; only its hash is stored. Absent in jobs and on the command line. */
  address?: string | undefined;
  /** Values read together with the session, for requests that change nothing. Transactions read everything again. */
  facts?: VisitorFacts | undefined;
  /** Whether this browser changed something within the last minute; reports then read the primary database. */
  hasJustWritten?: boolean | undefined;
};

export type SignedInCtx = Ctx & { actor: SignedIn };

/** Values that the request's session statement selected about the user (visitor-fact.server.ts), by fact name. */
type VisitorFacts = { userId: string; values: Readonly<Record<string, unknown>> };

export const systemContext = (db: Db): Ctx => ({ db, actor: system, now: currentTime() });

/** Rolls back a transaction after a refusal; caught by the `inTransaction` call that opened it. */
class RolledBack extends Error {
  readonly refused: Refused<{ kind: string }>;
  constructor(refused: Refused<{ kind: string }>) {
    super(`Rolled back: ${refused.reason.kind}`);
    this.refused = refused;
  }
}

/**
 * Runs `work` in one transaction, or in a savepoint inside another transaction. Errors and refusals roll it back, so `work`
 * can refuse after it has written. `keepWrites` commits the writes before a refusal, for limits that count failures.
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

import { PgTransaction } from "drizzle-orm/pg-core";
import { type Actor, system } from "#app/lib/actor.ts";
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

/** Runs `work` in one transaction; inside another transaction it becomes a savepoint. */
export const inTransaction = <Value>(ctx: Ctx, work: (ctx: Ctx) => Promise<Value>): Promise<Value> =>
  ctx.db.transaction((tx) => work({ ...ctx, db: tx as unknown as Db, facts: undefined }));

export const isTransaction = ({ db }: Pick<Ctx, "db">): boolean => (db as object) instanceof PgTransaction;

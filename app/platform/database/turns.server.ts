import { sql } from "drizzle-orm";
import type { Ctx } from "../context.server.ts";

/**
 * Waits until no other transaction of any process holds `key`, then holds it until the caller's transaction ends. For
 * commands that check first and write afterwards, if no unique index can enforce the rule. Call inside `inTransaction`; keep
 * it short. `await takeTurn(tx, "access-request", email)`
 */
export async function takeTurn(ctx: Ctx, purpose: string, key: string): Promise<void> {
  await ctx.db.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`${purpose}:${key}`}, 0))`);
}

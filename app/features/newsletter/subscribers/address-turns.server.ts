import type { Ctx } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";

/**
 * Locks these addresses until the transaction ends: no other command can subscribe them or move a subscription from or to them. Always
 * in the same order, so that two users who swap addresses cannot deadlock.
 */
export async function lockAddresses(tx: Ctx, emails: readonly string[]): Promise<void> {
  for (const email of [...new Set(emails)].sort()) await takeTurn(tx, "newsletter-address", email);
}

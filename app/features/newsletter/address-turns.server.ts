import type { Ctx } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/turns.server.ts";

/**
 * Locks these addresses until the transaction ends: no other command subscribes them or moves a subscription from or to them.
 * Always in one order, so that two users who trade addresses cannot deadlock.
 */
export async function takeAddresses(tx: Ctx, emails: readonly string[]): Promise<void> {
  for (const email of [...new Set(emails)].sort()) await takeTurn(tx, "newsletter-address", email);
}

import type { Ctx } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/turns.server.ts";

/**
 * Until the transaction ends nobody else subscribes these addresses or moves a subscription from or to them. Always taken in
 * one order, so that two people who trade addresses wait for each other instead of both failing.
 */
export async function takeAddresses(tx: Ctx, emails: readonly string[]): Promise<void> {
  for (const email of [...new Set(emails)].sort()) await takeTurn(tx, "newsletter-address", email);
}

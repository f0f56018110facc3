import { limitKey } from "#app/features/security/requests/client-address.server.ts";
import { countUse, resetUses, uncountUse } from "#app/features/security/requests/limits.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";

/** Whether the attempt is allowed; call `forgive` if its password was right. */
export type SignInTry = { allowed: true; forgive: () => Promise<void> } | { allowed: false; retryAfterSeconds: number };

/**
 * Failed sign-ins are limited per account and client, and per client (spec: limits). An attempt counts before its
 * password is checked, so that simultaneous attempts cannot bypass the limit; a right password is not counted. It
 * resets the count of the account but not of the client: signing in to one account must not allow more guesses at
 * others.
 */
export async function countSignInTry(ctx: Ctx, by: { email: string; address: string }): Promise<SignInTry> {
  const client = limitKey(by.address);
  const accountAtClient = `${by.email}|${client}`;
  const account = await countUse(ctx, "sign-in-account", accountAtClient);
  if (!account.allowed) return account;
  const all = await countUse(ctx, "sign-in-client", client);
  if (!all.allowed) {
    await uncountUse(ctx, "sign-in-account", accountAtClient);
    return all;
  }
  const forgive = async () => {
    await resetUses(ctx, "sign-in-account", accountAtClient);
    await uncountUse(ctx, "sign-in-client", client);
  };
  return { allowed: true, forgive };
}

import { isOffList } from "#app/features/mail/refusals/suppression.server.ts";
import {
  findSubscriberAddress,
  isSubscribed,
  unsubscribeByAddress,
} from "#app/features/newsletter/subscribers/leaving.server.ts";
import { isOutreachToken } from "#app/features/sequences/enrollments/leave-link.server.ts";
import { findOutreachAddress, leaveOutreachByAddress } from "#app/features/sequences/enrollments/leaving.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";

/*
 * All lists that a link of any of their mails can end. Mails of the weekly report go to admins only and are not among them.
 */

const addressOf = (ctx: Pick<Ctx, "db">, token: string): Promise<string | null> =>
  isOutreachToken(token) ? findOutreachAddress(ctx, token) : findSubscriberAddress(ctx, token);

/** Whether any list may still mail the token's address; null if the token belongs to no address. */
export async function isOnAnyList(ctx: Pick<Ctx, "db">, token: string): Promise<boolean | null> {
  const email = await addressOf(ctx, token);
  if (email === null) return null;
  return (await isSubscribed(ctx, email)) || !(await isOffList(ctx, email, "outreach"));
}

/** Ends every list for the token's address, also those that never mailed it. Returns whether the token belongs to one. Idempotent. */
export async function leaveAllLists(ctx: Ctx, token: string): Promise<boolean> {
  const email = await addressOf(ctx, token);
  if (email === null) return false;
  await unsubscribeByAddress(ctx, { email, by: "page" });
  await leaveOutreachByAddress(ctx, { email, by: "page" });
  return true;
}

import { firstNameOf } from "#app/features/accounts/profile/profile.server.ts";
import { accountLabel } from "#app/features/accounts/users/account-label.ts";
import { isTeamMember } from "#app/lib/actor.ts";
import type { Ctx } from "#app/platform/context.server.ts";

/** Returns the signed-in user's data for headers; null for other visitors. */
export async function visibleAccount(ctx: Ctx): Promise<{ label: string; isAdmin: boolean } | null> {
  if (ctx.actor.kind !== "user") return null;
  const { userId, email } = ctx.actor;
  return { label: accountLabel(await firstNameOf.of(ctx, userId), email), isAdmin: isTeamMember(ctx.actor) };
}

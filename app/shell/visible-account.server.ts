import { accountLabel } from "#app/features/accounts/account-label.ts";
import { getFirstName } from "#app/features/accounts/profile.server.ts";
import type { SignedIn } from "#app/lib/actor.ts";
import type { Ctx } from "#app/platform/context.server.ts";

/** What a header may show of whoever is signed in; null for everybody else. */
export async function visibleAccount(ctx: Ctx): Promise<{ label: string; isAdmin: boolean } | null> {
  if (ctx.actor.kind !== "user") return null;
  const firstName = await getFirstName(ctx as Ctx & { actor: SignedIn });
  return { label: accountLabel(firstName, ctx.actor.email), isAdmin: ctx.actor.isAdmin };
}

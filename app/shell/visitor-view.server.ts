import { hasWizardAccess } from "#app/features/access/grants.server.ts";
import { accountLabel } from "#app/features/accounts/account-label.ts";
import { getFirstName } from "#app/features/accounts/profile.server.ts";
import { hasCompletedAnalysis } from "#app/features/wizard/blueprint.server.ts";
import type { SignedIn } from "#app/lib/actor.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { VisitorView } from "./request-context.ts";

/** What content pages look like for somebody without a session. */
export const nobodysView: VisitorView = { account: null, hasWizardAccess: false, hasAnalysis: false };

/** The view of whoever sends this request; three rooms are asked at once. */
export async function readVisitorView(ctx: Ctx): Promise<VisitorView> {
  const { actor } = ctx;
  if (actor.kind !== "user") return nobodysView;
  const [account, access, analysis] = await Promise.all([
    readAccount(ctx as Ctx & { actor: SignedIn }),
    hasWizardAccess(ctx, actor.userId),
    hasCompletedAnalysis(ctx, actor.userId),
  ]);
  return { account, hasWizardAccess: access, hasAnalysis: analysis };
}

/** The same, asked for at most once. */
export function visitorView(ctx: Ctx): () => Promise<VisitorView> {
  let view: Promise<VisitorView> | undefined;
  return () => {
    view ??= readVisitorView(ctx);
    return view;
  };
}

async function readAccount(ctx: Ctx & { actor: SignedIn }) {
  const { email, isAdmin } = ctx.actor;
  const firstName = await getFirstName(ctx);
  return { label: accountLabel(firstName, email), email, isAdmin };
}

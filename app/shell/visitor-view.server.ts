import { suspensionOf } from "#app/features/access/access.ts";
import { readAccess } from "#app/features/access/grants/grants.server.ts";
import { hasCompletedAnalysis } from "#app/features/wizard/wizard.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { VisitorView } from "./request-context.ts";
import { visibleAccount } from "./visible-account.server.ts";

/** The view of content pages for visitors without a session. */
export const anonymousView: VisitorView = {
  account: null,
  hasWizardAccess: false,
  suspension: null,
  hasAnalysis: false,
};

export async function visitorView(ctx: Ctx): Promise<VisitorView> {
  const { actor } = ctx;
  if (actor.kind !== "user") return anonymousView;
  const [account, access, hasAnalysis] = await Promise.all([
    visibleAccount(ctx),
    readAccess(ctx, actor.userId),
    hasCompletedAnalysis.of(ctx, actor.userId),
  ]);
  return {
    account: account && { ...account, email: actor.email, adminId: account.isAdmin ? actor.userId : null },
    hasWizardAccess: access.hasAccess,
    suspension: suspensionOf(access),
    hasAnalysis,
  };
}

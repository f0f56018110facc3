import { countAccess } from "#app/features/access/counts.server.ts";
import { countBilling } from "#app/features/billing/payments/records.server.ts";
import { countArchitectWork } from "#app/features/full-blueprint/drawing/architect-work.server.ts";
import type { AdminCtx } from "./admin.server.ts";
import type { AdminCount } from "./navigation.ts";

/** Counts items that need an admin, by page, for the navigation. Read on every admin page, so each count is one quick query. */
export async function readAdminCounts(ctx: AdminCtx): Promise<Record<AdminCount, number>> {
  const [access, blueprints, billing] = await Promise.all([
    countAccess(ctx),
    countArchitectWork(ctx),
    countBilling(ctx),
  ]);
  return {
    accessRequests: access.ok ? access.value.waiting : 0,
    blueprints: blueprints?.total ?? 0,
    billing: (billing?.openInvoices ?? 0) + (billing?.refundsDue ?? 0) + (billing?.toCheck ?? 0),
  };
}

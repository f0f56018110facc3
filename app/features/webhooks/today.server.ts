import { asc, eq, sql } from "drizzle-orm";
import { canRead } from "#app/lib/actor.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { webhookEndpoint } from "./tables.server.ts";
import type { DisabledReason } from "./webhook-terms.ts";

/** An endpoint that receives nothing until an admin resumes it. `name`: its description, otherwise its host. */
export type DisabledEndpoint = {
  id: string;
  name: string;
  disabledReason: DisabledReason | null;
  disabledAt: Date | null;
};

/** Lists disabled endpoints, longest disabled first. For admins (aal2). Refusal: not_admin. */
export async function listDisabledEndpoints(ctx: Ctx): Promise<Result<DisabledEndpoint[], NotAdmin>> {
  if (!canRead(ctx.actor, "webhooks")) return notAdmin();
  const { id, url, description, disabledReason, disabledAt } = webhookEndpoint;
  const rows = await ctx.db
    .select({ id, url, description, disabledReason, disabledAt })
    .from(webhookEndpoint)
    .where(eq(webhookEndpoint.status, "disabled"))
    .orderBy(asc(disabledAt), asc(id));
  // Only the host, because the rest of the URL can be a credential.
  return ok(rows.map(({ url, description, ...row }) => ({ ...row, name: description || new URL(url).host })));
}

/** `failing`: active, and every attempt failed since the last success. */
type EndpointCounts = { total: number; paused: number; disabled: number; failing: number };

export async function countEndpoints(ctx: Pick<Ctx, "db">): Promise<EndpointCounts> {
  const { status, failingSince } = webhookEndpoint;
  const [row] = await ctx.db
    .select({
      total: sql<number>`count(*)::int`,
      paused: sql<number>`(count(*) filter (where ${status} = 'paused'))::int`,
      disabled: sql<number>`(count(*) filter (where ${status} = 'disabled'))::int`,
      failing: sql<number>`(count(*) filter (where ${status} = 'active' and ${failingSince} is not null))::int`,
    })
    .from(webhookEndpoint);
  return row ?? { total: 0, paused: 0, disabled: 0, failing: 0 };
}

import { asc, desc, eq, sql } from "drizzle-orm";
import { canRead } from "#app/lib/actor.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { companyFacts } from "./access.ts";
import { accessRequest } from "./tables.server.ts";

/** `dueAt`: when it is approved automatically; null if only an admin can decide. */
export type PendingRequest = Pick<typeof accessRequest.$inferSelect, (typeof fields)[number]>;
const fields = ["id", "email", ...companyFacts, "isConsumerDomain", "requestedAt", "dueAt"] as const;

/** Lists the first `size` requests, those without `dueAt` first; `total` counts all. For admins. Refusal: not_admin. */
export async function listPendingRequests(
  ctx: Ctx,
  size: number,
): Promise<Result<{ items: PendingRequest[]; total: number }, NotAdmin>> {
  if (!canRead(ctx.actor, "access")) return notAdmin();
  const { id, requestedAt, dueAt } = accessRequest;
  const rows = await ctx.db
    .select({ item: pick(accessRequest, fields), total: sql<number>`count(*) over ()::int` })
    .from(accessRequest)
    .where(eq(accessRequest.status, "pending"))
    .orderBy(desc(sql`${dueAt} is null`), asc(requestedAt), asc(id))
    .limit(size);
  return ok({ items: rows.map(({ item }) => item), total: rows[0]?.total ?? 0 });
}

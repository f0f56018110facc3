import { and, asc, count, eq, gte, inArray } from "drizzle-orm";
import { canRead } from "#app/lib/actor.ts";
import { dayMs } from "#app/lib/durations.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { findSealed } from "#app/platform/secrets/sealed-text.server.ts";
import { webhookDelivery, webhookEndpoint } from "../tables.server.ts";

type Row = typeof webhookEndpoint.$inferSelect;

/** An endpoint as shown to admins: without the secret and the header values. */
export type EndpointEntry = Omit<Row, "secret" | "previousSecret" | "headers" | "pacedUntil" | "lastFailedAt"> & {
  /** Deliveries created within the last 24 hours. */
  recent: { delivered: number; failed: number; pending: number };
  /** Secret or headers were encrypted with another SECRET: nothing can be sent. */
  isUnreadable: boolean;
};

export async function listEndpoints(ctx: Ctx): Promise<Result<EndpointEntry[], NotAdmin>> {
  if (!canRead(ctx.actor, "webhooks")) return notAdmin();
  const rows = await ctx.db
    .select()
    .from(webhookEndpoint)
    .orderBy(asc(webhookEndpoint.createdAt), asc(webhookEndpoint.id));
  return ok(await withCounts(ctx, rows));
}

export async function getEndpoint(
  ctx: Ctx,
  { endpointId }: { endpointId: string },
): Promise<Result<EndpointEntry, NotAdmin | NotFound>> {
  if (!canRead(ctx.actor, "webhooks")) return notAdmin();
  if (!isUuid(endpointId)) return notFound();
  const rows = await ctx.db.select().from(webhookEndpoint).where(eq(webhookEndpoint.id, endpointId));
  const [entry] = await withCounts(ctx, rows);
  return entry ? ok(entry) : notFound();
}

async function withCounts({ db, now }: Ctx, rows: readonly Row[]): Promise<EndpointEntry[]> {
  if (rows.length === 0) return [];
  const ids = rows.map(({ id }) => id);
  const dayAgo = new Date(now.getTime() - dayMs);
  const counts = await db
    .select({ endpointId: webhookDelivery.endpointId, status: webhookDelivery.status, count: count() })
    .from(webhookDelivery)
    .where(and(inArray(webhookDelivery.endpointId, ids), gte(webhookDelivery.createdAt, dayAgo)))
    .groupBy(webhookDelivery.endpointId, webhookDelivery.status);
  const of = (id: string, status: string) =>
    counts.find((each) => each.endpointId === id && each.status === status)?.count ?? 0;
  return rows.map(({ secret, previousSecret: _, headers, pacedUntil: __, lastFailedAt: ___, ...row }) => ({
    ...row,
    isUnreadable: [secret, headers].some((sealed) => findSealed(sealed) === null),
    recent: {
      delivered: of(row.id, "delivered"),
      failed: of(row.id, "failed"),
      pending: of(row.id, "pending"),
    },
  }));
}

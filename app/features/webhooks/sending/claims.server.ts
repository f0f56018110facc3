import { and, eq, inArray, isNotNull, sql } from "drizzle-orm";
import { minuteMs } from "#app/lib/durations.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { webhookDelivery, webhookEndpoint } from "../tables.server.ts";
import type { DeliveryKind } from "../webhooks.ts";

/*
 * Claims due deliveries. A claim is a lease: `next_attempt_at` moves to its end, so that deliveries of a killed process
 * become due again. Skips rows that another process is claiming. Each endpoint has its own share, so a backlog of one
 * does not delay the others.
 */

export type Claim = {
  id: string;
  endpointId: string;
  kind: DeliveryKind;
  eventId: string | null;
  messageId: string;
  eventName: string;
  occurredAt: Date;
  attempt: number;
};

/** Claims up to `share` deliveries per endpoint, including those already `held`. */
export async function claimDue(
  ctx: Ctx,
  { share, held, leaseEndsAt }: { share: number; held: ReadonlyMap<string, number>; leaseEndsAt: Date },
): Promise<Claim[]> {
  const ready = await ctx.db
    .select({ id: webhookEndpoint.id, ratePerMinute: webhookEndpoint.ratePerMinute })
    .from(webhookEndpoint)
    .where(isReady(ctx.now));
  const free = (id: string) => share - (held.get(id) ?? 0);
  const open = ready.filter(({ id, ratePerMinute }) => ratePerMinute === null && free(id) > 0);
  const claims = await claim(
    ctx,
    open.map(({ id }) => ({ id, most: free(id) })),
    leaseEndsAt,
  );
  for (const { id, ratePerMinute } of ready)
    if (ratePerMinute !== null && free(id) > 0) claims.push(...(await claimPaced(ctx, id, free(id), leaseEndsAt)));
  return claims;
}

const isReady = (now: Date) =>
  and(
    eq(webhookEndpoint.status, "active"),
    sql`(${webhookEndpoint.pacedUntil} is null or ${webhookEndpoint.pacedUntil} <= ${now.toISOString()}::timestamptz)`,
  );

async function claim(ctx: Ctx, wanted: readonly { id: string; most: number }[], leaseEndsAt: Date): Promise<Claim[]> {
  if (wanted.length === 0) return [];
  const rows = await ctx.db
    .update(webhookDelivery)
    .set({ attempts: sql`${webhookDelivery.attempts} + 1`, nextAttemptAt: leaseEndsAt })
    .where(
      inArray(
        webhookDelivery.id,
        sql`(
          select due.id from jsonb_to_recordset(${JSON.stringify(wanted)}::jsonb) as wanted(id uuid, most int)
          cross join lateral (
            select d.id from webhook_delivery d
            where d.endpoint_id = wanted.id and d.status = 'pending' and d.next_attempt_at <= ${ctx.now.toISOString()}::timestamptz
            order by d.next_attempt_at limit wanted.most for update skip locked
          ) due)`,
      ),
    )
    .returning({
      ...pick(webhookDelivery, ["id", "endpointId", "kind", "eventId", "messageId", "eventName", "occurredAt"]),
      attempt: webhookDelivery.attempts,
    });
  return rows.sort((one, other) => (one.messageId < other.messageId ? -1 : 1));
}

/** The burst allowed after a pause, in time at the endpoint's rate. */
const burstMs = 1000;

/** Claims what the rate of an endpoint allows now. Locks the endpoint, so that all processes together stay within the rate. */
function claimPaced(ctx: Ctx, endpointId: string, most: number, leaseEndsAt: Date): Promise<Claim[]> {
  return inTransaction(ctx, async (tx) => {
    const [row] = await tx.db
      .select({ rate: webhookEndpoint.ratePerMinute, pacedUntil: webhookEndpoint.pacedUntil })
      .from(webhookEndpoint)
      .where(and(eq(webhookEndpoint.id, endpointId), isReady(tx.now), isNotNull(webhookEndpoint.ratePerMinute)))
      .for("update", { skipLocked: true });
    if (!row?.rate) return [];
    const intervalMs = minuteMs / row.rate;
    const begins = Math.max(row.pacedUntil?.getTime() ?? 0, tx.now.getTime() - burstMs);
    const allowed = Math.floor((tx.now.getTime() - begins) / intervalMs) + 1;
    const claims = await claim(tx, [{ id: endpointId, most: Math.min(most, allowed) }], leaseEndsAt);
    if (claims.length > 0)
      await tx.db
        .update(webhookEndpoint)
        .set({ pacedUntil: new Date(begins + claims.length * intervalMs) })
        .where(eq(webhookEndpoint.id, endpointId));
    return claims;
  });
}

/** Makes claimed but unsent deliveries due again; the attempt does not count. */
export async function releaseClaims(ctx: Ctx, claims: readonly Claim[]): Promise<void> {
  if (claims.length === 0) return;
  const rows = claims.map(({ id, attempt }) => ({ id, attempt }));
  await ctx.db.execute(sql`
    update ${webhookDelivery} d set attempts = d.attempts - 1, next_attempt_at = ${ctx.now.toISOString()}::timestamptz
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as c(id uuid, attempt int)
    where d.id = c.id and d.status = 'pending' and d.attempts = c.attempt`);
}

/** Returns when the next sendable delivery is due; null if none is pending. Leases of running attempts count. */
export async function findNextDue(ctx: Ctx): Promise<Date | null> {
  const { rows } = await ctx.db.execute<{ at: string | null }>(sql`
    select min(greatest(due.at, e.paced_until))::text as at from webhook_endpoint e
    cross join lateral (
      select d.next_attempt_at as at from webhook_delivery d
      where d.endpoint_id = e.id and d.status = 'pending' order by d.next_attempt_at limit 1
    ) due
    where e.status = 'active'`);
  return rows[0]?.at ? new Date(rows[0].at) : null;
}

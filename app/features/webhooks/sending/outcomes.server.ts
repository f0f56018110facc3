import { and, eq, inArray, isNull, type SQL, sql } from "drizzle-orm";
import { listAdmins } from "#app/features/accounts/profile/people.server.ts";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { hourSeconds, minuteMs } from "#app/lib/durations.ts";
import { newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { log } from "#app/platform/log.server.ts";
import { endpointDisabledMail } from "../emails/endpoint-disabled.tsx";
import { webhookAttempt, webhookDelivery, webhookEndpoint } from "../tables.server.ts";
import type { DeliveryStatus, DisabledReason } from "../webhooks.ts";
import type { AttemptResult } from "./attempt.server.ts";
import type { Claim } from "./claims.server.ts";
import { failingSinceAfter, hasFailedTooLong, nextAttemptAt } from "./retry-schedule.ts";

/** A completed attempt to `url`. `result` is null if the event can no longer be sent. */
export type Outcome = { claim: Claim; at: Date; url: string; result: AttemptResult | null };

const forgottenText = "The personal data of this event was deleted.";
/** A longer Retry-After delays only its delivery, not the whole endpoint. */
const maxEndpointPauseSeconds = hourSeconds;

/** Writes outcomes. A success always counts; a failure only if no other process has claimed the delivery again. */
export async function recordOutcomes(ctx: Ctx, all: readonly Outcome[]): Promise<void> {
  if (all.length === 0) return;
  await inTransaction(ctx, async (tx) => {
    const outcomes = await stillThere(tx, all);
    const made = outcomes.flatMap(({ result, ...outcome }) => (result ? [{ ...outcome, result }] : []));
    await updateDeliveries(tx, outcomes);
    if (made.length > 0)
      await tx.db.insert(webhookAttempt).values(
        made.map(({ claim, at, result }) => {
          const { outcome: _, retryAfterSeconds: __, ...kept } = result;
          return { id: newId(), deliveryId: claim.id, number: claim.attempt, at, ...kept };
        }),
      );
    // Ordered by id: other processes that record outcomes of the same endpoints lock them in this order.
    const isRecorded = await recordedSuccesses(tx, made);
    const targets = Map.groupBy(made, ({ claim, url }) => `${claim.endpointId} ${url}`);
    for (const [, each] of [...targets].toSorted(([one], [other]) => (one < other ? -1 : 1)))
      if (!each.every(isRecorded)) await updateEndpoint(tx, each);
  });
}

const successIntervalMs = minuteMs;

/** Selects successes that need no write: the endpoint works, and its last success is less than a minute ago. */
async function recordedSuccesses(tx: Ctx, made: readonly Made[]): Promise<(made: Made) => boolean> {
  const ids = [...new Set(made.map(({ claim }) => claim.endpointId))];
  const rows = await tx.db
    .select({ id: webhookEndpoint.id, at: webhookEndpoint.lastDeliveredAt })
    .from(webhookEndpoint)
    .where(and(inArray(webhookEndpoint.id, ids), isNull(webhookEndpoint.failingSince)));
  const last = new Map(rows.flatMap(({ id, at }) => (at ? [[id, at.getTime()] as const] : [])));
  return ({ claim, at, result }) => {
    const lastAt = last.get(claim.endpointId);
    return result.outcome === "delivered" && lastAt !== undefined && at.getTime() - lastAt < successIntervalMs;
  };
}

/** Drops outcomes of deliveries that were deleted during the request, with their endpoint or by retention. */
async function stillThere(tx: Ctx, outcomes: readonly Outcome[]): Promise<Outcome[]> {
  const rows = await tx.db
    .select({ id: webhookDelivery.id })
    .from(webhookDelivery)
    .where(
      inArray(
        webhookDelivery.id,
        outcomes.map(({ claim }) => claim.id),
      ),
    )
    .for("key share");
  const ids = new Set(rows.map(({ id }) => id));
  return outcomes.filter(({ claim }) => ids.has(claim.id));
}

async function updateDeliveries(tx: Ctx, outcomes: readonly Outcome[]): Promise<void> {
  const rows = outcomes.map(({ claim, at, result }) => {
    const next = result?.outcome === "failed" ? retryOf(claim, at, result) : null;
    const status: DeliveryStatus = !result
      ? "canceled"
      : result.outcome === "delivered"
        ? "delivered"
        : next
          ? "pending"
          : "failed";
    return {
      ...{ id: claim.id, attempt: claim.attempt, status, next },
      ...{ response: result?.status ?? null, error: result ? result.error : forgottenText },
      deliveredAt: status === "delivered" ? at : null,
    };
  });
  await tx.db.execute(sql`
    update ${webhookDelivery} d set
      status = o.status, next_attempt_at = o.next, last_status = o.response, last_error = o.error,
      delivered_at = o."deliveredAt"
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as o(
      id uuid, attempt int, status text, next timestamptz, response int, error text, "deliveredAt" timestamptz)
    where d.id = o.id and d.status = 'pending' and (d.attempts = o.attempt or o.status = 'delivered')`);
}

const retryOf = ({ attempt }: Claim, at: Date, { retryAfterSeconds }: AttemptResult): Date | null =>
  nextAttemptAt({ attempt, at, retryAfterSeconds });

type Made = Outcome & { result: AttemptResult };

/** Updates an endpoint from attempts to one URL; does nothing if the URL has changed since. */
async function updateEndpoint(tx: Ctx, made: readonly Made[]): Promise<void> {
  const { claim, url } = made[0]!;
  const where = and(eq(webhookEndpoint.id, claim.endpointId), eq(webhookEndpoint.url, url));
  const gone = made.find(({ result }) => result.outcome === "gone");
  if (gone) return disable(tx, where, "gone", gone.at);
  const delivered = made.findLast(({ result }) => result.outcome === "delivered");
  const failed = made.findLast(({ result }) => result.outcome === "failed");
  if (delivered)
    await tx.db
      .update(webhookEndpoint)
      .set({ failingSince: null, lastFailedAt: null, lastDeliveredAt: delivered.at })
      .where(where);
  const pause = pauseAfter(made);
  if (pause) await tx.db.update(webhookEndpoint).set({ pacedUntil: pause }).where(where);
  if (delivered || !failed) return;
  const [row] = await tx.db.select().from(webhookEndpoint).where(where).for("update");
  if (!row) return;
  const failingSince = failingSinceAfter(row, failed.at);
  await tx.db.update(webhookEndpoint).set({ failingSince, lastFailedAt: failed.at }).where(where);
  if (hasFailedTooLong(failingSince, failed.at)) await disable(tx, where, "failing", failed.at);
}

/** The end of a Retry-After of a busy endpoint (429, 503); nothing is sent to it until then, for at most an hour. */
function pauseAfter(made: readonly Made[]): Date | null {
  const busy = made.findLast(({ result }) => result.status === 429 || result.status === 503);
  const seconds = busy?.result.retryAfterSeconds;
  return busy && seconds ? new Date(busy.at.getTime() + Math.min(seconds, maxEndpointPauseSeconds) * 1000) : null;
}

/** Stops sending to an endpoint and notifies the admins. Pending deliveries are sent when it is resumed. */
async function disable(tx: Ctx, where: SQL | undefined, reason: DisabledReason, at: Date): Promise<void> {
  const [row] = await tx.db
    .update(webhookEndpoint)
    .set({ status: "disabled", disabledReason: reason, disabledAt: at, version: sql`${webhookEndpoint.version} + 1` })
    .where(and(where, inArray(webhookEndpoint.status, ["active", "paused"])))
    .returning();
  if (!row) return;
  log.warn({ endpointId: row.id, reason }, "webhook endpoint disabled");
  for (const { email } of await listAdmins(tx))
    await queueMail(tx, endpointDisabledMail({ to: email, endpointId: row.id, url: row.url, reason }));
}

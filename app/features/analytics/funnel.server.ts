/*
 * The funnel: the steps that users reach between a visit and an analysis or a call.
 *
 * Pages report a step when it is reached; other features record events that only the server knows, such as a booked call. An event is
 * stored once, never changed, and deleted after thirteen months. When an account is deleted, its events lose all references to the
 * visit and the person, and only counts remain.
 *
 * Invariants: the user comes from the session, never from the body; events without a session have no company or blueprint; visitors who
 * send Sec-GPC or DNT are counted without ids and metadata (spec: privacy-signals). No address or user agent is stored. Metadata is a
 * few short values without email addresses and tokens. Reports are limited per client, and per day in total, so that they cannot fill
 * the disk.
 *
 * Page views, vitals and the dashboards' figures are elsewhere.
 */

import { and, desc, eq, inArray, isNotNull, lt, sql } from "drizzle-orm";
import { limitKey } from "#app/features/security/client-address.server.ts";
import { countUse } from "#app/features/security/limits.server.ts";
import { monthsBefore } from "#app/lib/calendar-dates.ts";
import { type TooMany, tooMany } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid, newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { sessionKey } from "./collecting/session-key.server.ts";
import type { FunnelEvent } from "./funnel.ts";
import { funnelMetadataKeys, isListedStage } from "./funnel-stages.ts";
import { identifyVisitor } from "./identity.server.ts";
import { type KeptMetadata, keptMetadata } from "./kept-metadata.ts";
import { funnelEvent } from "./tables.server.ts";

/**
 * Stores a step that a page reports, for the client at `address`. Silently drops payments, which only the server may record, and
 * reports over the daily maximum of the client or of all clients; anonymous and signed-in clients are counted separately. Refusals:
 * too_many (per client and minute).
 */
export async function reportFunnelEvent(
  ctx: Ctx,
  event: FunnelEvent,
  { isPrivate, address }: { isPrivate: boolean; address: string },
): Promise<Result<undefined, TooMany>> {
  const limit = await countUse(ctx, "funnel-event", limitKey(address));
  if (!limit.allowed) return tooMany(limit.retryAfterSeconds);
  const isMoney = event.substage === paidStep.substage || event.substage === refundStep.substage;
  if (event.stage === paidStep.stage && isMoney) return ok();
  // Checked first, so that one client cannot use up the total.
  const own = await countUse(ctx, "funnel-client-rows", limitKey(address));
  const isWithin = own.allowed && (await countUse(ctx, "funnel-rows", ctx.actor.kind)).allowed;
  if (isWithin) await recordFunnelEvent(ctx, event, { isPrivate });
  return ok();
}

/**
 * Stores one step; a repeated `event_id` changes nothing. `isPrivate`: the visitor asked not to be tracked (`asksForPrivacy`); the
 * event id is then ignored. Only the system can set the user; for other actors it is the session's. Money in USD.
 */
export async function recordFunnelEvent(
  ctx: Ctx,
  event: FunnelEvent,
  { isPrivate = false }: { isPrivate?: boolean } = {},
): Promise<Result<{ id: string }, never>> {
  const id = (isPrivate ? null : event.event_id) ?? newId();
  await ctx.db
    .insert(funnelEvent)
    .values({
      id,
      stage: event.stage,
      substage: event.substage ?? null,
      value: event.value ?? null,
      occurredAt: ctx.now,
      ...(isPrivate ? {} : identityOf(ctx, event)),
    })
    .onConflictDoNothing();
  if (ctx.actor.kind === "user" && !ctx.actor.isAdmin)
    await identifyVisitor(ctx, { sessionId: event.session_id, email: ctx.actor.email, isPrivate });
  return ok({ id });
}

/** Stores the funnel's last step for a payment. `id`: the event id, which makes it idempotent. */
export async function recordPaidStep(
  ctx: Pick<Ctx, "db">,
  paid: { id: string; at: Date; userId: string | null; blueprintId: string | null; amountCents: number },
): Promise<void> {
  const { id, at, userId, blueprintId, amountCents } = paid;
  await ctx.db
    .insert(funnelEvent)
    .values({ id, ...paidStep, value: amountCents / 100, occurredAt: at, userId, blueprintId })
    .onConflictDoNothing();
}

/**
 * Stores what a refund takes back, on its day, for the visit that bought. `refundedCents` is the payment's total, so only what earlier
 * refunds did not take back is stored. `id`: the event id, which makes it idempotent.
 */
export async function recordRefund(
  ctx: Pick<Ctx, "db">,
  refund: {
    id: string;
    at: Date;
    paymentId: string;
    userId: string | null;
    blueprintId: string | null;
    refundedCents: number;
  },
): Promise<void> {
  const { id, at, paymentId, userId, blueprintId, refundedCents } = refund;
  const [bought] =
    blueprintId === null
      ? []
      : await ctx.db
          .select({ sessionId: funnelEvent.sessionId, sessionKey: funnelEvent.sessionKey })
          .from(funnelEvent)
          .where(
            and(
              ...[eq(funnelEvent.blueprintId, blueprintId), eq(funnelEvent.stage, "unlock")],
              ...[inArray(funnelEvent.substage, ["payment_started", "invoice_requested"])],
              isNotNull(funnelEvent.sessionKey),
            ),
          )
          .orderBy(desc(funnelEvent.occurredAt))
          .limit(1);
  const earlier = sql`(select coalesce(sum(f.value), 0) from ${funnelEvent} f
    where f.stage = 'unlock' and f.substage = 'refunded' and f.metadata->>'payment' = ${paymentId} and f.id <> ${id})`;
  await ctx.db
    .insert(funnelEvent)
    .values({
      ...{ id, ...refundStep, occurredAt: at, userId, blueprintId, sessionId: bought?.sessionId ?? null },
      sessionKey: bought?.sessionKey ?? null,
      metadata: { payment: paymentId },
      value: sql`greatest(${refundedCents / 100}::numeric - ${earlier}, 0)`,
    })
    .onConflictDoNothing();
}

/** Deletes the steps that `recordPaidStep` and `recordRefund` stored, before a replay. */
export async function forgetPaidSteps(ctx: Pick<Ctx, "db">): Promise<void> {
  const { stage, substage } = paidStep;
  await ctx.db
    .delete(funnelEvent)
    .where(and(eq(funnelEvent.stage, stage), inArray(funnelEvent.substage, [substage, refundStep.substage])));
}

const paidStep = { stage: "unlock", substage: "paid" };
const refundStep = { stage: "unlock", substage: "refunded" };

/** Whether a request carries Global Privacy Control or Do Not Track. */
export const asksForPrivacy = (headers: { get(name: string): string | null }): boolean =>
  headers.get("sec-gpc") === "1" || headers.get("dnt") === "1";

export const funnelMonths = 13;

/** Deletes events older than thirteen months; run by a scheduled job. Returns the number deleted. */
export async function deleteOldFunnelEvents(ctx: Ctx): Promise<number> {
  const before = monthsBefore(ctx.now, funnelMonths);
  const { rowCount } = await ctx.db.delete(funnelEvent).where(lt(funnelEvent.occurredAt, before));
  return rowCount ?? 0;
}

/** Columns of a step that refer to a visit or person, all null. */
export const withoutIdentity = {
  sessionId: null,
  sessionKey: null,
  userId: null,
  companyId: null,
  blueprintId: null,
  metadata: {},
};

function identityOf({ actor }: Ctx, event: FunnelEvent) {
  const isKnown = actor.kind !== "anonymous";
  return {
    sessionId: event.session_id ?? null,
    sessionKey: event.session_id ? sessionKey(event.session_id) : null,
    userId: actor.kind === "user" ? actor.userId : actor.kind === "system" ? idOf(event.user_id) : null,
    companyId: isKnown ? idOf(event.company_id) : null,
    blueprintId: isKnown ? idOf(event.blueprint_id) : null,
    metadata: metadataOf(event),
  };
}

/** Drops ids that are not UUIDs: we could not look them up. */
const idOf = (text: string | null | undefined): string | null => (text && isUuid(text) ? text : null);

const metadataOf = ({ stage, metadata }: FunnelEvent): KeptMetadata =>
  keptMetadata(metadata, (key) => !isListedStage(stage) || (funnelMetadataKeys as readonly string[]).includes(key));

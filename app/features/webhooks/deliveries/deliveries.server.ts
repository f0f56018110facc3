import { and, asc, desc, eq, type SQL } from "drizzle-orm";
import { findEvents } from "#app/features/events/log.server.ts";
import { canRead } from "#app/lib/actor.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { keysetOf, type Page, pageOf } from "#app/platform/database/keyset.server.ts";
import { messageBody } from "../sending/message-body.server.ts";
import { webhookAttempt, webhookDelivery, webhookEndpoint } from "../tables.server.ts";
import { type DeliveryKind, type DeliveryStatus, deliveryStatuses, type EndpointStatus } from "../webhooks.ts";

export type DeliveryEntry = {
  id: string;
  endpointId: string;
  endpointUrl: string;
  /** Deliveries are sent only to active endpoints. */
  endpointStatus: EndpointStatus;
  eventId: string;
  type: string;
  kind: DeliveryKind;
  status: DeliveryStatus;
  attempts: number;
  occurredAt: Date;
  createdAt: Date;
  nextAttemptAt: Date | null;
  deliveredAt: Date | null;
  lastStatus: number | null;
  lastError: string | null;
};

export type AttemptEntry = Omit<typeof webhookAttempt.$inferSelect, "id" | "deliveryId">;

/** `body`: the exact text sent; null if the event's personal data was deleted. */
export type DeliveryDetail = DeliveryEntry & { body: string | null; attemptLog: AttemptEntry[] };

const columns = {
  id: webhookDelivery.id,
  endpointId: webhookDelivery.endpointId,
  endpointUrl: webhookEndpoint.url,
  endpointStatus: webhookEndpoint.status,
  eventId: webhookDelivery.messageId,
  type: webhookDelivery.eventName,
  kind: webhookDelivery.kind,
  status: webhookDelivery.status,
  attempts: webhookDelivery.attempts,
  occurredAt: webhookDelivery.occurredAt,
  createdAt: webhookDelivery.createdAt,
  nextAttemptAt: webhookDelivery.nextAttemptAt,
  deliveredAt: webhookDelivery.deliveredAt,
  lastStatus: webhookDelivery.lastStatus,
  lastError: webhookDelivery.lastError,
};

type Wanted = {
  endpointId: string | null;
  event: string | null;
  status: string | null;
  after: string | null;
  before: string | null;
  size?: number;
};

/** Lists deliveries in pages of 25, newest first. Ignores invalid filters. For admins (aal2). Refusal: not_admin. */
export async function listDeliveries(
  ctx: Ctx,
  { endpointId, event, status, after, before, size = 25 }: Wanted,
): Promise<Result<Page<DeliveryEntry>, NotAdmin>> {
  if (!canRead(ctx.actor, "webhooks")) return notAdmin();
  const keys = keysetOf({
    ...{ by: webhookDelivery.createdAt, id: webhookDelivery.id, type: "timestamptz", direction: "desc" },
    ...{ after, before, size },
  });
  const known = deliveryStatuses.find((each) => each === status);
  const filters: (SQL | undefined)[] = [
    endpointId && isUuid(endpointId) ? eq(webhookDelivery.endpointId, endpointId) : undefined,
    event ? eq(webhookDelivery.eventName, event) : undefined,
    known ? eq(webhookDelivery.status, known) : undefined,
  ];
  const rows = await ctx.db
    .select({ row: columns, cursor: keys.cursor })
    .from(webhookDelivery)
    .innerJoin(webhookEndpoint, eq(webhookEndpoint.id, webhookDelivery.endpointId))
    .where(and(...filters, keys.where))
    .orderBy(...keys.orderBy)
    .limit(keys.limit);
  return ok(pageOf(keys, rows));
}

export async function getDelivery(
  ctx: Ctx,
  { deliveryId }: { deliveryId: string },
): Promise<Result<DeliveryDetail, NotAdmin | NotFound>> {
  if (!canRead(ctx.actor, "webhooks")) return notAdmin();
  if (!isUuid(deliveryId)) return notFound();
  const [row] = await ctx.db
    .select(columns)
    .from(webhookDelivery)
    .innerJoin(webhookEndpoint, eq(webhookEndpoint.id, webhookDelivery.endpointId))
    .where(eq(webhookDelivery.id, deliveryId));
  if (!row) return notFound();
  const [attempts, events] = await Promise.all([
    ctx.db
      .select()
      .from(webhookAttempt)
      .where(eq(webhookAttempt.deliveryId, deliveryId))
      .orderBy(asc(webhookAttempt.number), asc(webhookAttempt.at)),
    findEvents(ctx, [row.eventId]),
  ]);
  return ok({
    ...row,
    body: messageBody({ ...row, eventName: row.type }, events.get(row.eventId)),
    attemptLog: attempts.map(({ id: _, deliveryId: __, ...attempt }) => attempt),
  });
}

export async function findLatestTest(ctx: Pick<Ctx, "db">, endpointId: string): Promise<DeliveryEntry | null> {
  const [row] = await ctx.db
    .select(columns)
    .from(webhookDelivery)
    .innerJoin(webhookEndpoint, eq(webhookEndpoint.id, webhookDelivery.endpointId))
    .where(and(eq(webhookDelivery.kind, "test"), eq(webhookDelivery.endpointId, endpointId)))
    .orderBy(desc(webhookDelivery.createdAt), desc(webhookDelivery.id))
    .limit(1);
  return row ?? null;
}

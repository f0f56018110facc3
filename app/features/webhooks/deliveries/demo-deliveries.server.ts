import type { LoggedEvent } from "#app/features/events/consumers.server.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { errorOf, headersOf } from "../sending/attempt.server.ts";
import { messageBody } from "../sending/message-body.server.ts";
import { nextAttemptAt } from "../sending/retry-schedule.ts";
import { webhookAttempt, webhookDelivery } from "../tables.server.ts";
import type { DeliveryKind, DeliveryStatus } from "../webhooks.ts";

/** A demo delivery and the statuses of its responses; without an event, a test of `eventName`. */
export type DemoDelivery = {
  kind: DeliveryKind;
  eventName: string;
  event: LoggedEvent | undefined;
  createdAt: Date;
  status: DeliveryStatus;
  responses: readonly number[];
  durationMs: number;
};

/** Stores deliveries with attempts on schedule as if they had been sent, signed with `secret`. Nothing is sent. */
export async function storeDemoDeliveries(
  ctx: Ctx,
  { endpointId, secret }: { endpointId: string; secret: string },
  deliveries: readonly DemoDelivery[],
): Promise<void> {
  const rows = deliveries.map((delivery) => rowsOf(endpointId, secret, delivery));
  await ctx.db.insert(webhookDelivery).values(rows.map(({ row }) => row));
  await ctx.db.insert(webhookAttempt).values(rows.flatMap(({ attempts }) => attempts));
}

function rowsOf(endpointId: string, secret: string, delivery: DemoDelivery) {
  const { kind, eventName, event, createdAt, status, responses, durationMs } = delivery;
  const [id, messageId] = [newId(), event?.id ?? newId()];
  const occurredAt = event?.occurredAt ?? createdAt;
  const body = messageBody({ kind, eventName, occurredAt }, event) ?? "";
  let at = createdAt;
  const attempts = responses.map((code, index) => {
    const attempt = {
      ...{ id: newId(), deliveryId: id, number: index + 1, at, durationMs: durationMs + 7 * index, status: code },
      ...{ error: errorOf(code), requestHeaders: headersOf({ secrets: [secret] }, { messageId, body }, at) },
      responseHeaders: { "content-type": "application/json", date: at.toUTCString() },
      ...{
        responseBody: errorOf(code) ? '{"message":"Workflow could not be started"}' : '{"ok":true}',
        isTruncated: false,
      },
    };
    at = nextAttemptAt({ attempt: index + 1, at, retryAfterSeconds: null }, 0.5) ?? at;
    return attempt;
  });
  const last = attempts.at(-1);
  const row = {
    ...{ id, endpointId, kind, eventId: event?.id ?? null, messageId, eventName, occurredAt, status, createdAt },
    ...{ attempts: attempts.length, nextAttemptAt: status === "pending" ? at : null },
    ...{ lastStatus: last?.status ?? null, lastError: last?.error ?? null },
    deliveredAt: status === "delivered" ? (last?.at ?? null) : null,
  };
  return { row, attempts };
}

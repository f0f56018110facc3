import { asc, eq } from "drizzle-orm";
import { type NotFound, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { log } from "#app/platform/log.server.ts";
import { findConsumer } from "./consumers.server.ts";
import { deliverEvent } from "./delivery.server.ts";
import { event, eventDeadLetter } from "./tables.server.ts";

export type DeadLetter = {
  consumer: string;
  eventId: string;
  event: string;
  occurredAt: Date;
  failedAt: Date;
  error: string;
};

/** Keeps a delivery that failed at every attempt, so that an operator can retry it after the cause is fixed. */
export async function recordDeadLetter(ctx: Ctx, letter: { eventId: string; consumer: string }): Promise<void> {
  log.error({ consumer: letter.consumer, eventId: letter.eventId }, "event could not be delivered");
  const [known] = await ctx.db.select({ id: event.id }).from(event).where(eq(event.id, letter.eventId));
  if (!known) return;
  await ctx.db
    .insert(eventDeadLetter)
    .values({ ...letter, error: "retries exhausted", failedAt: ctx.now })
    .onConflictDoUpdate({
      target: [eventDeadLetter.consumer, eventDeadLetter.eventId],
      set: { error: "retries exhausted", failedAt: ctx.now },
    });
}

/** Undelivered events, oldest first, at most 500. */
export function listDeadLetters(ctx: Pick<Ctx, "db">): Promise<DeadLetter[]> {
  return ctx.db
    .select({
      consumer: eventDeadLetter.consumer,
      eventId: eventDeadLetter.eventId,
      event: event.name,
      occurredAt: event.occurredAt,
      failedAt: eventDeadLetter.failedAt,
      error: eventDeadLetter.error,
    })
    .from(eventDeadLetter)
    .innerJoin(event, eq(event.id, eventDeadLetter.eventId))
    .orderBy(asc(eventDeadLetter.failedAt), asc(eventDeadLetter.eventId))
    .limit(500);
}

/** Delivers every undelivered event of a consumer again, now. Refusal: not_found, when there is no such consumer. */
export async function retryDeadLetters(
  ctx: Ctx,
  { consumer: name }: { consumer: string },
): Promise<Result<{ delivered: number; failed: number }, NotFound>> {
  const consumer = findConsumer(name);
  if (!consumer) return notFound();
  const letters = (await listDeadLetters(ctx)).filter((letter) => letter.consumer === name);
  let failed = 0;
  for (const { eventId } of letters)
    await deliverEvent(ctx, consumer, eventId).catch((error: unknown) => {
      failed += 1;
      log.error({ err: error, consumer: name, eventId }, "event could not be delivered");
    });
  return ok({ delivered: letters.length - failed, failed });
}

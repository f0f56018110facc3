import { eq, inArray } from "drizzle-orm";
import { type NotFound, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { log } from "#app/platform/log.server.ts";
import { failureSentence } from "#app/platform/queues/job-failure.server.ts";
import { findConsumer } from "./consumers.server.ts";
import { deliverEvent } from "./delivery.server.ts";
import { listEventIds } from "./log.server.ts";
import { event, eventDeadLetter, eventReceipt } from "./tables.server.ts";

const batchSize = 500;

/**
 * Rebuilds the data that a consumer derived from the log: resets it, then delivers every event in the order of
 * creation. Safe while the server runs: an event that is published meanwhile is delivered by its own job, and its
 * receipt prevents processing it twice. An event that fails is logged, counted and stored as a dead letter. Refusal:
 * not_found, if there is no such consumer.
 */
export async function replayEvents(
  ctx: Ctx,
  { consumer: name }: { consumer: string },
): Promise<Result<{ delivered: number; failed: number }, NotFound>> {
  const consumer = findConsumer(name);
  if (!consumer) return notFound();
  await inTransaction(ctx, async (tx) => {
    await tx.db.delete(eventReceipt).where(eq(eventReceipt.consumer, name));
    await tx.db.delete(eventDeadLetter).where(eq(eventDeadLetter.consumer, name));
    await consumer.reset(tx);
  });
  const where =
    consumer.events === "all"
      ? undefined
      : inArray(
          event.name,
          consumer.events.map((definition) => definition.name),
        );
  let delivered = 0;
  let failed = 0;
  let after: string | null = null;
  for (;;) {
    const ids = await listEventIds(ctx, { after, limit: batchSize, where });
    for (const eventId of ids)
      try {
        if (await deliverEvent(ctx, consumer, eventId, { isReplay: true })) delivered += 1;
      } catch (error) {
        failed += 1;
        log.error({ err: error, consumer: name, eventId }, "event could not be replayed");
        await ctx.db
          .insert(eventDeadLetter)
          .values({ consumer: name, eventId, error: failureSentence(error), attempts: 1, failedAt: ctx.now })
          .onConflictDoNothing();
      }
    if (ids.length < batchSize) return ok({ delivered, failed });
    after = ids.at(-1) ?? null;
  }
}

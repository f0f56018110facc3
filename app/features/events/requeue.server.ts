import { and, asc, eq, inArray } from "drizzle-orm";
import { type NotFound, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { enqueue } from "#app/platform/queues/jobs.server.ts";
import { findConsumer } from "./consumers.server.ts";
import { deliveryJob } from "./dispatch.server.ts";
import { eventDeadLetter } from "./tables.server.ts";

/** Maximum number of deliveries that are requeued at once. */
export const maxRequeued = 500;

/**
 * Requeues undelivered events of a consumer, with the usual retries, and removes them from the list; one that fails
 * again returns to it. The given event, or the oldest `maxRequeued`. Call it in a transaction. Returns how many.
 * Refusal: not_found, if there is no such consumer or dead letter.
 */
export async function requeueDeadLetters(
  tx: Ctx,
  { consumer, eventId }: { consumer: string; eventId: string | null },
): Promise<Result<number, NotFound>> {
  if (!findConsumer(consumer)) return notFound();
  const wanted = and(
    eq(eventDeadLetter.consumer, consumer),
    eventId === null ? undefined : eq(eventDeadLetter.eventId, eventId),
  );
  const letters = await tx.db
    .select({ eventId: eventDeadLetter.eventId })
    .from(eventDeadLetter)
    .where(wanted)
    .orderBy(asc(eventDeadLetter.failedAt), asc(eventDeadLetter.eventId))
    .limit(maxRequeued)
    .for("update");
  if (letters.length === 0) return notFound();
  const ids = letters.map((letter) => letter.eventId);
  await tx.db.delete(eventDeadLetter).where(and(wanted, inArray(eventDeadLetter.eventId, ids)));
  for (const id of ids) await enqueue(tx, deliveryJob(consumer), { eventId: id, consumer });
  return ok(ids.length);
}

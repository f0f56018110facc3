import { and, asc, eq } from "drizzle-orm";
import { pick } from "#app/lib/program/record-of.ts";
import { type NotFound, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { keysetOf, type Page, pageOf } from "#app/platform/database/keyset.server.ts";
import { log } from "#app/platform/log.server.ts";
import { findFailure } from "#app/platform/queues/job-queues.server.ts";
import { findConsumer } from "./consumers.server.ts";
import { deliverEvent } from "./delivery.server.ts";
import { event, eventDeadLetter } from "./tables.server.ts";

export type DeadLetter = {
  consumer: string;
  eventId: string;
  event: string;
  occurredAt: Date;
  failedAt: Date;
  /** Why the last attempt failed, without personal data. */
  error: string;
  attempts: number | null;
};

/** Stores a delivery that failed at every attempt, with the error of its job in `queue`, for a later retry. */
export async function recordDeadLetter(
  ctx: Ctx,
  { queue, ...letter }: { eventId: string; consumer: string; queue: string },
): Promise<void> {
  log.error({ consumer: letter.consumer, eventId: letter.eventId }, "event could not be delivered");
  const [known] = await ctx.db.select({ id: event.id }).from(event).where(eq(event.id, letter.eventId));
  if (!known) return;
  const failure = await findFailure(ctx, { queue, parameters: { eventId: letter.eventId } });
  const outcome = { error: failure?.reason ?? unknownReason, attempts: failure?.attempts ?? null, failedAt: ctx.now };
  await ctx.db
    .insert(eventDeadLetter)
    .values({ ...letter, ...outcome })
    .onConflictDoUpdate({ target: [eventDeadLetter.consumer, eventDeadLetter.eventId], set: outcome });
}

const unknownReason = "The reason was not kept. See the server log.";

const columns = {
  ...pick(eventDeadLetter, ["consumer", "eventId", "failedAt", "error", "attempts"]),
  event: event.name,
  occurredAt: event.occurredAt,
};

/** Oldest first, at most 500. */
export function listDeadLetters(ctx: Pick<Ctx, "db">): Promise<DeadLetter[]> {
  return ctx.db
    .select(columns)
    .from(eventDeadLetter)
    .innerJoin(event, eq(event.id, eventDeadLetter.eventId))
    .orderBy(asc(eventDeadLetter.failedAt), asc(eventDeadLetter.eventId))
    .limit(500);
}

/** Refusal: not_found, if there is no such consumer. */
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

/** Newest failure first; of one consumer or of all. */
export async function pageDeadLetters(
  ctx: Pick<Ctx, "db">,
  { consumer, after, before }: { consumer: string | null; after: string | null; before: string | null },
): Promise<Page<DeadLetter>> {
  const [by, id] = [eventDeadLetter.failedAt, eventDeadLetter.eventId];
  const keys = keysetOf({ by, id, type: "timestamptz", direction: "desc", after, before, size: 25 });
  const rows = await ctx.db
    .select({ row: columns, cursor: keys.cursor })
    .from(eventDeadLetter)
    .innerJoin(event, eq(event.id, eventDeadLetter.eventId))
    .where(and(consumer === null ? undefined : eq(eventDeadLetter.consumer, consumer), keys.where))
    .orderBy(...keys.orderBy)
    .limit(keys.limit);
  return pageOf(keys, rows);
}

export async function countDeadLetters({ db }: Pick<Ctx, "db">, most: number): Promise<number> {
  const counted = db.select({ eventId: eventDeadLetter.eventId }).from(eventDeadLetter).limit(most).as("counted");
  return db.$count(counted);
}

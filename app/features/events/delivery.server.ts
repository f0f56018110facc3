import { and, eq, sql } from "drizzle-orm";
import { system } from "#app/lib/actor.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import type { Consumer, Delivery } from "./consumers.server.ts";
import { findEvent } from "./log.server.ts";
import { eventDeadLetter, eventReceipt } from "./tables.server.ts";

const defaultTimeoutSeconds = 30;

/** A consumer did not finish in time; its transaction was rolled back. */
export class ConsumerTimeout extends Error {}

/**
 * Lets one consumer process one event, in one transaction with its receipt: processed twice, an event takes effect once.
 * Returns false when there was nothing to do (processed before, redacted, or past retention). Throws what the consumer
 * throws, and ConsumerTimeout.
 */
export function deliverEvent(
  ctx: Ctx,
  consumer: Consumer,
  eventId: string,
  delivery: Delivery = { isReplay: false },
): Promise<boolean> {
  return inTransaction(ctx, async (tx) => {
    const event = await findEvent(tx, eventId);
    if (!event) return false;
    const [fresh] = await tx.db
      .insert(eventReceipt)
      .values({ consumer: consumer.name, eventId, processedAt: tx.now })
      .onConflictDoNothing()
      .returning({ eventId: eventReceipt.eventId });
    if (!fresh) return false;
    const seconds = consumer.timeoutSeconds ?? defaultTimeoutSeconds;
    await tx.db.execute(sql.raw(`set local statement_timeout = ${seconds * 1000}`));
    await withTimeout({ ...tx, actor: system }, seconds, (limited) => consumer.handle(limited, event, delivery));
    await tx.db
      .delete(eventDeadLetter)
      .where(and(eq(eventDeadLetter.consumer, consumer.name), eq(eventDeadLetter.eventId, eventId)));
    return true;
  });
}

/**
 * Runs `work` for at most `seconds`. Afterwards its database handle is revoked: a handler that wakes up late must not write
 * through a connection that already serves another transaction.
 */
async function withTimeout(ctx: Ctx, seconds: number, work: (ctx: Ctx) => Promise<void>): Promise<void> {
  const { proxy, revoke } = Proxy.revocable(ctx.db, {});
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ConsumerTimeout(`No result after ${seconds} s`)), seconds * 1000);
  });
  try {
    await Promise.race([work({ ...ctx, db: proxy as Db }), timeout]);
  } finally {
    clearTimeout(timer);
    revoke();
  }
}

import { sql } from "drizzle-orm";
import { system } from "#app/lib/actor.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import { type Consumer, type Delivery, type LoggedEvent, listEventNames } from "./consumers.server.ts";
import { decodeEvent } from "./log.server.ts";
import type { event } from "./tables.server.ts";

/** The transaction was rolled back. */
export class ConsumerTimeout extends Error {}

/**
 * Processes one event by one consumer, in one transaction with its receipt: a repeated delivery has no effect. Returns
 * false if there was nothing to do (processed before, redacted, or past retention). Throws the consumer's errors, and
 * ConsumerTimeout.
 */
export const deliverEvent = (
  ctx: Ctx,
  consumer: Consumer,
  eventId: string,
  delivery: Delivery = { isReplay: false },
): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const [event] = await receive(tx, consumer, [eventId]);
    if (!event) return false;
    await limited(tx, consumer, (within) => consumer.handle(within, event, delivery));
    return true;
  });

/** Like `deliverEvent`, all or nothing. Returns false if the consumer has no `handleMany`. */
export async function deliverEvents(ctx: Ctx, consumer: Consumer, eventIds: readonly string[]): Promise<boolean> {
  const { handleMany } = consumer;
  if (!handleMany) return false;
  await inTransaction(ctx, async (tx) => {
    const events = await receive(tx, consumer, eventIds);
    if (events.length > 0) await limited(tx, consumer, (within) => handleMany(within, events));
  });
  return true;
}

type EventRow = Omit<typeof event.$inferSelect, "occurredAt" | "redactedAt"> & { occurredAt: string };

/**
 * Returns the events among these that the consumer has not processed, in the order of creation. One statement, which
 * also writes their receipts, removes their dead letters and sets the handler's statement timeout.
 */
async function receive(tx: Ctx, consumer: Consumer, eventIds: readonly string[]): Promise<LoggedEvent[]> {
  const { rows } = await tx.db.execute<EventRow>(sql`
    with fresh as (
      insert into event_receipt (consumer, event_id, processed_at)
      select ${consumer.name}, id, ${tx.now.toISOString()}::timestamptz from event
      where id = any(${sql.param(eventIds)}::uuid[]) and redacted_at is null and name = any(${sql.param(listEventNames())})
      order by id
      on conflict do nothing returning event_id
    ), cleared as (
      delete from event_dead_letter where consumer = ${consumer.name} and event_id in (select event_id from fresh)
    )
    select e.id, e.name, e.version, e.payload, e.subject_email as "subjectEmail", e.subject_user_id as "subjectUserId",
      e.actor_kind as "actorKind", e.actor_user_id as "actorUserId", e.occurred_at as "occurredAt",
      set_config('statement_timeout', ${String(timeoutMsOf(consumer))}, true)
    from event e join fresh on e.id = fresh.event_id order by e.id`);
  return rows.flatMap((row) => decodeEvent({ ...row, occurredAt: new Date(row.occurredAt) }) ?? []);
}

const limited = (tx: Ctx, consumer: Consumer, work: (ctx: Ctx) => Promise<void>): Promise<void> =>
  withTimeout({ ...tx, actor: system }, timeoutMsOf(consumer), work);

const timeoutMsOf = ({ timeoutSeconds = 30 }: Consumer) => timeoutSeconds * 1000;

/**
 * Runs `work` for at most `ms`. Afterwards its database handle is revoked: a late handler must not write through a
 * connection that already serves another transaction.
 */
async function withTimeout(ctx: Ctx, ms: number, work: (ctx: Ctx) => Promise<void>): Promise<void> {
  const { proxy, revoke } = Proxy.revocable(ctx.db, {});
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(new ConsumerTimeout(`No result after ${ms / 1000} s`)), ms);
  });
  try {
    await Promise.race([work({ ...ctx, db: proxy as Db }), timeout]);
  } finally {
    clearTimeout(timer);
    revoke();
  }
}

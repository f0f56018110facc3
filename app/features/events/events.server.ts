import { z } from "zod";
import { userIdOf } from "#app/lib/actor.ts";
import { newId } from "#app/lib/uuid.ts";
import { type Ctx, isTransaction } from "#app/platform/context.server.ts";
import { enqueue, enqueueMany } from "#app/platform/queues/jobs.server.ts";
import { hasConsumerFor } from "./consumers.server.ts";
import { dispatchEventJob } from "./dispatch.server.ts";
import type { EventDefinition } from "./event-definition.ts";
import { event } from "./tables.server.ts";

/*
 * Events: how features react to each other's changes.
 *
 * `publish` writes one row to the log in the caller's transaction, so a change and its event are committed together.
 * There are two kinds of readers:
 *
 * Listeners run inside that transaction and roll it back if they throw. They are for the few effects that must be
 * atomic with it, such as unlocking and deletion. server/process/listeners.ts lists all of them.
 *
 * Consumers run after the commit, from a job, each with its own queue and retries (consumers.server.ts). A consumer
 * that throws, hangs or is missing never affects the publisher or another consumer.
 *
 * Records: `event`, `event_receipt` (an event takes effect once per consumer), `event_dead_letter`. dispatch.server.ts and delivery.server.ts
 * deliver, log.server.ts reads, replay.server.ts and requeue.server.ts repeat. Each feature defines its events in its events.ts.
 */

type Listener<Payload extends z.ZodObject> = (ctx: Ctx, payload: z.output<Payload>) => Promise<void>;

const listeners = new Map<string, Listener<z.ZodObject>[]>();

/** Adds a listener. Called only by server/process/listeners.ts, which lists all of them. */
export function onEvent<Payload extends z.ZodObject>(
  definition: EventDefinition<Payload>,
  listener: Listener<Payload>,
) {
  const existing = listeners.get(definition.name) ?? [];
  listeners.set(definition.name, [...existing, listener as Listener<z.ZodObject>]);
}

export const forgetListeners = () => listeners.clear();

/**
 * Logs an event, runs its listeners and queues its delivery, all in the caller's transaction. Returns the event's id.
 * Throws without a transaction, and a ZodError if the payload does not match its definition.
 */
export async function publish<Payload extends z.ZodObject>(
  ctx: Ctx,
  definition: EventDefinition<Payload>,
  payload: z.output<Payload>,
): Promise<string> {
  const row = rowOf(ctx, definition, payload);
  await ctx.db.insert(event).values(row);
  await listen(ctx, definition, payload);
  if (hasConsumerFor(definition.name)) await enqueue(ctx, dispatchEventJob, { eventId: row.id });
  return row.id;
}

/** `publish` for many events, with one statement for the log and one for the queue. Returns their ids. */
export async function publishMany<Payload extends z.ZodObject>(
  ctx: Ctx,
  definition: EventDefinition<Payload>,
  payloads: readonly z.output<Payload>[],
): Promise<string[]> {
  if (payloads.length === 0) return [];
  const rows = payloads.map((payload) => rowOf(ctx, definition, payload));
  await ctx.db.insert(event).values(rows);
  for (const payload of payloads) await listen(ctx, definition, payload);
  const ids = rows.map(({ id }) => id);
  if (hasConsumerFor(definition.name))
    await enqueueMany(
      ctx,
      dispatchEventJob,
      ids.map((eventId) => ({ eventId })),
    );
  return ids;
}

function rowOf<Payload extends z.ZodObject>(
  ctx: Ctx,
  definition: EventDefinition<Payload>,
  payload: z.output<Payload>,
) {
  if (!isTransaction(ctx)) throw new Error(`${definition.name} was published outside a transaction`);
  const { email, userId } = definition.subject(payload);
  return {
    id: newId(),
    name: definition.name,
    version: definition.version,
    subjectEmail: email?.toLowerCase() ?? null,
    subjectUserId: userId ?? null,
    payload: z.encode(definition.payload, payload) as Record<string, unknown>,
    actorKind: ctx.actor.kind,
    actorUserId: userIdOf(ctx.actor),
    occurredAt: ctx.now,
  };
}

async function listen<Payload extends z.ZodObject>(
  ctx: Ctx,
  definition: EventDefinition<Payload>,
  payload: z.output<Payload>,
): Promise<void> {
  for (const listener of listeners.get(definition.name) ?? []) await listener(ctx, payload);
}

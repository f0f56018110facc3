import { asc, count } from "drizzle-orm";
import { canRead } from "#app/lib/actor.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { listFailingQueues } from "#app/platform/queues/jobs.server.ts";
import { isDeliveryQueue } from "./dispatch.server.ts";
import { eventDeadLetter } from "./tables.server.ts";

export type Failures = {
  /** Events that a consumer failed to process at every attempt. */
  undelivered: { consumer: string; count: number }[];
  /** Jobs that failed at every attempt, by queue. */
  queues: { name: string; failed: number }[];
};

export async function readFailures(ctx: Ctx): Promise<Result<Failures, NotAdmin>> {
  if (!canRead(ctx.actor, "jobs")) return notAdmin();
  const [undelivered, queues] = await Promise.all([
    ctx.db
      .select({ consumer: eventDeadLetter.consumer, count: count() })
      .from(eventDeadLetter)
      .groupBy(eventDeadLetter.consumer)
      .orderBy(asc(eventDeadLetter.consumer)),
    listFailingQueues(),
  ]);
  // A failed delivery is also an undelivered event. The event disappears once it is delivered; its job does not.
  return ok({ undelivered, queues: queues.filter(({ name }) => !isDeliveryQueue(name)) });
}

import { lt } from "drizzle-orm";
import { z } from "zod";
import { dayMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { defineJob, enqueue, jobsAreOpen } from "#app/platform/queues/jobs.server.ts";
import { runSender } from "./sending/sender.server.ts";
import { webhookDelivery, webhookEndpoint } from "./tables.server.ts";
import { deliveryDays } from "./webhooks.ts";

/** Deletes deliveries after `deliveryDays`, including those pending for a paused endpoint, and expired secrets. */
async function sweepDeliveries(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now.getTime() - deliveryDays * dayMs);
  await ctx.db.delete(webhookDelivery).where(lt(webhookDelivery.createdAt, before));
  await ctx.db
    .update(webhookEndpoint)
    .set({ previousSecret: null, previousSecretUntil: null })
    .where(lt(webhookEndpoint.previousSecretUntil, ctx.now));
}

/** Runs for new deliveries, at the time of a retry, and every minute for deliveries of a killed process. */
export const sendWebhooksJob = defineJob({
  name: "webhooks.send",
  payload: z.object({}),
  collapse: true,
  run: (ctx) => runSender(ctx, { onDueLater: (at) => wakeSender(ctx, at) }),
});

export const sweepWebhooksJob = defineJob({
  name: "webhooks.sweep",
  payload: z.object({}),
  run: (ctx) => sweepDeliveries(ctx),
});

/** Starts sending after the commit of the caller's transaction, or at `runAt`. */
export async function wakeSender(ctx: Ctx, runAt?: Date): Promise<void> {
  if (jobsAreOpen()) await enqueue(ctx, sendWebhooksJob, {}, runAt ? { runAt } : {});
}

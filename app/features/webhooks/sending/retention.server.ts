import { lt } from "drizzle-orm";
import { dayMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { webhookDelivery, webhookEndpoint } from "../tables.server.ts";
import { deliveryDays } from "../webhooks.ts";

/** Deletes deliveries after `deliveryDays`, including those pending for a paused endpoint, and expired secrets. */
export async function sweepDeliveries(ctx: Ctx): Promise<void> {
  const before = new Date(ctx.now.getTime() - deliveryDays * dayMs);
  await ctx.db.delete(webhookDelivery).where(lt(webhookDelivery.createdAt, before));
  await ctx.db
    .update(webhookEndpoint)
    .set({ previousSecret: null, previousSecretUntil: null })
    .where(lt(webhookEndpoint.previousSecretUntil, ctx.now));
}

import { z } from "zod";
import type { Ctx } from "#app/platform/context.server.ts";
import { defineJob, enqueue, jobsAreOpen } from "#app/platform/jobs.server.ts";
import { sweepDeliveries } from "./sending/retention.server.ts";
import { runSender } from "./sending/sender.server.ts";

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

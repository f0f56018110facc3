import { z } from "zod";
import { defineJob, enqueue } from "#app/platform/queues/jobs.server.ts";
import { judgeDueClicks } from "./clicks/clicks.server.ts";
import { deliverDueMail } from "./sending/delivery.server.ts";
import { sweepMail } from "./sending/retention.server.ts";

/** Runs for every queued mail and every minute: the minutely run finds delayed mail, and mail left by a killed process. */
export const deliverMailJob = defineJob({
  name: "mail.deliver",
  payload: z.object({}),
  collapse: true,
  run: async (ctx) => {
    const counts = await deliverDueMail(ctx);
    if (counts.more) await enqueue(ctx, deliverMailJob, {});
    return counts;
  },
});

/** Runs every minute: judges hits that no later request can change. */
export const judgeClicksJob = defineJob({
  name: "mail.judge-clicks",
  payload: z.object({}),
  single: true,
  run: (ctx) => judgeDueClicks(ctx),
});

export const sweepMailJob = defineJob({ name: "mail.sweep", payload: z.object({}), run: (ctx) => sweepMail(ctx) });

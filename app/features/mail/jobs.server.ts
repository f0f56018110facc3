import { z } from "zod";
import { defineJob, enqueue } from "#app/platform/jobs.server.ts";
import { judgeDueClicks } from "./clicks.server.ts";
import { deliverDueMail } from "./delivery.server.ts";
import { sweepMail } from "./sending/retention.server.ts";

/** Woken by every queued mail and by each minute: the minute finds what was put off, and what a killed process left. */
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

/** Every minute: the requests for links that no later one can change any more. */
export const judgeClicksJob = defineJob({
  name: "mail.judge-clicks",
  payload: z.object({}),
  single: true,
  run: (ctx) => judgeDueClicks(ctx),
});

/** Deletes what was sent long ago; once a day. */
export const sweepMailJob = defineJob({ name: "mail.sweep", payload: z.object({}), run: (ctx) => sweepMail(ctx) });

import { setTimeout as wait } from "node:timers/promises";
import { z } from "zod";
import { isDeliveryClosing } from "#app/features/mail/sending/delivery.server.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { currentTime } from "#app/platform/dates/clock.server.ts";
import { defineJob, enqueue } from "#app/platform/queues/jobs.server.ts";
import { beginDueIssues, feedEverySeconds, feedIssue } from "./issues/issue-sending.server.ts";
import { sweepPending } from "./subscribers/pending.server.ts";

/**
 * Maximum length of a run, after which the next one takes over. Short, because the run of a killed process blocks others until it
 * expires.
 */
const maxRunMs = 20_000;

/**
 * Queues one issue in the outbox until it is complete. Waits between batches itself, because the queue polls rarely for deferred jobs.
 */
export const feedIssueJob = defineJob({
  name: "newsletter.feed",
  payload: z.object({ issue: z.uuid() }),
  single: true,
  expireInSeconds: 45,
  run: async (ctx, { issue }): Promise<void> => {
    const until = performance.now() + maxRunMs;
    while (performance.now() < until && !isDeliveryClosing()) {
      const feeding = await feedIssue({ ...ctx, now: currentTime() }, issue);
      if (feeding.done) return;
      for (let second = 0; second < feedEverySeconds && !isDeliveryClosing(); second += 1) await wait(1000);
    }
    await feed(ctx, issue);
  },
});

export const beginIssuesJob = defineJob({
  name: "newsletter.begin",
  payload: z.object({}),
  single: true,
  expireInSeconds: 60,
  run: async (ctx) => {
    const running = await beginDueIssues(ctx);
    for (const issue of running) await feed(ctx, issue);
    return { running: running.length };
  },
});

/** Once a day. */
export const sweepNewsletterJob = defineJob({
  name: "newsletter.sweep",
  payload: z.object({}),
  single: true,
  run: sweepPending,
});

const feed = (ctx: Ctx, issue: string): Promise<void> =>
  inTransaction(ctx, (tx) => enqueue(tx, feedIssueJob, { issue }, { key: issue }));

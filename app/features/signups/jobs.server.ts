import { z } from "zod";
import { type Ctx, inTransaction } from "../../platform/context.server.ts";
import { defineJob, enqueue } from "../../platform/jobs.server.ts";
import { beginDueIssues, feedEverySeconds, feedIssue } from "./issue-sending.server.ts";

/** One feeding of one issue; it wakes the next one itself until the issue is out. */
export const feedIssueJob = defineJob({
  name: "newsletter.feed",
  payload: z.object({ issue: z.uuid() }),
  single: true,
  run: async (ctx, { issue }) => {
    const feeding = await feedIssue(ctx, issue);
    if (!feeding.done) await feedLater(ctx, issue, feedEverySeconds);
    return feeding;
  },
});

/** Every minute: starts what is due, and goes on with what a killed process left. */
export const beginIssuesJob = defineJob({
  name: "newsletter.begin",
  payload: z.object({}),
  single: true,
  run: async (ctx) => {
    const running = await beginDueIssues(ctx);
    for (const issue of running) await feedLater(ctx, issue, 0);
    return { running: running.length };
  },
});

const feedLater = (ctx: Ctx, issue: string, seconds: number) =>
  inTransaction(ctx, (tx) =>
    enqueue(tx, feedIssueJob, { issue }, { key: issue, runAt: new Date(ctx.now.getTime() + seconds * 1000) }),
  );

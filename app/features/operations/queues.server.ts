import { countDeadLetters } from "#app/features/events/dead-letters.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { Page } from "#app/platform/database/keyset.server.ts";
import {
  type FailedJob,
  listFailedJobs,
  listQueues,
  maxCounted,
  type QueueState,
} from "#app/platform/queues/job-queues.server.ts";
import { finishedJobDays, waitingJobDays } from "#app/platform/queues/jobs.server.ts";

export type { FailedJob, QueueState };

export type JobsOverview = {
  queues: QueueState[];
  failed: Page<FailedJob>;
  undelivered: number;
  /** Higher counts are not exact. */
  maxCounted: number;
  finishedDays: number;
  waitingDays: number;
};

export async function readJobs(
  ctx: Pick<Ctx, "db" | "now">,
  asked: { queue: string | null; after: string | null; before: string | null },
): Promise<JobsOverview> {
  const [queues, failed, undelivered] = await Promise.all([
    listQueues(ctx),
    listFailedJobs(ctx, asked),
    countDeadLetters(ctx, maxCounted + 1),
  ]);
  return { queues, failed, undelivered, maxCounted, finishedDays: finishedJobDays, waitingDays: waitingJobDays };
}

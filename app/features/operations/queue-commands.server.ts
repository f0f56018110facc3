import { requeueDeadLetters } from "#app/features/events/requeue.server.ts";
import { adminCommand, recorded } from "#app/features/security/audit/admin-command.server.ts";
import { type NotAdmin, type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { violates } from "#app/platform/database/constraint.server.ts";
import { lockFailedJobs } from "#app/platform/queues/job-queues.server.ts";
import { deleteJobs, retryFailedJobs } from "#app/platform/queues/jobs.server.ts";
import { operationsAudit } from "./audit.ts";

/*
 * Admin commands for failed jobs and undelivered events: retry or discard. Each command changes the queue in the transaction of its
 * audit entry. Parameters of jobs are never read or shown, because they can contain personal data.
 */

/** Maximum number of failed jobs per command, newest first. */
export const maxChanged = 1000;

/** One failed job, or with `jobId: null` every failed job of the queue. */
export type FailedJobs = { queue: string; jobId: string | null };

const chosen = async (tx: Ctx, { queue, jobId }: FailedJobs) => lockFailedJobs(tx, { queue, jobId, limit: maxChanged });

/**
 * Queues failed jobs again, due immediately. A queue with at most one waiting job gets its newest failed job only, because all its jobs
 * do the same. Refusals: not_admin, not_found, already_waiting.
 */
export function retryJobs(
  ctx: Ctx,
  input: FailedJobs,
): Promise<Result<number, NotAdmin | NotFound | Refusal<"already_waiting">>> {
  return adminCommand(ctx, "jobs", async (tx) => {
    const ids = await chosen(tx, input);
    if (ids.length === 0) return notFound();
    const count =
      (await retryUnlessWaiting(tx, input.queue, ids)) ?? (await retryUnlessWaiting(tx, input.queue, ids.slice(0, 1)));
    if (count === null) return refuse("already_waiting");
    return recorded(
      { action: operationsAudit.jobsRetried, subject: input.jobId ?? input.queue, detail: { count } },
      count,
    );
  });
}

/** Null if the queue allows only one waiting job and would exceed that. */
async function retryUnlessWaiting(tx: Ctx, queue: string, ids: readonly string[]): Promise<number | null> {
  try {
    await inTransaction(tx, (inner) => retryFailedJobs(inner, queue, ids));
    return ids.length;
  } catch (error) {
    if (violates(error, "job_common_i3")) return null;
    throw error;
  }
}

/** Deletes failed jobs with their parameters. Refusals: not_admin, not_found. */
export function discardJobs(ctx: Ctx, input: FailedJobs): Promise<Result<number, NotAdmin | NotFound>> {
  return adminCommand(ctx, "jobs", async (tx) => {
    const ids = await chosen(tx, input);
    if (ids.length === 0) return notFound();
    await deleteJobs(tx, input.queue, ids);
    const detail = { count: ids.length };
    return recorded({ action: operationsAudit.jobsDiscarded, subject: input.jobId ?? input.queue, detail }, ids.length);
  });
}

/** Delivers a consumer's undelivered events again: one, or with `eventId: null` all of them. Refusals: not_admin, not_found. */
export function redeliverEvents(
  ctx: Ctx,
  input: { consumer: string; eventId: string | null },
): Promise<Result<number, NotAdmin | NotFound>> {
  return adminCommand(ctx, "jobs", async (tx) => {
    const queued = await requeueDeadLetters(tx, input);
    if (!queued.ok) return queued;
    const detail = { consumer: input.consumer, count: queued.value };
    return recorded(
      { action: operationsAudit.deliveriesRequeued, subject: input.eventId ?? input.consumer, detail },
      queued.value,
    );
  });
}

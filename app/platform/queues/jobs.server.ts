import { setTimeout as pause } from "node:timers/promises";
import { sql } from "drizzle-orm";
import type { ClientConfig, PoolConfig } from "pg";
import { type Job as BossJob, fromDrizzle, type JobResult, PgBoss, type SendOptions } from "pg-boss";
import type { z } from "zod";
import { daySeconds, hourSeconds } from "#app/lib/durations.ts";
import { type Ctx, systemContext } from "#app/platform/context.server.ts";
import { databaseFailure, failureReason, queueError } from "#app/platform/database/database-failure.server.ts";
import type { Db } from "#app/platform/db.server.ts";
import { log } from "#app/platform/log.server.ts";
import { jobRuns } from "#app/platform/metrics.server.ts";
import { SteadyClient } from "#app/platform/outside/steady-client.server.ts";
import { traced } from "#app/platform/tracing/trace.server.ts";
import { JobFailed } from "./job-failure.server.ts";

/** A job: its name, its payload, and the one command it calls. Retries follow `retry`; default ten, with exponential backoff. */
export type JobDefinition<Payload extends object = object> = {
  name: string;
  payload: z.ZodType<Payload>;
  run(ctx: Ctx, payload: Payload): Promise<unknown>;
  /** Runs several at once, all or nothing. If it resolves to false or throws, each is run alone. */
  runMany?(ctx: Ctx, payloads: readonly Payload[]): Promise<boolean>;
  retry?: { limit: number; delaySeconds: number };
  /** At most one waiting and one running at a time (per key); for long passes that must not overlap. */
  single?: boolean;
  /** Waiting runs are identical: one run covers all of them. For wake-ups such as "mail is due". */
  collapse?: boolean;
  /**
   * Runs that a worker fetches at once and settles one by one; by default 10, or 1 with `expireInSeconds`. If set, partial
   * batches start at least `gatherMs` apart: a steady stream then costs few statements, and the first run is not delayed.
   */
  batch?: number;
  /** Seconds after which a run counts as lost and is run again. */
  expireInSeconds?: number;
  /** Name of the job that receives the payload once all retries have failed; must be defined before this one. */
  deadLetter?: string;
};

/** Infers the payload's type; use it for every definition. */
export const defineJob = <Payload extends object>(definition: JobDefinition<Payload>) => definition;

/**
 * `cron` in the zone of `timezone`, five fields. `atStart`: also once when a process starts, for work that a killed
 * process left; waiting for the next minute would delay codes.
 */
export type Schedule = { job: JobDefinition; cron: string; timezone?: string; atStart?: boolean };

/** Finished and failed jobs are deleted after this many days, with their parameters. */
export const finishedJobDays = 7;
/** Jobs that no process has run are deleted after this many days. */
export const waitingJobDays = 14;

let boss: PgBoss | undefined;
let names: readonly string[] = [];
let working: readonly string[] = [];

/**
 * Creates what the queue needs while no other process does. The lock has its own connection: a statement that waits
 * for a lock within its transaction does not see afterwards what others created meanwhile, and the pool may have one place.
 */
async function createQueues(
  queue: PgBoss,
  { connection, db, definitions }: { connection: PoolConfig; db: Db; definitions: readonly JobDefinition[] },
): Promise<void> {
  const lock = new SteadyClient(connection as ClientConfig);
  await lock.connect();
  try {
    await lock.query("begin");
    await lock.query("select pg_advisory_xact_lock(hashtext('gtmarc_job_queue'))");
    await queue.start();
    for (const job of definitions) await prepareQueue(queue, job);
    await addOutcomeIndex(db);
    await lock.query("commit");
  } finally {
    await lock.end();
  }
}

/** Opens the queue. With `work`, this process also runs jobs and schedules; otherwise it can only enqueue. */
export async function openJobs(options: {
  connection: PoolConfig;
  db: Db;
  definitions: readonly JobDefinition[];
  schedules?: readonly Schedule[];
  work: boolean;
  /** False behind a pooler that passes no notifications on: waiting jobs are then found by polling, within two seconds. */
  listen?: boolean;
  /** Most connections of the queue; by default 6, or 1 if it only enqueues. */
  connections?: number;
}): Promise<void> {
  const queue = new PgBoss({
    ...{ Client: SteadyClient },
    ...(options.connection as object),
    max: options.connections ?? (options.work ? 6 : 1),
    application_name: "gtmarc-jobs",
    supervise: options.work,
    schedule: options.work,
    useListenNotify: options.work && options.listen !== false,
    migrate: true,
  });
  queue.on("error", reportQueueError);
  try {
    await createQueues(queue, options);
  } catch (error) {
    // Its open connections would keep a command running.
    await queue.stop({ graceful: false, close: true }).catch(() => {});
    throw error;
  }
  boss = queue;
  names = options.definitions.map(({ name }) => name);
  if (!options.work) return;
  working = options.definitions.map(({ name }) => name);
  for (const job of options.definitions) await startWorker(queue, job, options.db);
  for (const { job, cron, timezone, atStart } of options.schedules ?? []) {
    await queue.schedule(job.name, cron, {}, { tz: timezone ?? "UTC", singletonKey: "schedule" });
    if (atStart) await queue.send(job.name, {});
  }
}

/** The index behind the jobs page. Checked first: CREATE INDEX IF NOT EXISTS waits for running jobs even if it exists. */
async function addOutcomeIndex(db: Db) {
  const { rows } = await db.execute<{ missing: boolean }>(
    sql`select to_regclass('pgboss.gtmarc_job_outcome') is null as missing`,
  );
  if (!rows[0]?.missing) return;
  await db.execute(sql`
    create index gtmarc_job_outcome on pgboss.job_common (name, state, completed_on desc, id desc)
    where state >= 'active'`);
}

let outageReportedAt = Number.NEGATIVE_INFINITY;

/** Every worker polls independently, so a database outage is reported at most every ten seconds. */
function reportQueueError(thrown: unknown) {
  const error = queueError(thrown);
  const failure = databaseFailure(error);
  if (!failure) return log.error({ err: error.cause }, "job queue error");
  if (performance.now() - outageReportedAt < 10_000) return;
  outageReportedAt = performance.now();
  log.warn({ failure, reason: failureReason(error) }, "jobs wait for the database");
}

async function prepareQueue(queue: PgBoss, job: JobDefinition) {
  const settings = {
    retryLimit: job.retry?.limit ?? 10,
    retryDelay: job.retry?.delaySeconds ?? 5,
    retryBackoff: true,
    retryDelayMax: hourSeconds,
    expireInSeconds: job.expireInSeconds ?? usualExpireSeconds,
    deleteAfterSeconds: finishedJobDays * daySeconds,
    retentionSeconds: waitingJobDays * daySeconds,
    notify: true,
    ...(job.deadLetter && { deadLetter: job.deadLetter }),
  };
  if (await queue.getQueue(job.name)) await queue.updateQueue(job.name, settings);
  else await queue.createQueue(job.name, { ...settings, policy: job.single ? "stately" : "standard" });
}

const usualBatch = 10;
const usualExpireSeconds = 300;

/** A job with its own time limit is fetched alone, because the limit of a whole batch starts when the batch is fetched. */
const batchOf = ({ batch, collapse, expireInSeconds }: JobDefinition) =>
  collapse ? 100 : (batch ?? (expireInSeconds ? 1 : usualBatch));

/** Continues without a pause after a full batch; a failing job does not affect the others of its batch. */
const startWorker = (queue: PgBoss, job: JobDefinition, db: Db) =>
  queue.work(
    job.name,
    // New runs trigger a notification; retries and delayed ones wait for the next poll.
    {
      notifyPollingIntervalSeconds: job.batch ? 5 : 30,
      pollingIntervalSeconds: 2,
      batchSize: batchOf(job),
      burstWhenBatchFull: true,
      perJobResults: true,
    },
    async (batch: BossJob<object>[]) => {
      const began = performance.now();
      const results = await runBatch(db, job, batch);
      const early = gatherMs - (performance.now() - began);
      if (job.batch && batch.length < job.batch && early > 0) await pause(early);
      return results;
    },
  );

const gatherMs = 200;

async function runBatch(db: Db, job: JobDefinition, batch: readonly BossJob<object>[]): Promise<JobResult[]> {
  if (job.collapse) {
    const outcome = await settle(db, job, batch[0]!);
    return batch.map(({ id }) => ({ ...outcome, id }));
  }
  const together = await runTogether(db, job, batch);
  if (together) return together;
  const results: JobResult[] = [];
  for (const queued of batch) results.push(await settle(db, job, queued));
  return results;
}

/** Null if each must run alone. */
async function runTogether(db: Db, job: JobDefinition, batch: readonly BossJob<object>[]): Promise<JobResult[] | null> {
  if (!job.runMany || batch.length < 2) return null;
  const stop = jobRuns.startTimer({ job: job.name });
  try {
    const payloads = batch.map(({ data }) => job.payload.parse(data ?? {}));
    const run = async () => job.runMany?.(systemContext(db), payloads);
    if (!(await tracedJob(job, batch.length, run))) return null;
    stop({ outcome: "done" });
    return batch.map(({ id }) => ({ id, status: "completed" }));
  } catch (error) {
    log.warn({ err: error, job: job.name, count: batch.length }, "jobs failed together; running each alone");
    return null;
  }
}

const tracedJob = <Value>({ name }: JobDefinition, count: number, work: () => Promise<Value>) =>
  traced(
    `job ${name}`,
    "consumer",
    { "messaging.destination.name": name, "messaging.batch.message_count": count },
    work,
  );

const settle = (db: Db, job: JobDefinition, queued: BossJob<object>): Promise<JobResult> =>
  runJob(db, job, queued).then(
    () => ({ id: queued.id, status: "completed" }),
    (error: unknown) => ({ id: queued.id, status: "failed", output: error as object }),
  );

async function runJob(db: Db, job: JobDefinition, queued: BossJob<object>) {
  const stop = jobRuns.startTimer({ job: job.name });
  try {
    const result = await tracedJob(job, 1, () => job.run(systemContext(db), job.payload.parse(queued.data ?? {})));
    stop({ outcome: "done" });
    return result;
  } catch (error) {
    stop({ outcome: "failed" });
    const failure = databaseFailure(error);
    const which = { job: job.name, jobId: queued.id };
    if (failure) log.warn({ failure, reason: failureReason(error), ...which }, "job stopped by the database");
    else log.error({ err: error, ...which }, "job failed");
    throw new JobFailed(error);
  }
}

/**
 * Enqueues inside the caller's transaction: the job exists if and only if the transaction commits.
 * `key` allows one waiting job per key; `runAt` delays it.
 */
export async function enqueue<Payload extends object>(
  ctx: Ctx,
  job: JobDefinition<Payload>,
  payload: Payload,
  options: { runAt?: Date; key?: string } = {},
): Promise<void> {
  const queue = openQueue(job.name);
  const send: SendOptions = { db: fromDrizzle(ctx.db, sql) };
  if (options.runAt) send.startAfter = options.runAt;
  if (options.key) send.singletonKey = options.key;
  await queue.send(job.name, payload, send);
}

export async function enqueueMany<Payload extends object>(
  ctx: Ctx,
  job: JobDefinition<Payload>,
  payloads: readonly Payload[],
): Promise<void> {
  await openQueue(job.name).insert(
    job.name,
    payloads.map((data) => ({ data })),
    { db: fromDrizzle(ctx.db, sql) },
  );
}

/** Queues failed jobs again, due at once, in the caller's transaction. */
export async function retryFailedJobs(ctx: Ctx, name: string, ids: readonly string[]): Promise<void> {
  await openQueue(name).retry(name, [...ids], { db: fromDrizzle(ctx.db, sql) });
}

/** Deletes jobs with their parameters, in the caller's transaction. */
export async function deleteJobs(ctx: Ctx, name: string, ids: readonly string[]): Promise<void> {
  await openQueue(name).deleteJob(name, [...ids], { db: fromDrizzle(ctx.db, sql) });
}

function openQueue(name: string): PgBoss {
  if (!boss) throw new Error(`The job queue is not open; cannot change ${name}`);
  return boss;
}

/** Names of every queue of this version, once the queue is open. */
export const jobNames = (): readonly string[] => names;

/** Limit of a pass over a queue, in case its jobs keep creating new ones. */
const maxPerPass = 10_000;

/**
 * Runs every scheduled job once and then all waiting jobs, in this process, and returns: for machines where a timer
 * calls `gtmarc jobs run-due` instead of a long-running worker. Counts a failing job and leaves it for retry.
 */
export async function runDueJobs(db: Db, definitions: readonly JobDefinition[], schedules: readonly Schedule[]) {
  const queue = boss;
  if (!queue) throw new Error("The job queue is not open");
  let ran = 0;
  let failed = 0;
  for (const { job } of schedules) {
    ran += 1;
    await job.run(systemContext(db), job.payload.parse({})).catch((error: unknown) => {
      failed += 1;
      log.error({ err: error, job: job.name }, "job failed");
    });
  }
  for (const job of definitions)
    for (let pass = 0; pass < maxPerPass; pass += 1) {
      const waiting = await queue.fetch<object>(job.name, { batchSize: batchOf(job) });
      if (waiting.length === 0) break;
      for (const { id, ...result } of await runBatch(db, job, waiting)) {
        ran += 1;
        if (result.status === "completed") {
          await queue.complete(job.name, id);
          continue;
        }
        failed += 1;
        await queue.fail(job.name, id, result.output as JobFailed);
      }
    }
  return { ran, failed };
}

/** Starts no further job and resolves when the running ones have finished. Requests in progress may still enqueue. */
export async function finishJobs(): Promise<void> {
  const queue = boss;
  if (queue) await Promise.all(working.map((name) => queue.offWork(name)));
}

/** Waits for running jobs (at most `graceSeconds`), then closes; unfinished jobs run again at the next start. */
export async function closeJobs(graceSeconds = 8): Promise<void> {
  const queue = boss;
  await queue?.stop({ graceful: true, timeout: graceSeconds * 1000, close: true });
  // Not earlier: a finishing job may still enqueue follow-up jobs.
  if (boss === queue) boss = undefined;
  working = [];
}

/** For /readyz and `gtmarc check`: the counts of one queue, or null if it is not open. */
export async function queueCounts(name: string) {
  const stats = await boss?.getQueueStats(name, { force: true });
  const latest = stats?.at(-1);
  return latest ? { waiting: latest.queuedCount, running: latest.activeCount, failed: latest.failedCount } : null;
}

/** Lists queues with failed jobs, as of the queue's last count (about a minute ago). Empty while the queue is closed. */
export async function listFailingQueues(): Promise<{ name: string; failed: number }[]> {
  const queues = (await boss?.getQueues()) ?? [];
  return queues
    .filter(({ failedCount }) => failedCount > 0)
    .map(({ name, failedCount }) => ({ name, failed: failedCount }));
}

export const jobsAreOpen = () => boss !== undefined;

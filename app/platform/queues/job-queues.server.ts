import { sql } from "drizzle-orm";
import { nextRun } from "#app/lib/dates/cron.ts";
import type { Ctx } from "../context.server.ts";
import { keysetOf, type Page, pageOf } from "../database/keyset.server.ts";
import { storedFailure } from "./job-failure.server.ts";
import { jobNames, jobsAreOpen } from "./jobs.server.ts";

/*
 * Queries on the job queue. pg-boss has no index for finished jobs, so `openJobs` adds one over (name, state,
 * completed_on, id): every query here reads a few entries of it per queue, regardless of the number of finished jobs.
 */

/** Counts stop here and are shown as "1,000+". */
export const maxCounted = 1000;

export type QueueState = {
  name: string;
  /** At most `maxCounted` + 1, like the other counts. */
  waiting: number;
  running: number;
  failed: number;
  oldestWaitingAt: Date | null;
  lastSuccessAt: Date | null;
  schedule: { cron: string; timezone: string; nextRunAt: Date | null } | null;
};

export async function listQueues({ db, now }: Pick<Ctx, "db" | "now">): Promise<QueueState[]> {
  const enough = sql.raw(String(maxCounted + 1));
  const { rows } = await db.execute<{
    name: string;
    cron: string | null;
    timezone: string | null;
    waiting: number;
    oldest: string | null;
    running: number;
    failed: number;
    succeeded: string | null;
  }>(sql`
    select q.name, s.cron, s.timezone, w.waiting, w.oldest, a.running, f.failed, c.succeeded
    from unnest(${sql.param(jobNames())}::text[]) as q(name)
    left join pgboss.schedule s on s.name = q.name and s.key = ''
    cross join lateral (
      select count(*)::int as waiting, min(created_on) filter (where start_after <= now()) as oldest
      from (
        select created_on, start_after from pgboss.job
        where name = q.name and state < 'active' and not blocked
        order by priority desc, created_on limit ${enough}
      ) as counted
    ) w
    cross join lateral (
      select count(*)::int as running
      from (select from pgboss.job where name = q.name and state = 'active' limit ${enough}) as counted
    ) a
    cross join lateral (
      select count(*)::int as failed
      from (select from pgboss.job where name = q.name and state = 'failed' limit ${enough}) as counted
    ) f
    left join lateral (
      select completed_on as succeeded from pgboss.job
      where name = q.name and state = 'completed' order by completed_on desc limit 1
    ) c on true
    order by q.name`);
  return rows.map(({ name, cron, timezone, waiting, oldest, running, failed, succeeded }) => ({
    name,
    waiting,
    running,
    failed,
    oldestWaitingAt: oldest ? new Date(oldest) : null,
    lastSuccessAt: succeeded ? new Date(succeeded) : null,
    schedule: cron ? { cron, timezone: timezone ?? "UTC", nextRunAt: nextRun(cron, timezone ?? "UTC", now) } : null,
  }));
}

/** A job without retries left. Its parameters are never read. */
export type FailedJob = { id: string; name: string; failedAt: Date; attempts: number; reason: string };

export async function listFailedJobs(
  { db }: Pick<Ctx, "db">,
  { queue, after, before }: { queue: string | null; after: string | null; before: string | null },
): Promise<Page<FailedJob>> {
  const names = queue === null ? jobNames() : [queue];
  const [by, id] = [sql`completed_on`, sql`id`];
  const keys = keysetOf({ by, id, type: "timestamptz", direction: "desc", after, before, size: 25 });
  const inOrder = sql`order by ${sql.join([...keys.orderBy], sql`, `)} limit ${keys.limit}`;
  const { rows } = await db.execute<{
    id: string;
    name: string;
    completed_on: string;
    retry_count: number;
    output: unknown;
    cursor: string;
  }>(sql`
    select j.*, ${keys.cursor} as cursor
    from unnest(${sql.param(names)}::text[]) as q(name)
    cross join lateral (
      select id, name, completed_on, retry_count, output from pgboss.job
      where name = q.name and state = 'failed' ${keys.where ? sql`and ${keys.where}` : sql``} ${inOrder}
    ) as j
    ${inOrder}`);
  return pageOf(
    keys,
    rows.map(({ cursor, ...row }) => ({
      cursor,
      row: {
        id: row.id,
        name: row.name,
        failedAt: new Date(row.completed_on),
        attempts: row.retry_count + 1,
        reason: storedFailure(row.output),
      },
    })),
  );
}

/** Locks a queue's failed jobs, newest first; with `jobId`, that one if it has failed. Returns their ids. */
export async function lockFailedJobs(
  { db }: Pick<Ctx, "db">,
  { queue, jobId, limit }: { queue: string; jobId: string | null; limit: number },
): Promise<string[]> {
  if (!jobNames().includes(queue)) return [];
  const { rows } = await db.execute<{ id: string }>(sql`
    select id from pgboss.job where name = ${queue} and state = 'failed'
      ${jobId === null ? sql`` : sql`and id = ${jobId}::uuid`}
    order by completed_on desc, id desc limit ${limit} for update`);
  return rows.map(({ id }) => id);
}

/** Returns reason and attempts of the newest failed job of a queue with these parameters. */
export async function findFailure(
  { db }: Pick<Ctx, "db">,
  { queue, parameters }: { queue: string; parameters: Record<string, unknown> },
): Promise<{ reason: string; attempts: number } | null> {
  const { rows } = await db.execute<{ output: unknown; retry_count: number }>(sql`
    select output, retry_count from pgboss.job
    where name = ${queue} and state = 'failed' and data @> ${JSON.stringify(parameters)}::jsonb
    order by completed_on desc limit 1`);
  const [found] = rows;
  return found ? { reason: storedFailure(found.output), attempts: found.retry_count + 1 } : null;
}

/** Deletes the jobs of a queue with these values among their parameters, in any state except running. */
export async function forgetJobs(
  { db }: Pick<Ctx, "db">,
  { queue, parameters }: { queue: string; parameters: Record<string, unknown> },
): Promise<void> {
  if (!jobsAreOpen()) return;
  await db.execute(sql`
    delete from pgboss.job
    where name = ${queue} and state <> 'active' and data @> ${JSON.stringify(parameters)}::jsonb`);
}

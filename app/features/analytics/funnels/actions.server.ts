import { type SQL, sql } from "drizzle-orm";
import { dayMs, hourMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { SessionNumbers } from "../columns/groups.ts";
import { chunksBetween } from "../columns/scope-chunks.server.ts";
import type { FunnelBreakdown, FunnelDefinition } from "../funnel-definition.ts";
import { instantsOf } from "../reports/period.ts";
import { isCounted, type ReportScope } from "../reports/visit-conditions.server.ts";
import { visitStore } from "../store/current-store.server.ts";
import { analyticsIdentity, analyticsSession, funnelEvent } from "../tables.server.ts";
import { PageSteps } from "./page-steps.ts";
import { hitMatches, isStageStep, type StepConditions, stageBits, stepConditions } from "./step-conditions.server.ts";
import type { Node } from "./visitors.ts";

/** Facts for breakdowns, as columns of `analytics_session s`. Visits have the same facts. */
const breakdownColumns: Readonly<Record<FunnelBreakdown, string>> = {
  source: "coalesce(s.source_id, s.referrer_id)",
  channel: "s.channel::int",
  device: "s.device::int",
  campaign: "s.campaign_id",
};

export type FunnelQuery = {
  conditions: StepConditions;
  pages: PageSteps;
  start: Date;
  end: Date;
  /** The end of the window of a visitor who starts at `end`. */
  until: Date;
  /** 1 for sessions with a visit that passes the filters; null without filters. */
  chosen: SessionNumbers | null;
  breakdown: FunnelBreakdown | null;
};

const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`;
/** Visits that pass the filters may have started a day before the period. */

export async function funnelQuery(
  ctx: Pick<Ctx, "db">,
  definition: FunnelDefinition,
  { period, filters }: ReportScope,
  breakdown: FunnelBreakdown | null,
): Promise<FunnelQuery> {
  const { start, end } = instantsOf(period);
  const conditions = await stepConditions(ctx, definition);
  return {
    ...{ conditions, start, end, until: new Date(end.getTime() + definition.windowHours * hourMs) },
    pages: new PageSteps(conditions.map(({ pages }) => pages)),
    chosen:
      filters.length === 0
        ? null
        : await chosenSessions(ctx, { start: new Date(start.getTime() - dayMs), end, filters }),
    breakdown,
  };
}

async function chosenSessions(
  ctx: Pick<Ctx, "db">,
  span: Parameters<typeof chunksBetween>[1],
): Promise<SessionNumbers> {
  const chosen = new SessionNumbers();
  const { rows, each } = await chunksBetween(ctx, span);
  await each((chunk) => {
    const picked = rows.visits(chunk);
    for (let visit = 0; visit < picked.length; visit++)
      if (picked[visit] === 1) chosen.set(chunk.visits.session[visit]!, 1);
  });
  return chosen;
}

export const isChosen = ({ chosen }: FunnelQuery, session: number) => chosen === null || chosen.get(session) === 1;

/** A reported step or a payment. `node`: identifies the visitor before sessions are connected. `at`: milliseconds. */
export type StageAction = {
  node: Node;
  sessionId: number | null;
  at: number;
  steps: number;
  valueUsd: number;
  fact: number | null;
};

const keyNode = (key: string) => `key ${key}`;
const userNode = (id: string) => `user ${id}`;
const emailNode = (email: string) => `email ${email}`;

/** The session of a funnel event: its key, or the session id in rows stored before keys existed. */
const keyOf = sql.raw("coalesce(f.session_key::text, f.session_id)");

/** Reads reported steps and payments. Payments have a user instead of a session. */
export async function readStageActions(
  ctx: Pick<Ctx, "db">,
  { conditions, start, until, breakdown }: FunnelQuery,
): Promise<StageAction[]> {
  const condition = isStageStep(conditions);
  if (!condition) return [];
  const { rows } = await ctx.db.execute<{
    key: string | null;
    userId: string | null;
    sessionId: number | null;
    at: number;
    steps: number;
    value: number | null;
    fact: number | null;
  }>(sql`
    with event as materialized (
      select f.session_key, ${keyOf} as key, f.user_id, (extract(epoch from f.occurred_at) * 1000)::float8 as at,
        ${stageBits(conditions)} as steps, case when f.stage = 'unlock' and f.substage = 'paid' then (f.value - coalesce((
          select sum(r.value) from ${funnelEvent} r where r.stage = 'unlock' and r.substage = 'refunded'
            and r.blueprint_id = f.blueprint_id and r.occurred_at >= f.occurred_at), 0))::float8 end as value
      from ${funnelEvent} f
      where f.occurred_at >= ${instant(start)} and f.occurred_at < ${instant(until)} and ${condition} and (${keyOf} is not null or f.user_id is not null)
    ), found as materialized (
      select event.session_key, s.id, s.fact, s.is_counted
      from (select distinct session_key from event where session_key is not null) event ${sessionByKey(
        "event.session_key",
        sql`s.id, ${sql.raw(breakdown ? breakdownColumns[breakdown] : "null::int")} as fact, ${isCounted("s")} as is_counted`,
      )}
    )
    select case when s.id is null then event.key end as key, case when s.id is null and event.key is null then event.user_id end as "userId",
      s.id as "sessionId", event.at, event.steps, event.value, s.fact
    from event left join found s on s.session_key = event.session_key where s.id is null or s.is_counted`);
  return rows.map(({ key, userId, sessionId, at, steps, value, fact }) => ({
    ...{ sessionId, at, steps, fact, valueUsd: value ?? 0 },
    node: sessionId ?? (key !== null ? keyNode(key) : userNode(userId!)),
  }));
}

/**
 * Joins the session of a key, as `s`. The limit makes PostgreSQL use the index: for many keys it would read all sessions, of which a busy
 * site has millions.
 */
const sessionByKey = (key: string, columns: SQL) =>
  sql`left join lateral (select ${columns} from ${analyticsSession} s where s.key = ${sql.raw(key)} limit 1) s on true`;

/** Returns pairs of nodes that belong to one person: sessions with the users and emails known in them. */
export async function readConnections(
  ctx: Pick<Ctx, "db">,
  { start, until }: FunnelQuery,
): Promise<{ node: Node; person: Node; sessionId: number | null }[]> {
  const isDuring = (column: string) =>
    sql`${sql.raw(column)} >= ${instant(start)} - interval '30 days' and ${sql.raw(column)} < ${instant(until)}`;
  const { rows } = await ctx.db.execute<{
    key: string | null;
    sessionId: number | null;
    userId: string | null;
    email: string | null;
  }>(sql`
    select case when s.id is null then pair.key::text end as key, s.id as "sessionId", pair.user_id as "userId", null::text as email
    from (
      select distinct f.session_key as key, f.user_id from ${funnelEvent} f
      where f.session_key is not null and f.user_id is not null and ${isDuring("f.occurred_at")}
    ) pair ${sessionByKey("pair.key", sql`s.id`)}
    union all
    select i.session_key::text, s.id, null::uuid, i.email
    from ${analyticsIdentity} i left join ${analyticsSession} s on s.key = i.session_key where ${isDuring("i.at")}`);
  return rows.map(({ key, sessionId, userId, email }) => ({
    node: sessionId ?? keyNode(key!),
    person: userId !== null ? userNode(userId) : emailNode(email!),
    sessionId,
  }));
}

/**
 * Counts events, conversions and reported steps of visitors who ask not to be tracked, who cannot be followed through a funnel without
 * an id. Rejected ones count if their rule is accepted.
 */
export async function countAnonymousActions(
  ctx: Pick<Ctx, "db">,
  { conditions, start, end }: FunnelQuery,
): Promise<number> {
  const isDuring = (at: string) => sql`${sql.raw(at)} >= ${instant(start)} and ${sql.raw(at)} < ${instant(end)}`;
  const [matches, stage] = [hitMatches(conditions), isStageStep(conditions)];
  const parts = [
    ...(matches.length > 0 ? await visitStore().anonymousHits(ctx, matches, { start, end }) : []),
    stage &&
      sql`select count(*) as count from ${funnelEvent} f
        where ${isDuring("f.occurred_at")} and ${keyOf} is null and f.user_id is null and (${stage})`,
  ].filter((part) => part !== undefined);
  if (parts.length === 0) return 0;
  const { rows } = await ctx.db.execute<{ count: string }>(
    sql`select sum(count) as count from (${sql.join(parts, sql` union all `)}) part`,
  );
  return Number(rows[0]?.count ?? 0);
}

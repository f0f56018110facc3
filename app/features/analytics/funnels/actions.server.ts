import { and, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import type { FunnelBreakdown, FunnelDefinition } from "../funnel-definition.ts";
import { hitKinds } from "../hit-kinds.ts";
import { instantsOf } from "../reports/period.ts";
import { isCounted, type ReportScope, visitCondition } from "../reports/visit-conditions.server.ts";
import { revenueType } from "../storage/visit-rows.server.ts";
import {
  analyticsHit,
  analyticsIdentity,
  analyticsSession,
  analyticsView,
  analyticsVisit,
  funnelEvent,
} from "../tables.server.ts";
import { type ActionSource, isStep, type StepConditions, stepBits, stepConditions } from "./step-conditions.server.ts";

/** The facts that funnels are broken down by, as columns of `analytics_session s`. */
const breakdownColumns: Readonly<Record<FunnelBreakdown, string>> = {
  source: "coalesce(s.source_id, s.referrer_id)",
  channel: "s.channel::int",
  device: "s.device::int",
  campaign: "s.campaign_id",
};

/** Actions that matter to a funnel, and where they are searched. */
export type FunnelQuery = {
  conditions: StepConditions;
  all: readonly number[];
  /** The steps after the first one. */
  later: readonly number[];
  start: SQL;
  end: SQL;
  /** The end of the window of a visitor who started at `end`. */
  until: SQL;
  /** CTE `chosen`: the sessions with a visit that passes the filters; undefined without filters. */
  chosen: SQL | undefined;
  /** Null without a breakdown. */
  fact: SQL | null;
};

const instant = (at: Date) => sql`${at.toISOString()}::timestamptz`;
const hourMs = 3_600_000;
/** Visits that pass the filters may have started a day before the period. */
const dayMs = 24 * hourMs;

export async function funnelQuery(
  ctx: Pick<Ctx, "db">,
  definition: FunnelDefinition,
  { period, filters }: ReportScope,
  breakdown: FunnelBreakdown | null,
): Promise<FunnelQuery> {
  const { start, end } = instantsOf(period);
  const condition = await visitCondition(ctx, filters);
  const all = definition.steps.map((_, step) => step);
  return {
    conditions: await stepConditions(ctx, definition),
    all,
    later: all.slice(1),
    start: instant(start),
    end: instant(end),
    until: instant(new Date(end.getTime() + definition.windowHours * hourMs)),
    // Joined, because a subquery in the select list can run once per row.
    chosen:
      condition &&
      sql`chosen as materialized (select distinct v.session_id from ${analyticsVisit} v
        where v.started_at >= ${instant(new Date(start.getTime() - dayMs))} and v.started_at < ${instant(end)} and ${condition})`,
    fact: breakdown && sql.raw(breakdownColumns[breakdown]),
  };
}

const epochMs = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`);
const kinds = sql.raw(`(${hitKinds.event}, ${hitKinds.behavior}, ${hitKinds.conversion})`);

/** Rows of `analytics_view w` and `analytics_hit h` that are one of the steps, in [start, before); undefined if none can be. */
function rowsOf(
  { conditions, start }: FunnelQuery,
  steps: readonly number[],
  before: SQL,
  columns: Record<"view" | "hit", SQL>,
): SQL | undefined {
  const [view, hit] = [isStep(conditions, "view", steps), isStep(conditions, "hit", steps)];
  const parts = [
    view &&
      sql`select ${columns.view} from ${analyticsView} w
        where w.at >= ${start} and w.at < ${before} and w.session_id is not null and ${isCounted("w")} and ${view}`,
    // The kinds are those of the index on actions.
    hit &&
      sql`select ${columns.hit} from ${analyticsHit} h join ${analyticsSession} s on s.id = h.session_id and ${isCounted("s")}
        where h.at >= ${start} and h.at < ${before} and h.kind in ${kinds} and ${hit}`,
  ].filter((part) => part !== undefined);
  return parts.length === 0 ? undefined : sql.join(parts, sql` union all `);
}

const noFact = sql`null::int`;
const noSessions = sql`select null::int as session_id where false`;
const sessionOnly = { view: sql`w.session_id`, hit: sql`h.session_id` };

/** CTE `first`: the chosen sessions with the first step in the period. */
const firstSessions = (query: FunnelQuery): SQL => {
  const rows = rowsOf(query, [0], query.end, sessionOnly) ?? noSessions;
  return query.chosen
    ? sql`${query.chosen}, first as materialized (select session_id from (${rows}) row join chosen using (session_id) group by session_id)`
    : sql`first as materialized (select session_id from (${rows}) row group by session_id)`;
};

/** A place in a list of sessions by their latest first step, newest first. */
export type Place = { at: number; sessionId: number };

/** Sessions with the first step in the period that are not among `others`, newest first, after a place. */
export async function listFirstOnly(
  ctx: Pick<Ctx, "db">,
  query: FunnelQuery,
  { others, after, limit }: { others: ReadonlySet<number>; after: Place | null; limit: number },
): Promise<Place[]> {
  const rows = rowsOf(query, [0], query.end, {
    view: sql`w.session_id, w.at`,
    hit: sql`h.session_id, h.at`,
  });
  if (!rows) return [];
  const at = sql`max(${epochMs("row.at")})`;
  const { rows: found } = await ctx.db.execute<Place>(sql`
    ${query.chosen ? sql`with ${query.chosen}` : sql``}
    select session_id as "sessionId", ${at} as at from (${rows}) row ${query.chosen ? sql`join chosen using (session_id)` : sql``}
    where session_id <> all(${sql.param([...others])}::int[])
    group by session_id
    ${after ? sql`having (${at}, session_id) < (${after.at}::float8, ${after.sessionId}::int)` : sql``}
    order by at desc, session_id desc limit ${limit}`);
  return found;
}

/** One action of a session. `at`: milliseconds. `fact`: what the funnel is broken down by. */
export type SessionAction = {
  sessionId: number | null;
  /** Names the visitor before sessions are connected. */
  node: string;
  source: ActionSource;
  at: number;
  steps: number;
  valueUsd: number;
  fact: number | null;
  isChosen: boolean;
};

/**
 * Views, events and conversions of the sessions that can get beyond the first step: those that also have a later one, and `known` ones.
 * All other sessions are only counted, per fact.
 */
export async function readHitActions(
  ctx: Pick<Ctx, "db">,
  query: FunnelQuery,
  known: readonly number[],
): Promise<{ actions: SessionAction[]; others: Map<number | null, number> }> {
  const { conditions, all, later, until, chosen, fact } = query;
  const factOf = fact ?? noFact;
  // The facts of half a million sessions are joined only if they are shown.
  const sessionOf = (row: string) =>
    fact ? sql`join ${analyticsSession} s on s.id = ${sql.raw(row)}.session_id` : sql``;
  const laterRows = rowsOf(query, later, until, sessionOnly) ?? noSessions;
  const actionRows =
    rowsOf(query, all, until, {
      view: sql`w.session_id, 'view' as source, w.at, ${stepBits(conditions, "view")} as steps, null::float8 as value`,
      hit: sql`h.session_id, 'hit' as source, h.at, ${stepBits(conditions, "hit")} as steps,
        case when h.kind = ${sql.raw(String(hitKinds.conversion))} and h.type_id = ${revenueType} then h.value end as value`,
    }) ?? sql`select null::int as session_id, '' as source, now() as at, 0 as steps, null::float8 as value where false`;
  const { rows } = await ctx.db.execute<{
    sessionId: number | null;
    source: "view" | "hit";
    at: number;
    steps: number;
    value: number | null;
    fact: number | null;
    isChosen: boolean;
  }>(sql`
    with ${firstSessions(query)}, wanted as materialized (
      select session_id from first where session_id in (${laterRows})
      union select unnest(${sql.param(known)}::int[])
    )
    select null::int as "sessionId", null as source, count(*)::float8 as at, 0 as steps, null::float8 as value, ${factOf} as fact,
      false as "isChosen"
    from first ${sessionOf("first")}
    where not exists (select from wanted where wanted.session_id = first.session_id) group by ${factOf}
    union all
    select a.session_id, a.source, ${epochMs("a.at")}, a.steps, a.value, ${factOf}, ${chosen ? sql`chosen.session_id is not null` : sql`true`}
    from (${actionRows}) a join wanted on wanted.session_id = a.session_id ${sessionOf("a")}
      ${chosen ? sql`left join chosen on chosen.session_id = a.session_id` : sql``}`);
  const others = new Map<number | null, number>();
  const actions: SessionAction[] = [];
  for (const { sessionId, value, ...row } of rows) {
    if (sessionId === null) others.set(row.fact, row.at);
    else actions.push({ ...row, sessionId, node: sessionNode(sessionId), valueUsd: value ?? 0 });
  }
  return { actions, others };
}

export const sessionNode = (id: number) => `session ${id}`;
const keyNode = (key: string) => `key ${key}`;
const userNode = (id: string) => `user ${id}`;
const emailNode = (email: string) => `email ${email}`;

/** The session of a funnel event: its key, or the session id of rows that were stored before keys. */
const keyOf = sql.raw("coalesce(f.session_key::text, f.session_id)");

/** Reported steps and payments. Payments have no session but a user. */
export async function readStageActions(ctx: Pick<Ctx, "db">, query: FunnelQuery): Promise<SessionAction[]> {
  const { conditions, all, start, until, chosen, fact } = query;
  const condition = isStep(conditions, "stage", all);
  if (!condition) return [];
  const { rows } = await ctx.db.execute<{
    key: string | null;
    userId: string | null;
    sessionId: number | null;
    at: number;
    steps: number;
    value: number | null;
    fact: number | null;
    isChosen: boolean;
  }>(sql`
    ${chosen ? sql`with ${chosen}` : sql``}
    select ${keyOf} as key, f.user_id as "userId", s.id as "sessionId", ${epochMs("f.occurred_at")} as at,
      ${stepBits(conditions, "stage")} as steps,
      case when f.stage = 'unlock' and f.substage = 'paid' then f.value::float8 end as value, ${fact ?? noFact} as fact,
      ${chosen ? sql`chosen.session_id is not null` : sql`true`} as "isChosen"
    from ${funnelEvent} f left join ${analyticsSession} s on s.key = f.session_key
      ${chosen ? sql`left join chosen on chosen.session_id = s.id` : sql``}
    where f.occurred_at >= ${start} and f.occurred_at < ${until} and ${condition} and (${keyOf} is not null or f.user_id is not null)
      and (s.id is null or ${isCounted("s")})`);
  return rows.map(({ key, userId, value, ...row }) => ({
    ...row,
    source: "stage",
    node: row.sessionId !== null ? sessionNode(row.sessionId) : key !== null ? keyNode(key) : userNode(userId!),
    valueUsd: value ?? 0,
  }));
}

/** Pairs of nodes that belong to one person: sessions with the users and the emails that were known in them. */
export async function readConnections(
  ctx: Pick<Ctx, "db">,
  { start, until }: FunnelQuery,
): Promise<{ node: string; person: string; sessionId: number | null }[]> {
  const isDuring = (column: string) =>
    sql`${sql.raw(column)} >= ${start} - interval '30 days' and ${sql.raw(column)} < ${until}`;
  const { rows } = await ctx.db.execute<{
    key: string;
    sessionId: number | null;
    userId: string | null;
    email: string | null;
  }>(sql`
    select pair.key::text as key, s.id as "sessionId", pair.user_id as "userId", null::text as email
    from (
      select distinct f.session_key as key, f.user_id from ${funnelEvent} f
      where f.session_key is not null and f.user_id is not null and ${isDuring("f.occurred_at")}
    ) pair left join ${analyticsSession} s on s.key = pair.key
    union all
    select i.session_key::text, s.id, null::uuid, i.email
    from ${analyticsIdentity} i left join ${analyticsSession} s on s.key = i.session_key where ${isDuring("i.at")}`);
  return rows.map(({ key, sessionId, userId, email }) => ({
    node: sessionId !== null ? sessionNode(sessionId) : keyNode(key),
    person: userId !== null ? userNode(userId) : emailNode(email!),
    sessionId,
  }));
}

/** Actions of visitors who ask not to be tracked: they have no id, so they cannot be followed through a funnel. */
export async function countAnonymousActions(ctx: Pick<Ctx, "db">, query: FunnelQuery): Promise<number> {
  const { conditions, all, start, end } = query;
  const count = (from: SQL, alias: string, at: string, source: ActionSource, isAnonymous: SQL) => {
    const condition = isStep(conditions, source, all);
    return (
      condition &&
      sql`select count(*) as count from ${from} ${sql.raw(alias)}
        where ${and(sql`${sql.raw(at)} >= ${start}`, sql`${sql.raw(at)} < ${end}`, isAnonymous, sql`(${condition})`)}`
    );
  };
  const parts = [
    count(sql`${analyticsView}`, "w", "w.at", "view", sql`w.session_id is null`),
    count(sql`${analyticsHit}`, "h", "h.at", "hit", sql`h.session_id is null and h.kind in ${kinds}`),
    count(sql`${funnelEvent}`, "f", "f.occurred_at", "stage", sql`${keyOf} is null and f.user_id is null`),
  ].filter((part) => part !== undefined);
  if (parts.length === 0) return 0;
  const { rows } = await ctx.db.execute<{ count: string }>(
    sql`select sum(count) as count from (${sql.join(parts, sql` union all `)}) part`,
  );
  return Number(rows[0]?.count ?? 0);
}

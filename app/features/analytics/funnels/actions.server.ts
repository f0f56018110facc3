import { and, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { SessionNumbers } from "../columns/groups.ts";
import { chunksBetween } from "../columns/scope-chunks.server.ts";
import type { FunnelBreakdown, FunnelDefinition } from "../funnel-definition.ts";
import { hitKinds } from "../hit-kinds.ts";
import { instantsOf } from "../reports/period.ts";
import { isCounted, type ReportScope } from "../reports/visit-conditions.server.ts";
import { analyticsHit, analyticsIdentity, analyticsSession, funnelEvent } from "../tables.server.ts";
import { PageSteps } from "./page-steps.ts";
import { type ActionTable, isStep, type StepConditions, stepBits, stepConditions } from "./step-conditions.server.ts";
import { type ActionSource, countAnonymousViews, openSteps } from "./steps-in-sessions.server.ts";

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
  pages: PageSteps;
  all: readonly number[];
  start: Date;
  end: Date;
  /** The end of the window of a visitor who started at `end`. */
  until: Date;
  /** 1 for sessions with a visit that passes the filters; null without filters. */
  chosen: SessionNumbers | null;
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
  const conditions = await stepConditions(ctx, definition);
  return {
    ...{ conditions, start, end, until: new Date(end.getTime() + definition.windowHours * hourMs) },
    pages: new PageSteps(conditions.map(({ pages }) => pages)),
    all: definition.steps.map((_, step) => step),
    chosen:
      filters.length === 0
        ? null
        : await chosenSessions(ctx, { start: new Date(start.getTime() - dayMs), end, filters }),
    fact: breakdown && sql.raw(breakdownColumns[breakdown]),
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

const epochMs = (column: string) => sql.raw(`(extract(epoch from ${column}) * 1000)::float8`);
const kinds = sql.raw(`(${hitKinds.event}, ${hitKinds.behavior}, ${hitKinds.conversion})`);

/** A place in a list of sessions by their latest first step, newest first. */
export type Place = { at: number; sessionId: number };

/** Sessions with the first step in the period that are not among `others`, newest first, after a place. */
export async function listFirstOnly(
  ctx: Pick<Ctx, "db">,
  query: FunnelQuery,
  { others, after, limit }: { others: ReadonlySet<number>; after: Place | null; limit: number },
): Promise<Place[]> {
  const latest = new Map<number, number>();
  const steps = await openSteps(ctx, query, query.end);
  await steps.each(({ sessionId, at, steps: bits }) => {
    if ((bits & 1) === 1 && at > (latest.get(sessionId) ?? 0) && isChosen(query, sessionId)) latest.set(sessionId, at);
  });
  return [...latest]
    .map(([sessionId, at]): Place => ({ at, sessionId }))
    .filter(
      ({ at, sessionId }) =>
        !others.has(sessionId) && (after === null || at < after.at || (at === after.at && sessionId < after.sessionId)),
    )
    .sort((one, other) => other.at - one.at || other.sessionId - one.sessionId)
    .slice(0, limit);
}

const isChosen = ({ chosen }: FunnelQuery, sessionId: number) => chosen === null || chosen.get(sessionId) === 1;

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

const isFirst = 1;
const isLater = 2;
const isKnown = 4;

/**
 * Views, events and conversions of the sessions that can get beyond the first step: those that also have a later one, and `known` ones.
 * All other sessions are only counted, per fact.
 */
export async function readHitActions(
  ctx: Pick<Ctx, "db">,
  query: FunnelQuery,
  known: readonly number[],
): Promise<{ actions: SessionAction[]; others: Map<number | null, number> }> {
  const states = new SessionNumbers();
  const add = (sessionId: number, state: number) => states.set(sessionId, states.get(sessionId) | state);
  for (const sessionId of known) add(sessionId, isKnown);
  const steps = await openSteps(ctx, query, query.until);
  const endMs = query.end.getTime();
  await steps.each(({ sessionId, at, steps: bits }) => {
    if ((bits & 1) === 1 && at < endMs && isChosen(query, sessionId)) add(sessionId, isFirst);
    if (bits > 1) add(sessionId, isLater);
  });
  const isWanted = (state: number) => (state & isKnown) !== 0 || (state & (isFirst | isLater)) === (isFirst | isLater);
  const actions: SessionAction[] = [];
  // Actions of a session mostly follow each other.
  let [last, node] = [0, ""];
  await steps.each(({ sessionId, source, at, steps: bits, valueUsd }) => {
    if (!isWanted(states.get(sessionId))) return;
    if (sessionId !== last) [last, node] = [sessionId, sessionNode(sessionId)];
    actions.push({
      sessionId,
      node,
      source,
      at,
      steps: bits,
      valueUsd,
      fact: null,
      isChosen: isChosen(query, sessionId),
    });
  });
  const onlyFirst: number[] = [];
  states.each((sessionId, state) => {
    if ((state & isFirst) !== 0 && !isWanted(state)) onlyFirst.push(sessionId);
  });
  if (query.fact === null)
    return { actions, others: new Map(onlyFirst.length === 0 ? [] : [[null, onlyFirst.length]]) };
  const facts = await factsOf(ctx, query.fact, [...onlyFirst, ...actions.map(({ sessionId }) => sessionId ?? 0)]);
  for (const action of actions) action.fact = facts.get(action.sessionId ?? 0) ?? null;
  const others = new Map<number | null, number>();
  for (const sessionId of onlyFirst) {
    const fact = facts.get(sessionId) ?? null;
    others.set(fact, (others.get(fact) ?? 0) + 1);
  }
  return { actions, others };
}

async function factsOf(
  { db }: Pick<Ctx, "db">,
  fact: SQL,
  sessionIds: readonly number[],
): Promise<Map<number, number>> {
  const { rows } = await db.execute<{ fact: number | null; ids: number[] }>(sql`
    select ${fact} as fact, array_agg(s.id) as ids from ${analyticsSession} s
    where s.id = any(${sql.param([...new Set(sessionIds)])}::int[]) group by 1`);
  return new Map(rows.flatMap(({ fact: value, ids }) => (value === null ? [] : ids.map((id) => [id, value] as const))));
}

export const sessionNode = (id: number) => `session ${id}`;
const keyNode = (key: string) => `key ${key}`;
const userNode = (id: string) => `user ${id}`;
const emailNode = (email: string) => `email ${email}`;

/** The session of a funnel event: its key, or the session id of rows that were stored before keys. */
const keyOf = sql.raw("coalesce(f.session_key::text, f.session_id)");

/** Reported steps and payments. Payments have no session but a user. */
export async function readStageActions(ctx: Pick<Ctx, "db">, query: FunnelQuery): Promise<SessionAction[]> {
  const { conditions, all, start, until, fact } = query;
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
  }>(sql`
    select ${keyOf} as key, f.user_id as "userId", s.id as "sessionId", ${epochMs("f.occurred_at")} as at,
      ${stepBits(conditions, "stage")} as steps,
      case when f.stage = 'unlock' and f.substage = 'paid' then f.value::float8 end as value, ${fact ?? sql`null::int`} as fact
    from ${funnelEvent} f left join ${analyticsSession} s on s.key = f.session_key
    where f.occurred_at >= ${instant(start)} and f.occurred_at < ${instant(until)} and ${condition} and (${keyOf} is not null or f.user_id is not null)
      and (s.id is null or ${isCounted("s")})`);
  return rows.map(({ key, userId, value, ...row }) => ({
    ...row,
    source: "stage",
    isChosen: row.sessionId === null ? query.chosen === null : isChosen(query, row.sessionId),
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
    sql`${sql.raw(column)} >= ${instant(start)} - interval '30 days' and ${sql.raw(column)} < ${instant(until)}`;
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
  const count = (from: SQL, alias: string, at: string, source: ActionTable, isAnonymous: SQL) => {
    const condition = isStep(conditions, source, all);
    return (
      condition &&
      sql`select count(*) as count from ${from} ${sql.raw(alias)}
        where ${and(sql`${sql.raw(at)} >= ${instant(start)}`, sql`${sql.raw(at)} < ${instant(end)}`, isAnonymous, sql`(${condition})`)}`
    );
  };
  const parts = [
    count(sql`${analyticsHit}`, "h", "h.at", "hit", sql`h.session_id is null and h.kind in ${kinds}`),
    count(sql`${funnelEvent}`, "f", "f.occurred_at", "stage", sql`${keyOf} is null and f.user_id is null`),
  ].filter((part) => part !== undefined);
  const views = await countAnonymousViews(ctx, query);
  if (parts.length === 0) return views;
  const { rows } = await ctx.db.execute<{ count: string }>(
    sql`select sum(count) as count from (${sql.join(parts, sql` union all `)}) part`,
  );
  return views + Number(rows[0]?.count ?? 0);
}

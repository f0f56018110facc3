import { type SQL, sql } from "drizzle-orm";
import { sourceName } from "#app/features/analytics/collecting/sources/source-name.ts";
import { termNames } from "#app/features/analytics/reports/lists/term-names.server.ts";
import { isCounted } from "#app/features/analytics/reports/visit-conditions.server.ts";
import {
  analyticsIdentity,
  analyticsSession,
  analyticsTerm,
  funnelEvent,
} from "#app/features/analytics/tables.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { FunnelBreakdown } from "../funnel-definition.ts";
import { isStageStep, type StepConditions, stageBits } from "./step-conditions.server.ts";
import { type Node, Visitors } from "./visitors.ts";

/*
 * What is known of visitors beyond their visits: reported steps and payments, and the sessions that one person used. Both are few: a
 * person is identified by a form or a sign-in, and reports are limited.
 */

/** In order: visitor, session or 0, microseconds, bits of its steps, cents, and the fact of the session for a breakdown or 0. */
export type StageRow = readonly [
  visitor: number,
  session: number,
  micros: number,
  bits: number,
  cents: number,
  fact: number,
];

export type People = {
  /** First sessions of clients with the visitor that they belong to: the first session of the same person. */
  moved: readonly (readonly [session: number, visitor: number])[];
  stages: readonly StageRow[];
  /** The sessions of the person who is this visitor. */
  sessionsOf(visitor: number): readonly number[];
};

type Span = { start: Date; until: Date };

const keyNode = (key: string) => `key ${key}`;
const userNode = (id: string) => `user ${id}`;
const emailNode = (email: string) => `email ${email}`;

const instant = (at: Date): SQL => sql`${at.toISOString()}::timestamptz`;

/**
 * Joins the session of a key, as `s`, with the first session of its client. The limit makes PostgreSQL use the index: for many keys it would
 * read all sessions, of which a busy site has millions.
 */
const sessionByKey = (key: string, columns = sql``) => sql`left join lateral (
  select s.id, coalesce((select min(t.id) from ${analyticsSession} t where t.client = s.client), s.id) as first ${columns}
  from ${analyticsSession} s where s.key = ${sql.raw(key)} limit 1) s on true`;

/** Finds the reported steps of a funnel and the sessions of each person who used one up to 30 days before. */
export async function readPeople(
  ctx: Pick<Ctx, "db">,
  conditions: StepConditions,
  { breakdown, ...span }: Span & { breakdown: FunnelBreakdown | null },
): Promise<People> {
  const [connections, events] = await Promise.all([
    readConnections(ctx, span),
    readEvents(ctx, conditions, breakdown, span),
  ]);
  const people = new Visitors();
  const sessions = new Map<number, number>();
  for (const { key, id, first, userId, email } of connections) {
    if (id !== null) sessions.set(id, first!);
    people.connect(userId === null ? emailNode(email!) : userNode(userId), first ?? keyNode(key));
  }
  const visitors = new Map<Node, number>();
  for (const first of [...sessions.values()].sort((one, other) => one - other))
    if (!visitors.has(people.of(first))) visitors.set(people.of(first), first);
  let without = 0;
  const visitorOf = (node: Node): number => {
    const root = people.of(node);
    const visitor = visitors.get(root) ?? (typeof root === "number" ? root : --without);
    visitors.set(root, visitor);
    return visitor;
  };
  const own = Map.groupBy(sessions.keys(), (id) => visitorOf(sessions.get(id)!));
  return {
    moved: [...new Set(sessions.values())].flatMap((first) =>
      visitorOf(first) === first ? [] : [[first, visitorOf(first)] as const],
    ),
    stages: events.map(({ key, userId, first, id, at, bits, cents, fact }): StageRow => {
      const node = first ?? (key === null ? userNode(userId!) : keyNode(key));
      return [visitorOf(node), id ?? 0, Number(at), bits, Number(cents), fact ?? 0];
    }),
    sessionsOf: (visitor) => own.get(visitor) ?? [],
  };
}

/** Pairs of a session's key and a user or email known in it. */
async function readConnections(ctx: Pick<Ctx, "db">, { start, until }: Span) {
  const isDuring = (column: string) =>
    sql`${sql.raw(column)} >= ${instant(start)} - interval '30 days' and ${sql.raw(column)} < ${instant(until)}`;
  const { rows } = await ctx.db.execute<{
    key: string;
    id: number | null;
    first: number | null;
    userId: string | null;
    email: string | null;
  }>(sql`
    select pair.key, s.id, s.first, pair.user_id as "userId", pair.email from (
      select distinct f.session_key as key, f.user_id, null::text as email from ${funnelEvent} f
      where f.session_key is not null and f.user_id is not null and ${isDuring("f.occurred_at")}
      union all
      select i.session_key, null::uuid, i.email from ${analyticsIdentity} i where ${isDuring("i.at")}
    ) pair ${sessionByKey("pair.key")}`);
  return rows;
}

/** The session of a funnel event: its key, or the session id in rows stored before keys existed. */
export const eventKey = sql.raw("coalesce(f.session_key::text, f.session_id)");

const facts: Readonly<Record<FunnelBreakdown, string>> = {
  source: "coalesce(s.source_id, s.referrer_id)",
  channel: "s.channel::int",
  device: "s.device::int",
  campaign: "s.campaign_id",
};

/** Reported steps and payments. Payments have a user instead of a session. */
async function readEvents(
  ctx: Pick<Ctx, "db">,
  conditions: StepConditions,
  breakdown: FunnelBreakdown | null,
  { start, until }: Span,
) {
  const condition = isStageStep(conditions);
  if (!condition) return [];
  const { rows } = await ctx.db.execute<{
    key: string | null;
    userId: string | null;
    id: number | null;
    first: number | null;
    at: string;
    bits: number;
    cents: string;
    fact: number | null;
  }>(sql`
    select event.key, event.user_id as "userId", s.id, s.first, event.at, event.bits, event.cents, s.fact
    from (
      select f.session_key, ${eventKey} as key, f.user_id, (extract(epoch from f.occurred_at) * 1000000)::bigint as at,
        ${stageBits(conditions)} as bits,
        coalesce(case when f.stage = 'unlock' and f.substage = 'paid' then (f.value * 100)::bigint end, 0) as cents
      from ${funnelEvent} f
      where f.occurred_at >= ${instant(start)} and f.occurred_at < ${instant(until)} and ${condition}
        and (${eventKey} is not null or f.user_id is not null)
    ) event ${sessionByKey(
      "event.session_key",
      sql`, ${isCounted("s")} as is_counted, ${sql.raw(breakdown ? facts[breakdown] : "null::int")} as fact`,
    )} where s.id is null or s.is_counted`);
  return breakdown === "source" ? withSourceNames(ctx, rows) : rows;
}

/** Visits have sources by name, sessions as they were reported. */
async function withSourceNames<Row extends { fact: number | null }>(ctx: Pick<Ctx, "db">, rows: Row[]): Promise<Row[]> {
  const reported = await termNames(ctx, [...new Set(rows.flatMap(({ fact }) => fact ?? []))]);
  const named = await ctx.db
    .select({ id: analyticsTerm.id, text: analyticsTerm.text })
    .from(analyticsTerm)
    .where(
      sql`${analyticsTerm.text} = any(${sql.param([...new Set([...reported.values()].map(sourceName))])}::text[])`,
    );
  const ids = new Map(named.map(({ id, text }) => [text, id]));
  const idOf = (fact: number) => ids.get(sourceName(reported.get(fact) ?? "")) ?? fact;
  return rows.map((row) => (row.fact === null ? row : { ...row, fact: idOf(row.fact) }));
}

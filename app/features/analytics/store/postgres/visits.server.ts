import { and, asc, between, desc, eq, gte, inArray, lt, not, type SQL, sql } from "drizzle-orm";
import { isIdentityOf } from "#app/features/analytics/privacy/identity.server.ts";
import { filtered } from "#app/features/analytics/reports/report-sql.ts";
import { isCounted, isDuring } from "#app/features/analytics/reports/visit-conditions.server.ts";
import { everyHit } from "#app/features/analytics/storage/every-hit.server.ts";
import { hitKinds } from "#app/features/analytics/storage/hit-kinds.ts";
import { mayBeMeasured } from "#app/features/analytics/storage/measurements.ts";
import { termOf } from "#app/features/analytics/storage/terms.server.ts";
import {
  analyticsHit,
  analyticsIdentity,
  analyticsSession,
  analyticsTerm,
  analyticsView,
  analyticsVisit,
} from "#app/features/analytics/tables.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { keysetOf, pageOf } from "#app/platform/database/keyset.server.ts";
import type { FoundVisit, ListedVisit, VisitListQuery, VisitReads } from "../visit-store.ts";
import { isInRow, isSelected } from "./hit-conditions.server.ts";
import { storedHits } from "./hits.server.ts";
import { postgresDialect } from "./reports.server.ts";

const timeOf = (ms: number) => sql`${new Date(ms).toISOString()}::timestamptz`;

/** The condition that a hit of the row is in the visit `v`. */
const hasAction = ({ selection, ...row }: NonNullable<VisitListQuery["action"]>): SQL =>
  sql`exists (select from ${mayBeMeasured(selection) ? everyHit : analyticsHit} h where h.session_id = v.session_id and h.at between v.started_at and v.ended_at
    and ${isSelected(selection)} and ${isInRow(row)})`;

async function listVisits({ db }: Pick<Ctx, "db">, query: VisitListQuery) {
  const { period, filters, action, after, before, size } = query;
  const passes = filtered(postgresDialect, { filters }).map((one) => sql` and ${sql.raw(one)}`);
  const keys = keysetOf({
    ...{ by: sql`v.started_at`, type: "timestamptz", id: sql`v.session_id`, idType: "int" },
    ...{ direction: "desc", after, before, size },
  });
  const { rows } = await db.execute<Record<string, never>>(sql`
    select ${keys.cursor} as cursor, v.session_id, v.started_at, v.duration_seconds, v.views, v.channel, v.device, v.value_usd,
      ${termOf("v.entry_id")} as entry, ${termOf("v.exit_id")} as exit, ${termOf("v.source_id")} as source,
      ${termOf("v.browser_id")} as browser, ${termOf("v.os_id")} as os,
      array(select t.text from ${analyticsTerm} t where t.id = any(v.goal_ids) order by t.text) as goals
    from ${analyticsVisit} v
    where ${isDuring(period, "v.started_at")} and ${isCounted("v")} ${sql.join(passes)}
      ${action ? sql`and ${hasAction(action)}` : sql``} ${keys.where ? sql`and ${keys.where}` : sql``}
    order by ${keys.orderBy[0]}, ${keys.orderBy[1]} limit ${keys.limit}`);
  return pageOf(
    keys,
    rows.map((row) => ({ cursor: row["cursor"] ?? "", row: listedVisit(row) })),
  );
}

type ListedRow = Record<"entry" | "exit" | "source" | "browser" | "os", string | null> &
  Record<"session_id" | "duration_seconds" | "views" | "channel" | "device", number> & {
    started_at: string;
    value_usd: string;
    goals: string[];
  };

function listedVisit(found: Record<string, unknown>): ListedVisit {
  const row = found as ListedRow;
  return {
    ...{ sessionId: row.session_id, startedAt: new Date(row.started_at), durationSeconds: row.duration_seconds },
    ...{ views: row.views, entry: row.entry, exit: row.exit, source: row.source, browser: row.browser, os: row.os },
    ...{ channel: row.channel, device: row.device, goals: row.goals, valueUsd: Number(row.value_usd) },
  };
}

async function neighbor({ db }: Pick<Ctx, "db">, sessionId: number, isBeyond: SQL, direction: "asc" | "desc") {
  const order = direction === "asc" ? asc : desc;
  const [row] = await db
    .select({ startedAt: analyticsVisit.startedAt })
    .from(analyticsVisit)
    .where(and(eq(analyticsVisit.sessionId, sessionId), isBeyond))
    .orderBy(order(analyticsVisit.startedAt))
    .limit(1);
  return row?.startedAt ?? null;
}

export const visitReads: VisitReads = {
  async hasViewsBefore({ db }, end) {
    const { rows } = await db.execute<{ exists: boolean }>(
      sql`select exists (select from ${analyticsView} w where w.at < ${end.toISOString()}::timestamptz) as "exists"`,
    );
    return rows[0]?.exists ?? false;
  },

  ownDay: (_, timezone) => sql`(select (min(v.started_at) at time zone ${timezone})::date from ${analyticsVisit} v)`,

  async firstVisit({ db }, outside) {
    const isOutside = outside.map(({ first, last }) => not(between(analyticsSession.key, first, last)));
    const [first] = await db
      .select({ at: analyticsVisit.startedAt })
      .from(analyticsVisit)
      .innerJoin(analyticsSession, eq(analyticsSession.id, analyticsVisit.sessionId))
      .where(isOutside.length > 0 ? sql.join(isOutside, sql` and `) : undefined)
      .orderBy(analyticsVisit.startedAt)
      .limit(1);
    return first?.at ?? null;
  },

  listVisits,

  async findVisit({ db }, sessionId, startMs) {
    const [visit] = await db
      .select({
        startedAt: analyticsVisit.startedAt,
        endedAt: analyticsVisit.endedAt,
        durationSeconds: analyticsVisit.durationSeconds,
        views: analyticsVisit.views,
        isBounce: analyticsVisit.isBounce,
        valueUsd: analyticsVisit.valueUsd,
        channel: analyticsVisit.channel,
        device: analyticsVisit.device,
        rule: analyticsVisit.rule,
        key: analyticsSession.key,
        source: termOf("analytics_visit.source_id"),
        referrer: termOf("analytics_visit.referrer_id"),
        medium: termOf("analytics_visit.medium_id"),
        campaign: termOf("analytics_visit.campaign_id"),
        browser: termOf("analytics_visit.browser_id"),
        os: termOf("analytics_visit.os_id"),
        screen: termOf("analytics_visit.screen_id"),
        language: termOf("analytics_visit.language_id"),
        timezone: termOf("analytics_visit.timezone_id"),
      })
      .from(analyticsVisit)
      .innerJoin(analyticsSession, eq(analyticsSession.id, analyticsVisit.sessionId))
      .where(
        and(
          eq(analyticsVisit.sessionId, sessionId),
          gte(analyticsVisit.startedAt, new Date(startMs)),
          lt(analyticsVisit.startedAt, new Date(startMs + 1)),
        ),
      );
    return visit ?? null;
  },

  async neighbors(ctx, sessionId, startMs) {
    const [previous, next] = await Promise.all([
      neighbor(ctx, sessionId, lt(analyticsVisit.startedAt, new Date(startMs)), "desc"),
      neighbor(ctx, sessionId, gte(analyticsVisit.startedAt, new Date(startMs + 1)), "asc"),
    ]);
    return { previous, next };
  },

  viewsOf({ db }, { sessionId, startMs, endMs, limit }) {
    const { at, seconds, scroll, lcp, inp, fid, cls, fcp, ttfb } = analyticsView;
    return db
      .select({
        ...{ at, page: termOf("analytics_view.page_id"), seconds, scroll },
        vitals: { lcp, inp, fid, cls, fcp, ttfb },
      })
      .from(analyticsView)
      .where(and(eq(analyticsView.sessionId, sessionId), gte(at, new Date(startMs)), lt(at, new Date(endMs))))
      .orderBy(asc(at))
      .limit(limit);
  },

  actionsOf({ db }, { sessionId, startMs, endMs, limit, silent }) {
    return storedHits(db)
      .where(
        and(
          ...[sql`h.session_id = ${sessionId}`, sql`h.at >= ${timeOf(startMs)}`, sql`h.at < ${timeOf(endMs)}`],
          sql`h.kind in (${hitKinds.event}, ${hitKinds.behavior}, ${hitKinds.conversion})`,
          sql`coalesce(${termOf("h.type_id")}, '') <> all(${sql.param([...silent])}::text[])`,
        ),
      )
      .orderBy(sql`h.at`)
      .limit(limit);
  },

  visitsOfEmails: ({ db }, emails, limit) =>
    db
      .select({
        sessionId: analyticsVisit.sessionId,
        startedAt: analyticsVisit.startedAt,
        durationSeconds: analyticsVisit.durationSeconds,
        views: analyticsVisit.views,
        source: termOf("analytics_visit.source_id"),
      })
      .from(analyticsIdentity)
      .innerJoin(analyticsSession, eq(analyticsSession.key, analyticsIdentity.sessionKey))
      .innerJoin(analyticsVisit, eq(analyticsVisit.sessionId, analyticsSession.id))
      .where(inArray(analyticsIdentity.email, [...emails]))
      .orderBy(desc(analyticsVisit.startedAt))
      .limit(limit),

  exportVisits: ({ db }, person) =>
    db
      .select({
        identifiedAt: analyticsIdentity.at,
        startedAt: analyticsVisit.startedAt,
        endedAt: analyticsVisit.endedAt,
        views: analyticsVisit.views,
      })
      .from(analyticsIdentity)
      .leftJoin(analyticsSession, eq(analyticsSession.key, analyticsIdentity.sessionKey))
      .leftJoin(analyticsVisit, eq(analyticsVisit.sessionId, analyticsSession.id))
      .where(isIdentityOf(person))
      .orderBy(asc(analyticsVisit.startedAt)),

  async visitsAt({ db }, places) {
    const { rows } = await db.execute<Omit<FoundVisit, "startedAt"> & { place: number; startedAt: string }>(sql`
      select place.number::int as place, v.session_id as "sessionId", v.started_at as "startedAt", v.device, v.views, t.text as source
      from unnest(${sql.param(places.map(({ sessionId }) => sessionId))}::int[],
        ${sql.param(places.map(({ at }) => at.toISOString()))}::timestamptz[]) with ordinality place (session_id, at, number)
      cross join lateral (
        select * from ${analyticsVisit} visit where visit.session_id = place.session_id and visit.started_at <= place.at
        order by visit.started_at desc limit 1
      ) v left join ${analyticsTerm} t on t.id = v.source_id`);
    const found = new Map(
      rows.map(({ place, startedAt, ...row }) => [place, { ...row, startedAt: new Date(startedAt) }]),
    );
    return places.map((_, index) => found.get(index + 1) ?? null);
  },
};

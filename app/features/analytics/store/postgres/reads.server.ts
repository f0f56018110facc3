import { and, between, eq, not, or, type SQL, sql } from "drizzle-orm";
import type { HitMatch } from "#app/features/analytics/funnels/figures/hit-match.ts";
import { isCounted } from "#app/features/analytics/reports/visit-conditions.server.ts";
import { hitTimes } from "#app/features/analytics/storage/every-hit.server.ts";
import { hitKinds } from "#app/features/analytics/storage/hit-kinds.ts";
import { acceptedSharedSessions } from "#app/features/analytics/storage/shared-sessions.server.ts";
import { termOf } from "#app/features/analytics/storage/terms.server.ts";
import { visitRows } from "#app/features/analytics/storage/visit-rows.server.ts";
import {
  analyticsHit,
  analyticsSession,
  analyticsTerm,
  analyticsVisit,
} from "#app/features/analytics/tables.server.ts";
import type { StoreReads } from "../visit-store.ts";

/** The condition for hits `h` of one of the matches. The kinds repeat the condition of the index on actions. */
function isMatched(matches: readonly HitMatch[]): SQL {
  const isOneOf = (column: string, ids: readonly number[] | null) =>
    ids === null ? undefined : sql`${sql.raw(column)} = any(${sql.param(ids)}::int[])`;
  return and(
    sql.raw(`h.kind in (${hitKinds.event}, ${hitKinds.behavior}, ${hitKinds.conversion})`),
    or(
      ...matches.map(({ kind, types, names }) =>
        and(sql`h.kind = ${sql.raw(String(kind))}`, isOneOf("h.type_id", types), isOneOf("h.name_id", names)),
      ),
    ),
  )!;
}

export const storeReads: StoreReads = {
  anonymousHits(_, matches, { start, end }) {
    const count = (isAnonymous: SQL) =>
      sql`select count(*) as count from ${analyticsHit} h where ${isAnonymous}
        and h.at >= ${start.toISOString()}::timestamptz and h.at < ${end.toISOString()}::timestamptz and ${isMatched(matches)}`;
    return [count(sql`h.session_id is null`), count(sql`h.session_id = any(array(${acceptedSharedSessions}))`)];
  },

  async countLive({ db }, from, to) {
    const { rows } = await db.execute<{ visitors: string }>(sql`
      select count(distinct s.client) as visitors from ${hitTimes} h join analytics_session s on s.id = h.session_id
      where h.at between ${from.toISOString()}::timestamptz and ${to.toISOString()}::timestamptz and s.client is not null
        and ${isCounted("s")}`);
    return Number(rows[0]?.visitors ?? 0);
  },

  async sampleRejected({ db }, rule, limit) {
    const { rows } = await db.execute<Record<string, string | number | null>>(sql`
      select s.id, s.first_at, s.device, ${termOf("s.browser_id")} as browser, ${termOf("s.os_id")} as os,
        ${termOf("coalesce(s.source_id, s.referrer_id)")} as source,
        (select t.text from ${analyticsHit} h join ${analyticsTerm} t on t.id = h.page_id
          where h.session_id = s.id and h.kind = ${hitKinds.page_view} order by h.at limit 1) as page
      from ${analyticsSession} s where s.rule = ${rule} order by s.first_at desc, s.id desc limit ${limit}`);
    const text = (value: string | number | null | undefined) => (typeof value === "string" ? value : null);
    return rows.map((row) => ({
      id: Number(row["id"]),
      firstAt: new Date(String(row["first_at"])),
      device: Number(row["device"] ?? 0),
      ...{ browser: text(row["browser"]), os: text(row["os"]), page: text(row["page"]), source: text(row["source"]) },
    }));
  },

  async visitsFromHits({ db }, sessionId) {
    const { rows } = await db.execute<{ started_at: string; views: number }>(
      sql`select started_at, views from (${visitRows([sessionId], new Date(0))}) visit order by started_at`,
    );
    return rows.map(({ started_at, views }) => ({ startedAt: new Date(started_at), views }));
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
};

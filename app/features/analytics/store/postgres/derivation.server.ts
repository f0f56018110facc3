import { and, gte, inArray, isNull, sql } from "drizzle-orm";
import { hitTimes } from "#app/features/analytics/storage/every-hit.server.ts";
import { hitKinds } from "#app/features/analytics/storage/hit-kinds.ts";
import { sessionFacts } from "#app/features/analytics/storage/session-facts.server.ts";
import { sharedSessions } from "#app/features/analytics/storage/shared-sessions.server.ts";
import { forgetSums, timesOf } from "#app/features/analytics/storage/summed-spans.server.ts";
import { clientsOf, linkVisitors } from "#app/features/analytics/storage/visitors.server.ts";
import {
  analyticsHit,
  analyticsSession,
  analyticsView,
  analyticsVisit,
} from "#app/features/analytics/tables.server.ts";
import {
  type DerivationDialect,
  insertInto,
  numberedHits,
  readTerms,
  selected,
  viewRows,
  visitRows,
} from "../derivation-sql.ts";
import type { Derivation } from "../visit-store.ts";
import { postgresDialect } from "./reports.server.ts";

const dialect: DerivationDialect = {
  ...postgresDialect,
  entry: (isWanted) => `(array_agg(page_id order by at, page_id) filter (where ${isWanted}))[1]`,
  exit: (isWanted) => `(array_agg(page_id order by at desc, page_id) filter (where ${isWanted}))[1]`,
  distinctIds: (column, isWanted) =>
    `coalesce(array_agg(distinct ${column} order by ${column}) filter (where ${isWanted}), '{}')`,
  revenue: (isWanted) => `least(coalesce(sum(value::numeric) filter (where ${isWanted}), 0), 999999999999)`,
  revenueColumn: "value_usd",
  detailNumber: (name, most) => `case when jsonb_typeof(detail -> '${name}') = 'number'
    then least(greatest((detail ->> '${name}')::numeric, 0), ${most}) end`,
  rounded: (value, decimals) => `round((${value})::numeric, ${decimals})`,
  measured: (value) => value,
};

export const derivation: Derivation = {
  sessionsPerStep: 1000,

  async sessionsWithHits({ db }, { after, since, limit }) {
    const { rows } = await db.execute<{ id: number }>(sql`
      select distinct s.id from ${hitTimes} h join ${analyticsSession} s on s.id = h.session_id
      where s.id > ${after} and h.at >= ${since.toISOString()}::timestamptz and s.client is not null order by s.id limit ${limit}`);
    return rows.map(({ id }) => id);
  },

  async replaceVisits({ db }, { ids, since, sources }) {
    await forgetSums({ db }, timesOf(ids));
    await db.delete(analyticsView).where(inArray(analyticsView.sessionId, [...ids]));
    await db.delete(analyticsVisit).where(inArray(analyticsVisit.sessionId, [...ids]));
    const derived = { ids, since, terms: await readTerms({ db }), facts: "select *, id as visitor_id from fact" };
    const views = viewRows(dialect, derived);
    const visits = visitRows(dialect, derived, "select * from stored");
    // In one statement, so that the hits are read once.
    const parts = [
      `fact as (${sessionFacts(ids, sources)})`,
      ...[...numberedHits(dialect, derived), ...views.sources],
      `stored as (${insertInto("analytics_view", views)} ${selected(views)} returning session_id, visit_at, seconds)`,
      ...visits.sources,
    ];
    await db.execute(sql.raw(`with ${parts.join(", ")} ${insertInto("analytics_visit", visits)} ${selected(visits)}`));
    await db.execute(linkVisitors(clientsOf(ids)));
    await forgetSums({ db }, timesOf(ids));
  },

  async replaceViewsWithoutSession({ db }, since) {
    const own = and(isNull(analyticsView.sessionId), gte(analyticsView.at, since));
    await forgetSums({ db }, sql`select at from ${analyticsView} where ${own}`);
    await db.delete(analyticsView).where(own);
    await db.execute(sql`
      insert into ${analyticsView} (at, page_id, rage_clicks, dead_clicks, errors, device, rule)
      select h.at, h.page_id, 0, 0, 0, 0, (select s.rule from ${analyticsSession} s where s.id = h.session_id)
      from ${analyticsHit} h where (h.session_id is null or h.session_id = any(array(${sql.raw(sharedSessions)})))
        and h.kind = ${hitKinds.page_view} and h.at >= ${since.toISOString()}::timestamptz`);
    await forgetSums({ db }, sql`select at from ${analyticsView} where ${own}`);
  },
};

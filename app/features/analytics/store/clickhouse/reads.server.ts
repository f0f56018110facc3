import { sql } from "drizzle-orm";
import type { HitMatch } from "#app/features/analytics/funnels/figures/hit-match.ts";
import { termNames } from "#app/features/analytics/reports/lists/term-names.server.ts";
import { isCounted } from "#app/features/analytics/reports/visit-conditions.server.ts";
import { hitKinds } from "#app/features/analytics/storage/hit-kinds.ts";
import { acceptedSharedSessions } from "#app/features/analytics/storage/shared-sessions.server.ts";
import { termOf } from "#app/features/analytics/storage/terms.server.ts";
import { pauseMinutes } from "#app/features/analytics/storage/visit-rows.server.ts";
import { analyticsSession } from "#app/features/analytics/tables.server.ts";
import type { StoreReads } from "../visit-store.ts";
import { type ColumnDatabase, idList, instant } from "./column-database.server.ts";

const pauseMicros = pauseMinutes * 60_000_000;

const isMatched = (matches: readonly HitMatch[]): string => {
  const isOneOf = (column: string, ids: readonly number[] | null) =>
    ids === null ? "" : ` AND ${column} IN ${idList(ids)}`;
  return `(${matches
    .map(({ kind, types, names }) => `kind = ${kind}${isOneOf("type_id", types)}${isOneOf("name_id", names)}`)
    .join(" OR ")})`;
};

/** `us`: microseconds since 1970. */
const dateOf = (us: string): Date => new Date(Math.floor(Number(us) / 1000));

type RejectedRow = {
  id: number;
  firstAt: string;
  device: number;
  browser: string | null;
  os: string | null;
  source: string | null;
};

export const clickhouseReads = (database: ColumnDatabase): StoreReads => ({
  async anonymousHits({ db }, matches, { start, end }) {
    const { rows: shared } = await db.execute<{ id: number }>(acceptedSharedSessions);
    const [found] = await database.rows<{ count: string }>({
      query: `SELECT toString(count()) AS count FROM hit WHERE session_id IN ${idList([0, ...shared.map(({ id }) => id)])}
        AND at >= ${instant(start)} AND at < ${instant(end)} AND ${isMatched(matches)}`,
    });
    return [sql`select ${Number(found?.count ?? 0)}::bigint as count`];
  },

  async countLive({ db }, from, to) {
    const found = await database.rows<{ id: number }>({
      query: `SELECT DISTINCT session_id AS id FROM hit WHERE at >= ${instant(from)} AND at <= ${instant(to)} AND session_id != 0`,
    });
    if (found.length === 0) return 0;
    const { rows } = await db.execute<{ visitors: string }>(sql`
      select count(distinct s.client) as visitors from ${analyticsSession} s
      where s.id = any(${sql.param(found.map(({ id }) => id))}::int[]) and s.client is not null and ${isCounted("s")}`);
    return Number(rows[0]?.visitors ?? 0);
  },

  async sampleRejected(ctx, rule, limit) {
    const { rows } = await ctx.db.execute<RejectedRow>(sql`
      select s.id, s.first_at as "firstAt", coalesce(s.device, 0) as device, ${termOf("s.browser_id")} as browser, ${termOf("s.os_id")} as os,
        ${termOf("coalesce(s.source_id, s.referrer_id)")} as source
      from ${analyticsSession} s where s.rule = ${rule} order by s.first_at desc, s.id desc limit ${limit}`);
    const first = await database.rows<{ id: number; page: number }>({
      query: `SELECT session_id AS id, argMin(page_id, at) AS page FROM hit
        WHERE session_id IN ${idList(rows.map(({ id }) => id))} AND kind = ${hitKinds.page_view} GROUP BY session_id`,
    });
    const names = await termNames(
      ctx,
      first.map(({ page }) => page),
    );
    const pages = new Map(first.map(({ id, page }) => [id, names.get(page) ?? null]));
    return rows.map((row) => ({ ...row, firstAt: new Date(row.firstAt), page: pages.get(row.id) ?? null }));
  },

  async visitsFromHits(_, sessionId) {
    const rows = await database.rows<{ us: string; kind: number }>({
      query: `SELECT toString(toUnixTimestamp64Micro(at)) AS us, kind FROM hit WHERE session_id = ${sessionId} ORDER BY at`,
    });
    const visits: { startedAt: Date; views: number }[] = [];
    let last = Number.NEGATIVE_INFINITY;
    for (const { us, kind } of rows) {
      if (Number(us) - last > pauseMicros) visits.push({ startedAt: dateOf(us), views: 0 });
      if (kind === hitKinds.page_view) visits.at(-1)!.views += 1;
      last = Number(us);
    }
    return visits;
  },

  async ownDay(_, timezone) {
    const [found] = await database.rows<{ day: string | null }>({
      query: "SELECT toString(toDate(toTimeZone(minOrNull(started_at), {timezone:String}))) AS day FROM visit FINAL",
      params: { timezone },
    });
    return sql`${found?.day ?? null}::date`;
  },

  async firstVisit({ db }, outside) {
    const imported = await db
      .select({ id: analyticsSession.id })
      .from(analyticsSession)
      .where(
        outside.length === 0
          ? sql`false`
          : sql.join(
              outside.map(({ first, last }) => sql`${analyticsSession.key} between ${first} and ${last}`),
              sql` or `,
            ),
      );
    const [found] = await database.rows<{ us: string; count: string }>({
      query: `SELECT toString(toUnixTimestamp64Micro(min(started_at))) AS us, toString(count()) AS count FROM visit FINAL
        WHERE session_id NOT IN ${idList(imported.map(({ id }) => id))}`,
    });
    return Number(found?.count ?? 0) === 0 ? null : dateOf(found!.us);
  },
});

import { asc, eq, inArray, sql } from "drizzle-orm";
import { isIdentityOf } from "#app/features/analytics/privacy/identity.server.ts";
import { termNames } from "#app/features/analytics/reports/lists/term-names.server.ts";
import { instantsOf } from "#app/features/analytics/reports/period/period.ts";
import { filtered, isCounted } from "#app/features/analytics/reports/report-sql.ts";
import { hitKinds } from "#app/features/analytics/storage/hit-kinds.ts";
import { analyticsAcceptedRule, analyticsIdentity, analyticsSession } from "#app/features/analytics/tables.server.ts";
import { dayMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { keysetOf, type Page, pageOf } from "#app/platform/database/keyset.server.ts";
import type { ListedVisit, StoredView, VisitListQuery, VisitReads } from "../visit-store.ts";
import { type ColumnDatabase, type ColumnParams, idList, instant, micros } from "./column-database.server.ts";
import { idsOf } from "./derivation.server.ts";
import { dateOf, hitsOfSession, isInRow, isSelected } from "./hits.server.ts";
import { clickhouseDialect } from "./reports.server.ts";

type In = Pick<Ctx, "db">;

const us = (column: string) => `toString(toUnixTimestamp64Micro(${column}))`;

type ListedRow = Record<"session_id" | "duration_seconds" | "views" | "channel" | "device", number> &
  Record<"entry_id" | "exit_id" | "source_id" | "browser_id" | "os_id", number> & {
    us: string;
    cursor: string;
    goal_ids: number[];
    value: number;
  };

const listedColumns = `session_id, started_at, ended_at, duration_seconds, views, channel, device, entry_id, exit_id, source_id, browser_id,
  os_id, goal_ids, cents`;

/** The visits with a hit of a row. Hits are read from the period's start on: visits that start in it can go on after it. */
async function withAction(
  ctx: In,
  visits: string,
  { selection, ...row }: NonNullable<VisitListQuery["action"]>,
  start: Date,
): Promise<{ query: string; params: ColumnParams }> {
  const { condition, params } = await isInRow(ctx, row);
  const query = `SELECT ${listedColumns} FROM (${visits}) v INNER JOIN (
      SELECT session_id AS hit_session, at AS hit_at FROM hit
      WHERE session_id != 0 AND at >= ${instant(start)} AND ${await isSelected(ctx, selection)} AND ${condition}
    ) h ON h.hit_session = v.session_id
    WHERE h.hit_at >= v.started_at AND h.hit_at <= v.ended_at LIMIT 1 BY session_id, started_at`;
  return { query, params };
}

/** The days that are searched for a page, and then the whole period: the visits of a year take long to sort. */
const searchedDays = [1, 8];

/** Parts of a period, from the place of a cursor on, each with the one before. */
function listSpans(
  { start, end }: { start: Date; end: Date },
  { place, backwards }: Pick<ReturnType<typeof keysetOf>, "place" | "backwards">,
): { start: Date; end: Date }[] {
  // Cursors have microseconds.
  const at = place && Math.floor(Date.parse(place.value));
  if (backwards) {
    const first = Math.max(start.getTime(), at ?? 0);
    const ends = searchedDays.map((days) => first + days * dayMs).filter((last) => last < end.getTime());
    return [...ends, end.getTime()].map((last) => ({ start: new Date(first), end: new Date(last) }));
  }
  const last = Math.min(end.getTime(), at === null ? Number.POSITIVE_INFINITY : at + 1);
  const starts = searchedDays.map((days) => last - days * dayMs).filter((first) => first > start.getTime());
  return [...starts, start.getTime()].map((first) => ({ start: new Date(first), end: new Date(last) }));
}

async function listVisits(ctx: In, database: ColumnDatabase, query: VisitListQuery): Promise<Page<ListedVisit>> {
  const { period, filters, action, after, before, size } = query;
  const { start, end } = instantsOf(period);
  const keys = keysetOf({
    ...{ by: sql`started_at`, type: "timestamptz", id: sql`session_id`, idType: "int" },
    ...{ direction: "desc", after, before, size },
  });
  const accepted = await ctx.db.select({ rule: analyticsAcceptedRule.rule }).from(analyticsAcceptedRule);
  const place = keys.place
    ? `(started_at, session_id) ${keys.backwards ? ">" : "<"} (parseDateTime64BestEffort({at:String}, 6, 'UTC'), {id:Int32})`
    : "1";
  const way = keys.backwards ? "ASC" : "DESC";
  const readSpan = async (span: { start: Date; end: Date }) => {
    const conditions = [
      `started_at >= ${instant(span.start)} AND started_at < ${instant(span.end)}`,
      isCounted(clickhouseDialect, "v", { acceptedRules: accepted.map(({ rule }) => rule) }),
      ...filtered(clickhouseDialect, { filters }),
      place,
    ];
    const visits = `SELECT ${listedColumns} FROM visit v FINAL WHERE ${conditions.join(" AND ")}`;
    const found = action ? await withAction(ctx, visits, action, span.start) : { query: visits, params: {} };
    return database.rows<ListedRow>({
      query: `SELECT *, ${us("started_at")} AS us, concat(toString(started_at), '+00 ', toString(session_id)) AS cursor,
        toFloat64(cents) / 100 AS value
        FROM (${found.query}) ORDER BY started_at ${way}, session_id ${way} LIMIT ${keys.limit}`,
      params: { ...found.params, ...(keys.place ? { at: keys.place.value, id: keys.place.id } : {}) },
    });
  };
  let rows: ListedRow[] = [];
  for (const span of listSpans({ start, end }, keys)) {
    rows = await readSpan(span);
    if (rows.length === keys.limit) break;
  }
  const names = await termNames(
    ctx,
    rows.flatMap((row) => [row.entry_id, row.exit_id, row.source_id, row.browser_id, row.os_id, ...row.goal_ids]),
  );
  const nameOf = (id: number) => names.get(id) ?? null;
  return pageOf(
    keys,
    rows.map(({ cursor, us: startedAt, value, ...row }) => ({
      cursor,
      row: {
        ...{ sessionId: row.session_id, startedAt: dateOf(startedAt), durationSeconds: row.duration_seconds },
        ...{ views: row.views, channel: row.channel, device: row.device, valueUsd: value },
        ...{ entry: nameOf(row.entry_id), exit: nameOf(row.exit_id), source: nameOf(row.source_id) },
        ...{ browser: nameOf(row.browser_id), os: nameOf(row.os_id) },
        goals: row.goal_ids.flatMap((id) => names.get(id) ?? []).sort(),
      },
    })),
  );
}

const facts = ["source", "referrer", "medium", "campaign", "browser", "os", "screen", "language", "timezone"] as const;
type Fact = (typeof facts)[number];

type VisitRow = Record<`${Fact}_id`, number> &
  Record<"duration_seconds" | "views" | "is_bounce" | "channel" | "device" | "rule" | "value", number> &
  Record<"started" | "ended", string>;

const inSession = (sessionId: number, startMs: number, endMs: number, column: string) =>
  `session_id = ${Math.trunc(sessionId)} AND ${column} >= ${instant(new Date(startMs))} AND ${column} < ${instant(new Date(endMs))}`;

type ExportedVisit = Awaited<ReturnType<VisitReads["exportVisits"]>>[number];

type ViewRow = Record<"page_id" | "seconds" | "scroll" | "lcp" | "inp" | "fid" | "fcp" | "ttfb", number> & {
  us: string;
  cls: number | null;
};

const orNull = (value: number) => (value < 0 ? null : value);

const storedView = (row: ViewRow, names: ReadonlyMap<number, string>): StoredView => ({
  ...{ at: dateOf(row.us), page: names.get(row.page_id) ?? null },
  ...{ seconds: orNull(row.seconds), scroll: orNull(row.scroll) },
  vitals: {
    ...{ lcp: orNull(row.lcp), inp: orNull(row.inp), fid: orNull(row.fid), cls: row.cls },
    ...{ fcp: orNull(row.fcp), ttfb: orNull(row.ttfb) },
  },
});

export const clickhouseVisits = (database: ColumnDatabase): VisitReads => ({
  async hasViewsBefore(_, end) {
    const rows = await database.rows({ query: `SELECT 1 FROM view FINAL WHERE at < ${instant(end)} LIMIT 1` });
    return rows.length > 0;
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
      query: `SELECT ${us("min(started_at)")} AS us, toString(count()) AS count FROM visit FINAL
        WHERE session_id NOT IN ${idList(imported.map(({ id }) => id))}`,
    });
    return Number(found?.count ?? 0) === 0 ? null : dateOf(found!.us);
  },

  listVisits: (ctx, query) => listVisits(ctx, database, query),

  async findVisit(ctx, sessionId, startMs) {
    const [row] = await database.rows<VisitRow>({
      query: `SELECT ${us("started_at")} AS started, ${us("ended_at")} AS ended, duration_seconds, views, is_bounce, channel, device, rule,
        toFloat64(cents) / 100 AS value, ${facts.map((fact) => `${fact}_id`).join(", ")}
        FROM visit FINAL WHERE ${inSession(sessionId, startMs, startMs + 1, "started_at")} LIMIT 1`,
    });
    const [session] = await ctx.db
      .select({ key: analyticsSession.key })
      .from(analyticsSession)
      .where(eq(analyticsSession.id, sessionId));
    if (!row || !session) return null;
    const names = await termNames(
      ctx,
      facts.map((fact) => row[`${fact}_id`]),
    );
    const named = Object.fromEntries(facts.map((fact) => [fact, names.get(row[`${fact}_id`]) ?? null]));
    return {
      ...{ startedAt: dateOf(row.started), endedAt: dateOf(row.ended), durationSeconds: row.duration_seconds },
      ...{ views: row.views, isBounce: row.is_bounce === 1, valueUsd: row.value, channel: row.channel },
      ...{ device: row.device, rule: row.rule === 0 ? null : row.rule, key: session.key },
      ...(named as Record<Fact, string | null>),
    };
  },

  async neighbors(_, sessionId, startMs) {
    const [found] = await database.rows<{ previous: string | null; next: string | null }>({
      query: `SELECT ${us(`maxOrNullIf(started_at, started_at < ${instant(new Date(startMs))})`)} AS previous,
        ${us(`minOrNullIf(started_at, started_at >= ${instant(new Date(startMs + 1))})`)} AS next
        FROM visit FINAL WHERE session_id = ${Math.trunc(sessionId)}`,
    });
    const date = (text: string | null | undefined) => (text ? dateOf(text) : null);
    return { previous: date(found?.previous), next: date(found?.next) };
  },

  async viewsOf(ctx, { sessionId, startMs, endMs, limit }) {
    const rows = await database.rows<ViewRow>({
      query: `SELECT ${us("at")} AS us, page_id, seconds, scroll, lcp, inp, fid, if(isNaN(cls), NULL, cls) AS cls, fcp, ttfb
        FROM view FINAL WHERE ${inSession(sessionId, startMs, endMs, "at")} ORDER BY at LIMIT ${limit}`,
    });
    const names = await termNames(
      ctx,
      rows.map(({ page_id }) => page_id),
    );
    return rows.map((row) => storedView(row, names));
  },

  async actionsOf(ctx, { sessionId, startMs, endMs, limit, silent }) {
    const kinds = idList([hitKinds.event, hitKinds.behavior, hitKinds.conversion]);
    const from = `AND at >= ${instant(new Date(startMs))} AND at < ${instant(new Date(endMs))}`;
    const rest = `${from} AND kind IN ${kinds} AND type_id NOT IN ${await idsOf(ctx, silent)} ORDER BY at LIMIT ${limit}`;
    return hitsOfSession(ctx, database, sessionId, rest);
  },

  async visitsOfEmails(ctx, emails, limit) {
    const sessions = await ctx.db
      .selectDistinct({ id: analyticsSession.id })
      .from(analyticsIdentity)
      .innerJoin(analyticsSession, eq(analyticsSession.key, analyticsIdentity.sessionKey))
      .where(inArray(analyticsIdentity.email, [...emails]));
    if (sessions.length === 0) return [];
    const rows = await database.rows<Record<"id" | "duration" | "views" | "source", number> & { us: string }>({
      query: `SELECT session_id AS id, ${us("started_at")} AS us, duration_seconds AS duration, views, source_id AS source
        FROM visit FINAL WHERE session_id IN ${idList(sessions.map(({ id }) => id))} ORDER BY started_at DESC LIMIT ${limit}`,
    });
    const names = await termNames(
      ctx,
      rows.map(({ source }) => source),
    );
    return rows.map(({ id, duration, views, source, us: startedAt }) => ({
      ...{ sessionId: id, startedAt: dateOf(startedAt), durationSeconds: duration, views },
      source: names.get(source) ?? null,
    }));
  },

  async exportVisits(ctx, person) {
    const sessions = await ctx.db
      .select({ identifiedAt: analyticsIdentity.at, id: analyticsSession.id })
      .from(analyticsIdentity)
      .leftJoin(analyticsSession, eq(analyticsSession.key, analyticsIdentity.sessionKey))
      .where(isIdentityOf(person))
      .orderBy(asc(analyticsIdentity.at));
    const rows = await database.rows<{ id: number; started: string; ended: string; views: number }>({
      query: `SELECT session_id AS id, ${us("started_at")} AS started, ${us("ended_at")} AS ended, views
        FROM visit FINAL WHERE session_id IN ${idList(sessions.flatMap(({ id }) => id ?? []))} ORDER BY started_at`,
    });
    const bySession = Map.groupBy(rows, ({ id }) => id);
    const visits = sessions.flatMap(({ identifiedAt, id }): ExportedVisit[] => {
      const own = (id === null ? undefined : bySession.get(id)) ?? [];
      if (own.length === 0) return [{ identifiedAt, startedAt: null, endedAt: null, views: null }];
      return own.map(({ started, ended, views }) => ({
        ...{ identifiedAt, startedAt: dateOf(started), endedAt: dateOf(ended), views },
      }));
    });
    // Sessions without a visit come last.
    const startOf = ({ startedAt }: ExportedVisit) => startedAt?.getTime() ?? Number.MAX_SAFE_INTEGER;
    return visits.sort((one, other) => startOf(one) - startOf(other));
  },

  async visitsAt(ctx, places) {
    const sessions = places.map(({ sessionId }) => sessionId);
    const rows = await database.rows<Record<"id" | "device" | "views" | "source", number> & { us: string }>({
      query: `SELECT session_id AS id, ${us("started_at")} AS us, device, views, source_id AS source
        FROM visit FINAL WHERE session_id IN ${idList(sessions)} ORDER BY started_at`,
    });
    const names = await termNames(
      ctx,
      rows.map(({ source }) => source),
    );
    const bySession = Map.groupBy(rows, ({ id }) => id);
    return places.map(({ sessionId, at }) => {
      const found = bySession.get(sessionId)?.findLast((row) => Number(row.us) <= micros(at));
      if (!found) return null;
      const { us: startedAt, device, views, source } = found;
      return { sessionId, startedAt: dateOf(startedAt), device, views, source: names.get(source) ?? null };
    });
  },
});

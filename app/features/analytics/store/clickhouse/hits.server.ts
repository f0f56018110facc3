import { sql } from "drizzle-orm";
import type { HitMatch } from "#app/features/analytics/funnels/figures/hit-match.ts";
import {
  type ActionSelection,
  isPerPage,
  type ListedActions,
} from "#app/features/analytics/reports/lists/action-selection.ts";
import { termNames } from "#app/features/analytics/reports/lists/term-names.server.ts";
import { isCounted } from "#app/features/analytics/reports/visit-conditions.server.ts";
import { hitKinds } from "#app/features/analytics/storage/hit-kinds.ts";
import { acceptedSharedSessions } from "#app/features/analytics/storage/shared-sessions.server.ts";
import { termOf } from "#app/features/analytics/storage/terms.server.ts";
import { pauseMinutes } from "#app/features/analytics/storage/visit-rows.server.ts";
import { analyticsSession } from "#app/features/analytics/tables.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { HitReads, StoredHit } from "../visit-store.ts";
import { type ColumnDatabase, type ColumnParams, idList, instant } from "./column-database.server.ts";
import { idsOf } from "./derivation.server.ts";

type In = Pick<Ctx, "db">;

const pauseMicros = pauseMinutes * 60_000_000;

/** A text of the metadata as PostgreSQL's \`->>\` returns it. */
const detailText = `if(JSONType(detail, {detail:String}) = 'String', JSONExtractString(detail, {detail:String}),
  if(JSONType(detail, {detail:String}) = 'Null', '', JSONExtractRaw(detail, {detail:String})))`;

/** The condition for the hits of a selection. */
export async function isSelected(ctx: In, { kind, types, names }: ActionSelection): Promise<string> {
  const isIn = async (column: string, texts: readonly string[] | undefined) =>
    texts ? ` AND ${column} IN ${await idsOf(ctx, texts)}` : "";
  return `kind = ${hitKinds[kind]}${await isIn("type_id", types)}${await isIn("name_id", names)}`;
}

/** The condition for the hits behind one row, and its parameters. */
export async function isInRow(
  ctx: In,
  { by, name, page }: Omit<ListedActions, "selection">,
): Promise<{ condition: string; params: ColumnParams }> {
  const onPage = isPerPage(by) && page !== null ? ` AND page_id IN ${await idsOf(ctx, [page])}` : "";
  if (typeof by === "object")
    return {
      condition: `JSONHas(detail, {detail:String}) AND ${detailText} = {text:String}${onPage}`,
      params: { detail: by.detail, text: name },
    };
  return { condition: `${by === "page" ? "page_id" : "name_id"} IN ${await idsOf(ctx, [name])}${onPage}`, params: {} };
}

const isMatched = (matches: readonly HitMatch[]): string => {
  const isOneOf = (column: string, ids: readonly number[] | null) =>
    ids === null ? "" : ` AND ${column} IN ${idList(ids)}`;
  return `(${matches
    .map(({ kind, types, names }) => `kind = ${kind}${isOneOf("type_id", types)}${isOneOf("name_id", names)}`)
    .join(" OR ")})`;
};

type HitLine = { us: string; kind: number; page_id: number; type_id: number; name_id: number; value: number | null };

const hitLine = "toString(toUnixTimestamp64Micro(at)) AS us, kind, page_id, type_id, name_id, value";

/** Names the terms of hits. */
export async function namedHits(ctx: In, lines: readonly HitLine[]): Promise<StoredHit[]> {
  const names = await termNames(
    ctx,
    lines.flatMap(({ page_id, type_id, name_id }) => [page_id, type_id, name_id]),
  );
  return lines.map(({ us, kind, page_id, type_id, name_id, value }) => ({
    ...{ at: dateOf(us), kind, value },
    ...{ page: names.get(page_id) ?? null, type: names.get(type_id) ?? null, name: names.get(name_id) ?? null },
  }));
}

/** `us`: microseconds since 1970. */
export const dateOf = (us: string | number): Date => new Date(Math.floor(Number(us) / 1000));

/** Lists the hits of a session; `rest`: further conditions, order and limit. */
export const hitsOfSession = async (ctx: In, database: ColumnDatabase, sessionId: number, rest: string) =>
  namedHits(
    ctx,
    await database.rows<HitLine>({
      query: `SELECT ${hitLine} FROM hit WHERE session_id = ${Math.trunc(sessionId)} ${rest}`,
    }),
  );

type RejectedRow = {
  id: number;
  firstAt: string;
  device: number;
  browser: string | null;
  os: string | null;
  source: string | null;
};

export const clickhouseHits = (database: ColumnDatabase, deliver: (ctx: In) => Promise<void>): HitReads => ({
  async hasHit(ctx, { sessionId, at, kind, typeId }) {
    await deliver(ctx);
    const rows = await database.rows({
      query: `SELECT 1 FROM hit WHERE session_id = ${sessionId} AND at = ${instant(at)} AND kind = ${kind} AND type_id = ${typeId} LIMIT 1`,
    });
    return rows.length > 0;
  },

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

  latestHits: (ctx, sessionId, limit) => hitsOfSession(ctx, database, sessionId, `ORDER BY at DESC LIMIT ${limit}`),

  async countHits(_, sessionId) {
    const [found] = await database.rows<{ count: string }>({
      query: `SELECT toString(count()) AS count FROM hit WHERE session_id = ${sessionId}`,
    });
    return Number(found?.count ?? 0);
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
});

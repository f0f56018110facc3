import { and, desc, eq, type SQL, sql } from "drizzle-orm";
import { DatabaseError } from "pg";
import { isCounted } from "#app/features/analytics/reports/visit-conditions.server.ts";
import { hitKinds } from "#app/features/analytics/storage/hit-kinds.ts";
import { createPartitions } from "#app/features/analytics/storage/partitions.server.ts";
import { acceptedSharedSessions } from "#app/features/analytics/storage/shared-sessions.server.ts";
import { visitRows } from "#app/features/analytics/storage/visit-rows.server.ts";
import { analyticsHit, analyticsSession, analyticsTerm } from "#app/features/analytics/tables.server.ts";
import { type Db, prepared } from "#app/platform/db.server.ts";
import type { HitReads, HitRow, HitWrites } from "../visit-store.ts";
import { isMatched } from "./hit-conditions.server.ts";

/** PostgreSQL's error code for a row without a matching partition. */
const noPartition = "23514";

/** Planned once per connection: small batches would take longer to plan than to insert. */
const insertStatement = prepared((db) =>
  db
    .insert(analyticsHit)
    .select(
      sql`select to_timestamp(h.at / 1000000), h.value, h.session_id, h.page_id, h.type_id, h.name_id, h.kind, h.detail::jsonb
        from unnest(
          ${sql.placeholder("atMicros")}::float8[], ${sql.placeholder("value")}::float8[],
          ${sql.placeholder("sessionId")}::int[], ${sql.placeholder("pageId")}::int[], ${sql.placeholder("typeId")}::int[],
          ${sql.placeholder("nameId")}::int[], ${sql.placeholder("kind")}::smallint[], ${sql.placeholder("detail")}::text[]
        ) as h(at, value, session_id, page_id, type_id, name_id, kind, detail)`,
    )
    .prepare("analytics_insert_hits"),
);

async function insertHits({ db }: { db: Db }, rows: readonly HitRow[]): Promise<void> {
  const insert = () =>
    insertStatement(db).execute({
      atMicros: rows.map(({ atMicros }) => atMicros),
      value: rows.map(({ value }) => value),
      sessionId: rows.map(({ sessionId }) => sessionId),
      pageId: rows.map(({ pageId }) => pageId),
      typeId: rows.map(({ typeId }) => typeId),
      nameId: rows.map(({ nameId }) => nameId),
      kind: rows.map(({ kind }) => kind),
      detail: rows.map(({ detail }) => (detail === null ? null : JSON.stringify(detail))),
    });
  try {
    await insert();
  } catch (error) {
    if (!isWithoutPartition(error as Error)) throw error;
    // The job that creates partitions ahead has not run for months, or the clock jumped.
    const times = rows.map(({ atMicros }) => atMicros / 1000);
    await createPartitions({ db }, new Date(Math.min(...times)), new Date(Math.max(...times)));
    await insert();
  }
}

const isWithoutPartition = ({ cause }: Error) => cause instanceof DatabaseError && cause.code === noPartition;

export const hitWrites: HitWrites = {
  prepareMonths: createPartitions,
  insertHits,
  deliver: async () => {},
  isFull: () => false,
  isTransactional: true,
};

const termOf = (column: string) =>
  sql<string | null>`(select t.text from ${analyticsTerm} t where t.id = ${sql.raw(column)})`;

export const storedHit = {
  ...{ at: analyticsHit.at, kind: analyticsHit.kind, value: analyticsHit.value },
  page: termOf("analytics_hit.page_id"),
  type: termOf("analytics_hit.type_id"),
  name: termOf("analytics_hit.name_id"),
};

export const hitReads: HitReads = {
  async hasHit({ db }, { sessionId, at, kind, typeId }) {
    const isSame = and(
      ...[eq(analyticsHit.sessionId, sessionId), eq(analyticsHit.at, at)],
      ...[eq(analyticsHit.kind, kind), eq(analyticsHit.typeId, typeId)],
    );
    return (await db.$count(analyticsHit, isSame)) > 0;
  },

  anonymousHits(_, matches, { start, end }) {
    const count = (isAnonymous: SQL) =>
      sql`select count(*) as count from ${analyticsHit} h where ${isAnonymous}
        and h.at >= ${start.toISOString()}::timestamptz and h.at < ${end.toISOString()}::timestamptz and ${isMatched(matches)}`;
    return [count(sql`h.session_id is null`), count(sql`h.session_id = any(array(${acceptedSharedSessions}))`)];
  },

  async countLive({ db }, from, to) {
    const { rows } = await db.execute<{ visitors: string }>(sql`
      select count(distinct s.client) as visitors from analytics_hit h join analytics_session s on s.id = h.session_id
      where h.at between ${from.toISOString()}::timestamptz and ${to.toISOString()}::timestamptz and s.client is not null
        and ${isCounted("s")}`);
    return Number(rows[0]?.visitors ?? 0);
  },

  async sampleRejected({ db }, rule, limit) {
    const term = (column: string) => sql`(select t.text from ${analyticsTerm} t where t.id = ${sql.raw(column)})`;
    const { rows } = await db.execute<Record<string, string | number | null>>(sql`
      select s.id, s.first_at, s.device, ${term("s.browser_id")} as browser, ${term("s.os_id")} as os,
        ${term("coalesce(s.source_id, s.referrer_id)")} as source,
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

  latestHits: ({ db }, sessionId, limit) =>
    db
      .select(storedHit)
      .from(analyticsHit)
      .where(eq(analyticsHit.sessionId, sessionId))
      .orderBy(desc(analyticsHit.at))
      .limit(limit),

  countHits: ({ db }, sessionId) => db.$count(analyticsHit, eq(analyticsHit.sessionId, sessionId)),

  async visitsFromHits({ db }, sessionId) {
    const { rows } = await db.execute<{ started_at: string; views: number }>(
      sql`select started_at, views from (${visitRows([sessionId], new Date(0))}) visit order by started_at`,
    );
    return rows.map(({ started_at, views }) => ({ startedAt: new Date(started_at), views }));
  },
};

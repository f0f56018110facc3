import { and, eq, type SQL, sql } from "drizzle-orm";
import { DatabaseError } from "pg";
import { isCounted } from "#app/features/analytics/reports/visit-conditions.server.ts";
import { everyHit, hitTimes } from "#app/features/analytics/storage/every-hit.server.ts";
import { hitKinds } from "#app/features/analytics/storage/hit-kinds.ts";
import { type Measurement, separated } from "#app/features/analytics/storage/measurements.ts";
import { createPartitions } from "#app/features/analytics/storage/partitions.server.ts";
import { acceptedSharedSessions } from "#app/features/analytics/storage/shared-sessions.server.ts";
import { termOf } from "#app/features/analytics/storage/terms.server.ts";
import { visitRows } from "#app/features/analytics/storage/visit-rows.server.ts";
import {
  analyticsHit,
  analyticsMeasurement,
  analyticsSession,
  analyticsTerm,
} from "#app/features/analytics/tables.server.ts";
import { type Db, prepared } from "#app/platform/db.server.ts";
import type { HitReads, HitRow, HitWrites } from "../visit-store.ts";
import { isMatched } from "./hit-conditions.server.ts";

/** PostgreSQL's error code for a row without a matching partition. */
const noPartition = "23514";

const placeholders = <Name extends string>(columns: Readonly<Record<Name, string>>) =>
  sql.join(
    Object.entries(columns).map(([name, type]) => sql`${sql.placeholder(name)}::${sql.raw(String(type))}[]`),
    sql`, `,
  );

const insertHitsInto = (db: Pick<Db, "insert">) =>
  db.insert(analyticsHit).select(
    sql`select to_timestamp(h.at / 1000000), h.value, h.session_id, h.page_id, h.type_id, h.name_id, h.kind, h.detail::jsonb
        from unnest(${placeholders({
          ...{ atMicros: "float8", value: "float8", sessionId: "int", pageId: "int", typeId: "int", nameId: "int" },
          ...{ kind: "smallint", detail: "text" },
        })}) as h(at, value, session_id, page_id, type_id, name_id, kind, detail)`,
  );

// Planned once per connection: small batches would take longer to plan than to insert.
const insertOnlyHits = prepared((db) => insertHitsInto(db).prepare("analytics_insert_hits"));

const insertMeasured = prepared((db) =>
  insertHitsInto(
    db.with(
      db.$with("measured").as(
        db.insert(analyticsMeasurement).select(
          sql`select to_timestamp(m.at / 1000000), m.session_id, m.page_id, m.lcp, m.inp, m.cls, m.fcp, m.ttfb, m.fid, m.seconds, m.scroll
            from unnest(${placeholders({
              ...{ measuredMicros: "float8", measuredSession: "int", measuredPage: "int", lcp: "int", inp: "int" },
              ...{ cls: "int", fcp: "int", ttfb: "int", fid: "int", seconds: "smallint", scroll: "smallint" },
            })}) as m(at, session_id, page_id, lcp, inp, cls, fcp, ttfb, fid, seconds, scroll)`,
        ),
      ),
    ),
  ).prepare("analytics_insert_measured"),
);

async function insertHits({ db }: { db: Db }, rows: readonly HitRow[]): Promise<void> {
  const { hits, measurements } = separated(rows);
  const columns = {
    atMicros: hits.map(({ atMicros }) => atMicros),
    value: hits.map(({ value }) => value),
    sessionId: hits.map(({ sessionId }) => sessionId),
    pageId: hits.map(({ pageId }) => pageId),
    typeId: hits.map(({ typeId }) => typeId),
    nameId: hits.map(({ nameId }) => nameId),
    kind: hits.map(({ kind }) => kind),
    detail: hits.map(({ detail }) => (detail === null ? null : JSON.stringify(detail))),
  };
  const of = (column: keyof Measurement) => measurements.map((one) => one[column]);
  // One statement, so that a repeated batch cannot store one part twice.
  const insert = () =>
    measurements.length === 0
      ? insertOnlyHits(db).execute(columns)
      : insertMeasured(db).execute({
          ...columns,
          ...{ measuredMicros: of("atMicros"), measuredSession: of("sessionId"), measuredPage: of("pageId") },
          ...{ lcp: of("lcp"), inp: of("inp"), cls: of("cls"), fcp: of("fcp"), ttfb: of("ttfb"), fid: of("fid") },
          ...{ seconds: of("seconds"), scroll: of("scroll") },
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

/** A query of hits \`h\` with their terms. */
export const storedHits = (db: Db) =>
  db
    .select({
      at: sql<Date>`h.at`.mapWith(analyticsHit.at),
      kind: sql<number>`h.kind`,
      value: sql<number | null>`h.value`,
      page: termOf("h.page_id"),
      type: termOf("h.type_id"),
      name: termOf("h.name_id"),
    })
    .from(sql`${everyHit} h`);

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

  latestHits: ({ db }, sessionId, limit) =>
    storedHits(db).where(sql`h.session_id = ${sessionId}`).orderBy(sql`h.at desc`).limit(limit),

  countHits: ({ db }, sessionId) => db.$count(sql`${everyHit} h`, sql`h.session_id = ${sessionId}`),

  async visitsFromHits({ db }, sessionId) {
    const { rows } = await db.execute<{ started_at: string; views: number }>(
      sql`select started_at, views from (${visitRows([sessionId], new Date(0))}) visit order by started_at`,
    );
    return rows.map(({ started_at, views }) => ({ startedAt: new Date(started_at), views }));
  },
};

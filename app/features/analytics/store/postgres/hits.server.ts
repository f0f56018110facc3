import { sql } from "drizzle-orm";
import { DatabaseError } from "pg";
import { type Measurement, separated } from "#app/features/analytics/storage/measurements.ts";
import { createPartitions } from "#app/features/analytics/storage/partitions.server.ts";
import { analyticsHit, analyticsMeasurement } from "#app/features/analytics/tables.server.ts";
import { type Db, prepared } from "#app/platform/db.server.ts";
import type { HitRow, HitWrites } from "../visit-store.ts";

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

import { sql } from "drizzle-orm";
import { DatabaseError } from "pg";
import { separated } from "#app/features/analytics/storage/measurements.ts";
import { createPartitions } from "#app/features/analytics/storage/partitions.server.ts";
import { analyticsHit, analyticsMeasurement } from "#app/features/analytics/tables.server.ts";
import { type Db, prepared } from "#app/platform/db.server.ts";
import type { HitRow, HitWrites } from "../visit-store.ts";

/** PostgreSQL's error code for a row without a matching partition. */
const noPartition = "23514";

/** The columns of a statement's rows, in order, each with its type. Its lists are parameters with the names of the columns after `prefix`. */
type Columns = Readonly<Record<string, string>>;
const hitColumns = {
  ...{ atMicros: "float8", value: "float8", sessionId: "int", pageId: "int", typeId: "int", nameId: "int" },
  ...{ kind: "smallint", detail: "text" },
};
const measuredColumns = {
  ...{
    atMicros: "float8",
    sessionId: "int",
    pageId: "int",
    lcp: "int",
    inp: "int",
    cls: "int",
    fcp: "int",
    ttfb: "int",
  },
  ...{ fid: "int", seconds: "smallint", scroll: "smallint" },
};

const placeholders = (prefix: string, columns: Columns) =>
  sql.join(
    Object.entries(columns).map(([name, type]) => sql`${sql.placeholder(prefix + name)}::${sql.raw(type)}[]`),
    sql`, `,
  );
const listsOf = <Row extends object>(prefix: string, columns: { [Name in keyof Row]?: string }, rows: readonly Row[]) =>
  Object.fromEntries(Object.keys(columns).map((name) => [prefix + name, rows.map((row) => row[name as keyof Row])]));

const insertHitsInto = (db: Pick<Db, "insert">) =>
  db.insert(analyticsHit).select(
    sql`select to_timestamp(h.at / 1000000), h.value, h.session_id, h.page_id, h.type_id, h.name_id, h.kind, h.detail::jsonb
        from unnest(${placeholders("hit_", hitColumns)}) as h(at, value, session_id, page_id, type_id, name_id, kind, detail)`,
  );

// Planned once per connection: small batches would take longer to plan than to insert.
const insertOnlyHits = prepared((db) => insertHitsInto(db).prepare("analytics_insert_hits"));

const insertMeasured = prepared((db) =>
  insertHitsInto(
    db.with(
      db.$with("measured").as(
        db.insert(analyticsMeasurement).select(
          sql`select to_timestamp(m.at / 1000000), m.session_id, m.page_id, m.lcp, m.inp, m.cls, m.fcp, m.ttfb, m.fid, m.seconds, m.scroll
            from unnest(${placeholders("measured_", measuredColumns)})
              as m(at, session_id, page_id, lcp, inp, cls, fcp, ttfb, fid, seconds, scroll)`,
        ),
      ),
    ),
  ).prepare("analytics_insert_measured"),
);

async function insertHits({ db }: { db: Db }, rows: readonly HitRow[]): Promise<void> {
  const { hits, measurements } = separated(rows);
  const lists = {
    ...listsOf("hit_", hitColumns, hits),
    hit_detail: hits.map(({ detail }) => (detail === null ? null : JSON.stringify(detail))),
  };
  // One statement, so that a repeated batch cannot store one part twice.
  const insert = () =>
    measurements.length === 0
      ? insertOnlyHits(db).execute(lists)
      : insertMeasured(db).execute({ ...lists, ...listsOf("measured_", measuredColumns, measurements) });
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

/*
 * The tables of the column store. 0 stands for no id; -1 and NaN for a measurement that was not reported.
 *
 * `visit` and `view` are derived again whenever hits arrive late: the row with the highest version of its key counts, and none if that is
 * marked as deleted, so they are read with FINAL. `number` tells views of one page at the same time apart. `session` has the facts of sessions for the derivation; PostgreSQL has the original.
 */

import { visitFacts } from "../visit-store.ts";

const id = (name: string) => `${name} Int32 CODEC(ZSTD)`;
const ids = (name: string) => `${name} Array(Int32) CODEC(ZSTD)`;
const replaced = "version UInt64 CODEC(ZSTD), is_deleted UInt8 DEFAULT 0";

export const factColumns = visitFacts.map((fact) => `${fact}_id`);

const viewKey = "toDate(visit_at), session_id, visit_at, at, page_id, number";

/** Statements that create the missing tables and columns. An operator can create them before, with another engine of the same kind. */
export const tables: readonly string[] = [
  `CREATE TABLE IF NOT EXISTS hit (
    session_id Int32 CODEC(Delta, ZSTD), at DateTime64(6, 'UTC') CODEC(Delta, ZSTD), kind UInt8,
    ${id("page_id")}, ${id("type_id")}, ${id("name_id")}, value Nullable(Float64) CODEC(ZSTD), detail String CODEC(ZSTD),
    stored_at DateTime DEFAULT now() CODEC(Delta, ZSTD),
    INDEX at_range at TYPE minmax GRANULARITY 1, INDEX stored_range stored_at TYPE minmax GRANULARITY 1
  ) ENGINE = MergeTree PARTITION BY toYYYYMM(at) ORDER BY (session_id, at)
  SETTINGS non_replicated_deduplication_window = 10000`,

  `CREATE TABLE IF NOT EXISTS visit (
    started_at DateTime64(6, 'UTC') CODEC(Delta, ZSTD), ended_at DateTime64(6, 'UTC') CODEC(Delta, ZSTD), session_id Int32 CODEC(Delta, ZSTD),
    duration_seconds Int32 CODEC(ZSTD), views Int32 CODEC(ZSTD), is_bounce UInt8, ${id("entry_id")}, ${id("exit_id")},
    ${ids("page_ids")}, ${ids("event_ids")}, ${ids("goal_ids")}, cents Int64 CODEC(ZSTD), channel UInt8, device UInt8, rule UInt8,
    ${factColumns.map(id).join(", ")}, ${id("visitor_id")}, ${replaced}
  ) ENGINE = ReplacingMergeTree(version, is_deleted) PARTITION BY toYYYYMM(started_at)
  ORDER BY (toDate(started_at), session_id, started_at)`,

  `CREATE TABLE IF NOT EXISTS view (
    at DateTime64(6, 'UTC') CODEC(Delta, ZSTD), visit_at DateTime64(6, 'UTC') CODEC(Delta, ZSTD), session_id Int32 CODEC(Delta, ZSTD),
    ${id("page_id")}, seconds Int32 CODEC(ZSTD), scroll Int16 CODEC(ZSTD), lcp Int32 CODEC(ZSTD), fid Int32 CODEC(ZSTD), inp Int32 CODEC(ZSTD),
    cls Float32 CODEC(ZSTD), fcp Int32 CODEC(ZSTD), ttfb Int32 CODEC(ZSTD), rage_clicks Int16, dead_clicks Int16, errors Int16,
    device UInt8, rule UInt8, number UInt16 CODEC(ZSTD), ${replaced}
  ) ENGINE = ReplacingMergeTree(version, is_deleted) PARTITION BY toYYYYMM(visit_at)
  ORDER BY (${viewKey})`,

  `CREATE TABLE IF NOT EXISTS session (
    id Int32 CODEC(Delta, ZSTD), channel UInt8, device UInt8, rule UInt8, ${factColumns.map(id).join(", ")}, ${id("visitor_id")}, version UInt64 CODEC(ZSTD)
  ) ENGINE = ReplacingMergeTree(version) ORDER BY id`,

  // Tables of earlier releases have no visitors: their sessions count.
  `ALTER TABLE visit ADD COLUMN IF NOT EXISTS ${id("visitor_id")}`,
  `ALTER TABLE session ADD COLUMN IF NOT EXISTS ${id("visitor_id")}`,
  `ALTER TABLE view ADD COLUMN IF NOT EXISTS number UInt16 CODEC(ZSTD), MODIFY ORDER BY (${viewKey})`,
];

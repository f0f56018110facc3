import { sql } from "drizzle-orm";
import { hitKinds } from "#app/features/analytics/storage/hit-kinds.ts";
import { sessionFacts } from "#app/features/analytics/storage/session-facts.server.ts";
import { sharedSessions } from "#app/features/analytics/storage/shared-sessions.server.ts";
import { analyticsSession } from "#app/features/analytics/tables.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import {
  type DerivationDialect,
  insertInto,
  numberedHits,
  type Rows,
  readTerms,
  selected,
  viewRows,
  visitRows,
} from "../derivation-sql.ts";
import type { Derivation } from "../visit-store.ts";
import { type ColumnDatabase, idList, instant, sessionsSince } from "./column-database.server.ts";
import { clickhouseDialect, settings } from "./reports.server.ts";
import { factColumns } from "./schema.server.ts";

type In = Pick<Ctx, "db">;

const rounded = (value: string) => `sign(${value}) * floor(abs(${value}) + 0.5)`;

const dialect: DerivationDialect = {
  ...clickhouseDialect,
  entry: (isWanted) => `argMinIf(page_id, (at, page_id), ${isWanted})`,
  exit: (isWanted) => `argMaxIf(page_id, (at, -page_id), ${isWanted})`,
  distinctIds: (column, isWanted) => `arraySort(groupUniqArrayIf(${column}, ${isWanted}))`,
  revenue: (isWanted) => `toInt64(${rounded(`least(sumIf(ifNull(value, 0), ${isWanted}), 999999999999.0) * 100`)})`,
  revenueColumn: "cents",
  detailNumber: (name, most) => `if(JSONType(detail, '${name}') IN ('Int64', 'UInt64', 'Double'),
    least(greatest(JSONExtractFloat(detail, '${name}'), 0), ${most}), NULL)`,
  rounded: (value, decimals) => `floor(${value} * ${10 ** decimals} + 0.5) / ${10 ** decimals}`,
  measured: (value, name) => `ifNull(${value}, ${name === "cls" ? "nan" : -1})`,
};

export const clickhouseDerivation = (database: ColumnDatabase): Derivation => ({
  sessionsPerStep: 10_000,

  async sessionsWithHits({ db }, { after, since, limit }) {
    for (let last = after; ; ) {
      const found = await database.rows<{ id: number }>({ query: sessionsSince(last, since, limit) });
      if (found.length === 0) return [];
      const ids = found.map(({ id }) => id);
      const { rows } = await db.execute<{ id: number }>(sql`
        select s.id from ${analyticsSession} s where s.id = any(${sql.param(ids)}::int[]) and s.client is not null order by s.id`);
      if (rows.length > 0) return rows.map(({ id }) => id);
      last = ids.at(-1)!;
    }
  },

  async replaceVisits(ctx, { ids, since, sources }) {
    const version = await nextVersion(ctx);
    const isTheirs = `session_id IN ${idList(ids)}`;
    await storeSessions(ctx, database, sessionFacts(ids, sources), version);
    const facts = `SELECT * FROM session WHERE id IN ${idList(ids)}`;
    const derived = { ids, since, terms: await readTerms(ctx), facts };
    const views = viewRows(dialect, derived);
    const number = "row_number() OVER (PARTITION BY v.session_id, v.at, v.page_id) - 1";
    const insert = (table: string, rows: Rows, more: Record<string, string> = {}) => {
      const all = { ...rows, columns: { ...rows.columns, ...more, version } };
      const sources = [...numberedHits(dialect, derived), ...rows.sources];
      return database.run({
        query: `${insertInto(table, all)} WITH ${sources.join(", ")} ${selected(all)} ${settings}`,
      });
    };
    await insert("view", views, { number });
    const stored = `SELECT * FROM view WHERE ${isTheirs} AND visit_at >= ${instant(since)} AND version = ${version}`;
    await insert("visit", visitRows(dialect, derived, stored));
    // Marks rows that an earlier derivation left as deleted. None is from before `since`, so older days are not read. In the
    // same query, WHERE would read the new `version`.
    for (const [table, start] of [
      ["visit", "started_at"],
      ["view", "visit_at"],
    ])
      await database.run({
        query: `INSERT INTO ${table} SELECT * REPLACE (${version} AS version, 1 AS is_deleted)
          FROM (SELECT * FROM ${table} FINAL WHERE ${isTheirs} AND ${start} >= ${instant(since)} AND version < ${version})`,
      });
  },

  /** Views of visitors who ask not to be tracked: the session that they share is no visitor. */
  async replaceViewsWithoutSession(ctx, since) {
    const version = await nextVersion(ctx);
    const { rows: shared } = await ctx.db.execute<{ id: number; rule: number }>(
      sql`select s.id, s.rule from ${analyticsSession} s where s.id in (${sql.raw(sharedSessions)})`,
    );
    const all = [{ id: 0, rule: 0 }, ...shared];
    const list = (of: (one: (typeof all)[number]) => number) => all.map(of).join(", ");
    const [ids, rules] = [list(({ id }) => id), list(({ rule }) => rule)];
    await database.run({
      query: `
        INSERT INTO view (at, visit_at, session_id, page_id, seconds, scroll, lcp, fid, inp, cls, fcp, ttfb, rage_clicks, dead_clicks, errors,
          device, rule, number, version)
        SELECT at, at, 0, page_id, -1, -1, -1, -1, -1, nan, -1, -1, 0, 0, 0, 0, transform(session_id, [${ids}], [${rules}], 0),
          row_number() OVER (PARTITION BY at, page_id) - 1, ${version}
        FROM hit WHERE session_id IN (${ids}) AND kind = ${hitKinds.page_view}
          AND (at >= ${instant(since)} OR stored_at >= toDateTime(${instant(since)}))`,
    });
  },
});

/** Increases with every derivation, because the caller's lock lets only one run at a time. Microseconds of the database's clock. */
async function nextVersion({ db }: In): Promise<string> {
  const { rows } = await db.execute<{ version: string }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000000)::bigint::text as version`,
  );
  return rows[0]!.version;
}

/** Copies the facts of sessions, with the first session of their client. */
async function storeSessions({ db }: In, database: ColumnDatabase, facts: string, version: string): Promise<void> {
  const first = "(select min(c.id) from analytics_session c where c.client = f.client)";
  const values = ["rule", ...factColumns].map((column) => `coalesce(f.${column}, 0)`);
  const { rows } = await db.execute<{ line: string }>(
    sql.raw(
      `select concat_ws(E'\\t', f.id, f.channel, f.device, ${values.join(", ")}, coalesce(${first}, 0), ${version}) as line from (${facts}) f`,
    ),
  );
  const columns = ["id", "channel", "device", "rule", ...factColumns, "visitor_id", "version"];
  if (rows.length > 0) await database.insert("session", columns, rows.map(({ line }) => `${line}\n`).join(""));
}

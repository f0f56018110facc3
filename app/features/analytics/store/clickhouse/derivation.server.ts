import { sql } from "drizzle-orm";
import { channels } from "#app/features/analytics/collecting/sources/channels.ts";
import { sharedSessions } from "#app/features/analytics/storage/shared-sessions.server.ts";
import type { SourceTerms } from "#app/features/analytics/storage/source-terms.server.ts";
import { analyticsSession, analyticsTerm } from "#app/features/analytics/tables.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { Derivation } from "../visit-store.ts";
import { type ColumnDatabase, sessionsSince } from "./column-database.server.ts";
import {
  type DerivationTerms,
  deleteReplaced,
  derivationTerms,
  insertViews,
  insertViewsWithoutSession,
  insertVisits,
} from "./derivation-queries.server.ts";
import { sessionFacts } from "./schema.server.ts";

type In = Pick<Ctx, "db">;

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
    const derived = { ids, since, version, terms: await readTerms(ctx) };
    await storeSessions(ctx, database, { ids, sources, version });
    await database.run({ query: insertViews(derived) });
    await database.run({ query: insertVisits(derived) });
    await database.run({ query: deleteReplaced("visit", derived) });
    await database.run({ query: deleteReplaced("view", derived) });
  },

  async replaceViewsWithoutSession(ctx, since) {
    const version = await nextVersion(ctx);
    const { rows: shared } = await ctx.db.execute<{ id: number; rule: number }>(
      sql`select shared.id, s.rule from (${sharedSessions}) shared join ${analyticsSession} s on s.id = shared.id`,
    );
    await database.run({ query: insertViewsWithoutSession(since, shared, version) });
  },
});

/** Increases with every derivation, because the caller's lock lets only one run at a time. Microseconds of the database's clock. */
async function nextVersion({ db }: In): Promise<string> {
  const { rows } = await db.execute<{ version: string }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000000)::bigint::text as version`,
  );
  return rows[0]!.version;
}

async function readTerms({ db }: In): Promise<DerivationTerms> {
  const { rows } = await db.execute<{ id: number; text: string }>(
    sql`select id, text from ${analyticsTerm} where text = any(${sql.param([...derivationTerms])}::text[])`,
  );
  const ids = new Map(rows.map(({ id, text }) => [text, id]));
  return Object.fromEntries(derivationTerms.map((text) => [text, ids.get(text) ?? -1])) as DerivationTerms;
}

const sessionColumns = ["id", "channel", "device", "rule", ...sessionFacts, "visitor_id", "version"] as const;

/** Copies the facts of sessions, with the names of their sources. */
async function storeSessions(
  { db }: In,
  database: ColumnDatabase,
  { ids, sources, version }: { ids: readonly number[]; sources: SourceTerms; version: string },
): Promise<void> {
  const others = sessionFacts.filter((fact) => fact !== "source_id");
  const { rows } = await db.execute<{ line: string }>(sql`
    select concat_ws(${"\t"}::text, s.id, coalesce(s.channel, ${channels.direct}), coalesce(s.device, 0), coalesce(s.rule, 0),
      coalesce(named.id, s.source_id, s.referrer_id, 0),
      ${sql.raw(others.map((fact) => `coalesce(s.${fact}, 0)`).join(", "))},
      coalesce((select min(c.id) from ${analyticsSession} c where c.client = s.client), 0), ${version}::text) as line
    from ${analyticsSession} s
      left join unnest(${sql.param([...sources.reported])}::int[], ${sql.param([...sources.named])}::int[]) named(reported_id, id)
        on named.reported_id = coalesce(s.source_id, s.referrer_id)
    where s.id = any(${sql.param([...ids])}::int[])`);
  if (rows.length > 0) await database.insert("session", sessionColumns, rows.map(({ line }) => `${line}\n`).join(""));
}

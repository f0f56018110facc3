import { and, asc, gt, inArray, isNotNull, lt, sql } from "drizzle-orm";
import { analyticsSession } from "#app/features/analytics/tables.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { Deletion } from "../visit-store.ts";
import { type ColumnDatabase, idList, instant, sessionsSince } from "./column-database.server.ts";

type In = Pick<Ctx, "db">;

const sessionsAtOnce = 10_000;

export const clickhouseDeletion = (database: ColumnDatabase, deliver: (ctx: In) => Promise<void>): Deletion => {
  /** Deleted rows disappear from queries at once, and from the disk in the nightly run at the latest. */
  const deleteRows = async (ids: readonly number[]) => {
    for (const table of ["hit", "visit", "view"])
      await database.run({ query: `DELETE FROM ${table} WHERE session_id IN ${idList(ids)}` });
    await database.run({ query: `DELETE FROM session WHERE id IN ${idList(ids)}` });
  };

  async function dropMonths(table: "hit" | "visit" | "view", since: Date): Promise<number> {
    const months = await database.rows<{ month: string }>({
      query: `SELECT DISTINCT partition AS month FROM system.parts
        WHERE database = currentDatabase() AND table = '${table}' AND active AND toUInt32(partition) < toYYYYMM(${instant(since)})`,
    });
    for (const { month } of months)
      await database.run({ query: `ALTER TABLE ${table} DROP PARTITION ${Number(month)}` });
    return months.length;
  }

  return {
    async deleteSessions(_ctx, ids) {
      if (ids.length === 0) return 0;
      const [found] = await database.rows<{ count: string }>({
        query: `SELECT toString((SELECT count() FROM hit WHERE session_id IN ${idList(ids)})
          + (SELECT count() FROM visit FINAL WHERE session_id IN ${idList(ids)})) AS count`,
      });
      await deleteRows(ids);
      return Number(found?.count ?? 0);
    },

    async deleteBefore(ctx, since) {
      await deliver(ctx);
      const across = await database.rows<{ id: number }>({
        query: `SELECT DISTINCT session_id AS id FROM visit FINAL WHERE started_at < ${instant(since)} AND ended_at >= ${instant(since)}`,
      });
      const monthsDropped = await dropMonths("hit", since);
      await dropMonths("visit", since);
      await dropMonths("view", since);
      return { monthsDropped, across: across.map(({ id }) => id) };
    },

    async deleteSessionsWithoutVisits({ db }, since) {
      for (let last = 0; ; ) {
        const old = await db
          .select({ id: analyticsSession.id })
          .from(analyticsSession)
          .where(
            and(gt(analyticsSession.id, last), lt(analyticsSession.firstAt, since), isNotNull(analyticsSession.client)),
          )
          .orderBy(asc(analyticsSession.id))
          .limit(sessionsAtOnce);
        if (old.length === 0) return;
        const ids = old.map(({ id }) => id);
        const kept = await database.rows<{ id: number }>({
          query: `SELECT DISTINCT session_id AS id FROM visit FINAL WHERE session_id IN ${idList(ids)}`,
        });
        const hasVisit = new Set(kept.map(({ id }) => id));
        const gone = ids.filter((id) => !hasVisit.has(id));
        if (gone.length > 0) {
          await db.delete(analyticsSession).where(inArray(analyticsSession.id, gone));
          await database.run({ query: `DELETE FROM session WHERE id IN ${idList(gone)}` });
        }
        last = ids.at(-1)!;
      }
    },

    async deleteOrphans({ db }, since) {
      for (let last = 0; ; ) {
        const found = await database.rows<{ id: number }>({ query: sessionsSince(last, since, sessionsAtOnce) });
        if (found.length === 0) break;
        const ids = found.map(({ id }) => id);
        const { rows } = await db.execute<{ id: number }>(sql`
          select id from unnest(${sql.param(ids)}::int[]) as hit(id)
          where not exists (select from ${analyticsSession} s where s.id = hit.id)`);
        if (rows.length > 0) await deleteRows(rows.map(({ id }) => id));
        last = ids.at(-1)!;
      }
      for (const table of ["hit", "visit", "view", "session"])
        await database.run({ query: `ALTER TABLE ${table} APPLY DELETED MASK` });
    },
  };
};

import { sql } from "drizzle-orm";
import { visitStore } from "#app/features/analytics/store/current-store.server.ts";
import { funnelEvent } from "#app/features/analytics/tables.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { anonymousViews } from "./funnel-sql.server.ts";
import { eventKey } from "./people.server.ts";
import type { FunnelQuery } from "./resolved-funnel.ts";
import { hitMatches, isStageStep } from "./step-conditions.server.ts";

/**
 * Counts the actions of visitors who ask not to be tracked, who cannot be followed through a funnel without an id. Rejected ones count if
 * their rule is accepted. Unknown with filters: only the page and the name of these actions are stored.
 */
export async function countAnonymousActions(ctx: Pick<Ctx, "db">, query: FunnelQuery): Promise<number> {
  if (query.filters.length > 0) return 0;
  const { conditions, start, end } = query;
  const isDuring = sql`f.occurred_at >= ${start.toISOString()}::timestamptz and f.occurred_at < ${end.toISOString()}::timestamptz`;
  const [matches, stage, store] = [hitMatches(conditions), isStageStep(conditions), visitStore()];
  const parts = [
    ...(matches.length > 0 ? await store.anonymousHits(ctx, matches, { start, end }) : []),
    stage &&
      sql`select count(*) as count from ${funnelEvent} f where ${isDuring} and ${eventKey} is null and f.user_id is null and (${stage})`,
  ].filter((part) => part !== undefined);
  const views = anonymousViews(store.dialect, query);
  const [counted, viewed] = await Promise.all([
    parts.length === 0
      ? { rows: [] }
      : ctx.db.execute<{ count: string }>(
          sql`select sum(count) as count from (${sql.join(parts, sql` union all `)}) part`,
        ),
    views === null ? [] : store.reportRows(ctx, views),
  ]);
  return Number(counted.rows[0]?.count ?? 0) + Number(viewed[0]?.["views"] ?? 0);
}

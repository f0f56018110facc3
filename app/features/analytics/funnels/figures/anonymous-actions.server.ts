import { sql } from "drizzle-orm";
import { acceptedSharedSessions } from "#app/features/analytics/storage/shared-sessions.server.ts";
import { visitStore } from "#app/features/analytics/store/current-store.server.ts";
import { funnelEvent } from "#app/features/analytics/tables.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { FunnelQuery } from "./funnel-query.server.ts";
import { anonymousHits, anonymousViews } from "./funnel-sql.server.ts";
import { eventKey } from "./people.server.ts";
import { isStageStep } from "./step-conditions.server.ts";

/**
 * Counts the actions of visitors who ask not to be tracked, who cannot be followed through a funnel without an id. Rejected ones count if
 * their rule is accepted. Unknown with filters: only the page and the name of these actions are stored.
 */
export async function countAnonymousActions(ctx: Pick<Ctx, "db">, query: FunnelQuery): Promise<number> {
  if (query.filters.length > 0) return 0;
  const store = visitStore();
  const isShared = await store.isOneOf(ctx, "h.session_id", acceptedSharedSessions);
  const isAnonymous = `(${store.dialect.isNone("h.session_id")} or ${isShared})`;
  const statements = [anonymousHits(store.dialect, query, isAnonymous), anonymousViews(store.dialect, query)];
  const counts = await Promise.all([
    countStages(ctx, query),
    ...statements.map(async (statement) =>
      statement === null ? 0 : Number((await store.reportRows(ctx, statement))[0]?.["amount"] ?? 0),
    ),
  ]);
  return counts.reduce((sum, count) => sum + count, 0);
}

async function countStages({ db }: Pick<Ctx, "db">, { conditions, start, end }: FunnelQuery): Promise<number> {
  const isStage = isStageStep(conditions);
  if (!isStage) return 0;
  const { rows } = await db.execute<{ count: string }>(sql`
    select count(*) as count from ${funnelEvent} f
    where f.occurred_at >= ${start.toISOString()}::timestamptz and f.occurred_at < ${end.toISOString()}::timestamptz
      and ${eventKey} is null and f.user_id is null and (${isStage})`);
  return Number(rows[0]!.count);
}

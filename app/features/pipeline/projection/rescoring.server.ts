import { and, asc, eq, gt, isNull, lt } from "drizzle-orm";
import { hourMs } from "#app/lib/durations.ts";
import { companyDomainOf } from "#app/lib/people/company-domain.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { readSignals, scoreRow } from "../pipeline.server.ts";
import { prospect } from "../tables.server.ts";

const batchSize = 500;

/**
 * Updates every score, because intent decays without activity. Reads in batches; after a killed run the next one continues, because it
 * skips current rows. `all`: also scores of the last hours, after a change of the settings. Returns the number of changed scores. For the nightly job.
 */
export async function rescoreProspects(ctx: Ctx, { all = false }: { all?: boolean } = {}): Promise<number> {
  const before = all ? ctx.now : new Date(ctx.now.getTime() - 12 * hourMs);
  let changed = 0;
  let after: string | null = null;
  for (;;) {
    const rows: (typeof prospect.$inferSelect)[] = await ctx.db
      .select()
      .from(prospect)
      .where(
        and(isNull(prospect.mergedInto), lt(prospect.scoredAt, before), after ? gt(prospect.id, after) : undefined),
      )
      .orderBy(asc(prospect.id))
      .limit(batchSize);
    for (const row of rows) {
      const score = scoreRow({ ...row, signals: readSignals(row.signals) }, ctx.now);
      if (score !== row.score) changed += 1;
      await ctx.db
        .update(prospect)
        // The list of mail providers changes with releases.
        .set({ score, domain: companyDomainOf(row.email), scoredAt: ctx.now })
        .where(and(eq(prospect.id, row.id), eq(prospect.scoredAt, row.scoredAt)));
    }
    if (rows.length < batchSize) return changed;
    after = rows.at(-1)!.id;
  }
}

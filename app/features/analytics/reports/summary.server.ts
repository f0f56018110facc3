import { z } from "zod";
import { mayRead } from "#app/lib/actor.ts";
import { type NotAdmin, type NotFound, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { readFunnel } from "../funnels/funnels.server.ts";
import { findChosenFunnel } from "../funnels/saved-funnels.server.ts";
import { readBreakdown, readPages } from "./lists/lists.server.ts";
import { valueLabel } from "./lists/lists.ts";
import { openScope } from "./open-report.server.ts";
import type { Period } from "./period/period.ts";
import { readTotals } from "./sums/totals.server.ts";
import { readVitals } from "./vitals/vitals.server.ts";

const vital = () => z.number().nullable();

/** The figures of a period, for API clients. Most visits first; visits without a source are `Direct or unknown`. */
export const Summary = z.object({
  visits: z.int(),
  visitors: z.int(),
  views: z.int(),
  bounceRate: z.number().describe("0 to 1"),
  averageVisitSeconds: z.number(),
  sources: z.array(z.object({ name: z.string(), visits: z.int() })),
  pages: z.array(z.object({ path: z.string(), views: z.int(), visits: z.int() })),
  vitals: z
    .object({ LCP: vital(), INP: vital(), CLS: vital(), FCP: vital(), TTFB: vital() })
    .describe("75th percentiles: milliseconds, CLS without unit"),
});
export type Summary = z.infer<typeof Summary>;

/**
 * Returns the figures of a period, with the first `limit` sources and pages; imported days are included. For admins and the scope
 * `read:analytics`.
 */
export async function readSummary(
  ctx: Ctx,
  { period, limit }: { period: Period; limit: number },
): Promise<Result<Summary, NotAdmin>> {
  if (!mayRead(ctx.actor, "read:analytics")) return notAdmin();
  const scope = await openScope(ctx, { period, filters: [] });
  const [totals, sources, pages, vitals] = await Promise.all([
    readTotals(ctx, scope),
    readBreakdown(ctx, scope, "source", { limit }),
    readPages(ctx, scope, { limit }),
    readVitals(ctx, scope),
  ]);
  const { visits, visitors, views, bounceRate, averageVisitSeconds } = totals;
  return ok({
    ...{ visits, visitors, views, bounceRate, averageVisitSeconds },
    sources: sources.rows.map(({ name, figures }) => ({
      name: valueLabel("source", name),
      visits: figures.visits ?? 0,
    })),
    pages: pages.rows.map(({ name, figures }) => ({
      path: name,
      views: figures.views ?? 0,
      visits: figures.visits ?? 0,
    })),
    vitals: { LCP: vitals.lcp, INP: vitals.inp, CLS: vitals.cls, FCP: vitals.fcp, TTFB: vitals.ttfb },
  });
}

/**
 * Returns the steps of a saved funnel, or of the main funnel for null, with the number of visitors who reached each. For admins and the scope
 * `read:analytics`. Refusals: not_admin, not_found.
 */
export async function readFunnelSteps(
  ctx: Ctx,
  funnelId: string | null,
  period: Period,
): Promise<Result<{ name: string; visitors: number }[], NotAdmin | NotFound>> {
  const found = await findChosenFunnel(ctx, funnelId);
  if (!found.ok) return found;
  const { steps } = await readFunnel(ctx, found.value.definition, { period, filters: [] });
  return ok(steps.map(({ name, visitors }) => ({ name, visitors })));
}

import { mayRead } from "#app/lib/actor.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { importedBy, importedTotals } from "./imports/imported-days.server.ts";
import type { DayFigures } from "./imports/plausible.ts";
import { readBreakdown } from "./reports/breakdowns.server.ts";
import { readPages } from "./reports/pages.server.ts";
import type { Period } from "./reports/period.ts";
import { readTotals } from "./reports/totals.server.ts";
import { readVitals } from "./reports/vitals.server.ts";

/** The figures of a period as programs and the weekly mail read them. */
export type Summary = {
  visits: number;
  visitors: number;
  views: number;
  /** 0 to 1. */
  bounceRate: number;
  averageVisitSeconds: number;
  /** Most visits first; visits without a source are `Direct`. */
  sources: { name: string; visits: number }[];
  /** Most views first. */
  pages: { path: string; views: number; visits: number }[];
  /** 75th percentiles: milliseconds, CLS without unit; null without measurements. */
  vitals: Record<"LCP" | "INP" | "CLS" | "FCP" | "TTFB", number | null>;
};

/**
 * The figures of a period, with the first `limit` sources and pages; imported days are included. For admins and the scope
 * `read:analytics`.
 */
export async function readSummary(
  ctx: Ctx,
  { period, limit }: { period: Period; limit: number },
): Promise<Result<Summary, NotAdmin>> {
  if (!mayRead(ctx.actor, "read:analytics")) return notAdmin();
  const scope = { period, filters: [] };
  const [totals, sources, pages, vitals, imported, importedSources, importedPages] = await Promise.all([
    readTotals(ctx, scope),
    readBreakdown(ctx, scope, "source", { limit: maxRows }),
    readPages(ctx, scope, { limit: maxRows }),
    readVitals(ctx, scope),
    importedTotals(ctx, period),
    importedBy(ctx, period, "source"),
    importedBy(ctx, period, "page"),
  ]);
  return ok({
    ...withImported(totals, imported),
    sources: added(
      sources.rows.map(({ name, visits }) => ({ name, visits })),
      importedSources.map(({ name, visits }) => ({ name, visits })),
      "visits",
    )
      .slice(0, limit)
      .map(({ name, visits }) => ({ name: name || "Direct", visits })),
    pages: added(
      pages.rows.map(({ path, views, visits }) => ({ name: path, views, visits })),
      importedPages.map(({ name, views, visits }) => ({ name, views, visits })),
      "views",
    )
      .slice(0, limit)
      .map(({ name, views, visits }) => ({ path: name, views, visits })),
    vitals: { LCP: vitals.lcp, INP: vitals.inp, CLS: vitals.cls, FCP: vitals.fcp, TTFB: vitals.ttfb },
  });
}

/** Enough to add imported values to the right ones before the list is cut. */
const maxRows = 1000;

type Figures = Pick<Summary, "visits" | "visitors" | "views" | "bounceRate" | "averageVisitSeconds">;

function withImported(own: Figures, imported: DayFigures): Figures {
  const visits = own.visits + imported.visits;
  const perVisit = (sum: number) => (visits === 0 ? 0 : sum / visits);
  return {
    visits,
    visitors: own.visitors + imported.visitors,
    views: own.views + imported.views,
    bounceRate: perVisit(own.bounceRate * own.visits + imported.bounces),
    averageVisitSeconds: perVisit(own.averageVisitSeconds * own.visits + imported.seconds),
  };
}

/** Rows of the same name added up, the largest `order` first. */
function added<Row extends { name: string; visits: number; views?: number }>(
  own: readonly Row[],
  imported: readonly Row[],
  order: "visits" | "views",
): Row[] {
  const rows = new Map(own.map((row) => [row.name, { ...row }]));
  for (const row of imported) {
    const known = rows.get(row.name);
    if (!known) rows.set(row.name, { ...row });
    else {
      known.visits += row.visits;
      if (known.views !== undefined) known.views += row.views ?? 0;
    }
  }
  return [...rows.values()].sort((one, other) => (other[order] ?? 0) - (one[order] ?? 0));
}

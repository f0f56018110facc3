import type { Ctx } from "#app/platform/context.server.ts";
import { listAnnotations } from "./definitions/annotations.server.ts";
import { listSegments } from "./definitions/segments.server.ts";
import { mainChange } from "./figures/main-change.ts";
import type { ListRow, Rows } from "./lists/list-columns.ts";
import { readList } from "./lists/lists.server.ts";
import { type Card, cards, type ListKey, shownList } from "./lists/lists.ts";
import { openScope } from "./open-report.server.ts";
import type { ReportQuery } from "./period/report-query.ts";
import { hasVisitsBefore, readLive, readSeries, readTotals } from "./sums/totals.server.ts";
import { readVitalEffect, readVitals } from "./vitals/vitals.server.ts";

export type ShownCard = { card: Card; list: ListKey } & Rows<ListRow>;

/** `hasVisits`: false until the first visit was collected. */
export type Dashboard = Awaited<ReturnType<typeof readDashboard>>;

const cardRows = 9;
const frustrationRows = 4;
const comparedSources = 50;

/**
 * Reads everything that the overview shows. `params` select the tabs of the cards. `isShared`: without what is the admins' own: notes,
 * segments and the texts of elements that visitors clicked. Queries run concurrently, up to a limit.
 */
export async function readDashboard(ctx: Ctx, query: ReportQuery, params: URLSearchParams, { isShared = false } = {}) {
  const { period, compared, filters, metric, unit } = query;
  const [scope, past] = await Promise.all([
    openScope(ctx, { period, filters }),
    compared && openScope(ctx, { period: compared, filters }),
  ]);
  const ifCompared = <Value>(read: (scope: NonNullable<typeof past>) => Promise<Value>) => (past ? read(past) : null);
  const sourcesNow = readList(ctx, scope, "source", { limit: comparedSources });
  const readCard = async (card: Card): Promise<ShownCard> => {
    const list = shownList(card, params, isShared);
    const { rows, count } =
      list === "source" ? await sourcesNow : await readList(ctx, scope, list, { limit: cardRows });
    return { card, list, rows: rows.slice(0, cardRows), count };
  };
  const [totals, before, series, comparedSeries, shown, sources, sourcesBefore, ...others] = await Promise.all([
    readTotals(ctx, scope),
    ifCompared((at) => readTotals(ctx, at)),
    readSeries(ctx, scope, metric, unit),
    ifCompared((at) => readSeries(ctx, at, metric, unit)),
    Promise.all((Object.keys(cards) as Card[]).map(readCard)),
    sourcesNow,
    ifCompared((at) => readList(ctx, at, "source", { limit: comparedSources })),
    readVitals(ctx, scope),
    readVitalEffect(ctx, scope, "lcp"),
    isShared ? { rows: [], count: 0 } : readList(ctx, scope, "rage", { limit: frustrationRows }),
    readLive(ctx),
    isShared ? [] : listAnnotations(ctx, period),
    isShared ? [] : listSegments(ctx),
  ]);
  const [vitals, lcpEffect, rage, live, annotations, segments] = others;
  const hasVisits = totals.views > 0 || (await hasVisitsBefore(ctx, { period }));
  const change = before && mainChange(totals, before, { current: sources.rows, compared: sourcesBefore?.rows ?? [] });
  return {
    ...{ totals, compared: before, change, series, comparedSeries, cards: shown, vitals, lcpEffect, rage },
    ...{ live, annotations, segments, hasVisits },
  };
}

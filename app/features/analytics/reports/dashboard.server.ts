import type { Ctx } from "#app/platform/context.server.ts";
import { type Annotation, listAnnotations } from "../annotations.server.ts";
import { listSegments, type Segment } from "../segments.server.ts";
import { type Rows, readBreakdown } from "./breakdowns.server.ts";
import type { ListRow } from "./list-columns.ts";
import { readList } from "./lists.server.ts";
import { type Card, cards, type ListKey, shownList } from "./lists.ts";
import { type MainChange, mainChange } from "./main-change.ts";
import { limited } from "./query-limit.server.ts";
import type { ReportQuery } from "./report-query.ts";
import { hasVisitsBefore, readLive, readSeries, readTotals, type Totals } from "./totals.server.ts";
import { readVitalEffect, readVitals, type VitalEffect, type VitalValues } from "./vitals.server.ts";

export type SeriesPoint = { at: Date; value: number };
export type ShownCard = { card: Card; list: ListKey } & Rows<ListRow>;

export type Dashboard = {
  totals: Totals;
  compared: Totals | null;
  change: MainChange | null;
  series: SeriesPoint[];
  comparedSeries: SeriesPoint[] | null;
  cards: ShownCard[];
  vitals: VitalValues;
  lcpEffect: VitalEffect[];
  rage: Rows<ListRow>;
  live: { visitors: number };
  annotations: Annotation[];
  segments: Segment[];
  /** False until the first visit was collected. */
  hasVisits: boolean;
};

const cardRows = 9;
const frustrationRows = 4;
const comparedSources = 50;

/** Everything that the overview shows. `params` name the tabs of the cards. Queries run concurrently, within a limit. */
export async function readDashboard(ctx: Ctx, query: ReportQuery, params: URLSearchParams): Promise<Dashboard> {
  const { period, compared, filters, metric, unit } = query;
  const scope = { period, filters };
  const past = compared && { period: compared, filters };
  const ifCompared = <Value>(read: (scope: NonNullable<typeof past>) => Promise<Value>) =>
    past ? limited(() => read(past)) : null;
  const sources = (at: typeof scope) => readBreakdown(ctx, at, "source", { limit: comparedSources });
  const [
    totals,
    before,
    series,
    comparedSeries,
    lists,
    vitals,
    lcpEffect,
    rage,
    live,
    annotations,
    segments,
    hasVisits,
  ] = await Promise.all([
    limited(() => readTotals(ctx, scope)),
    ifCompared((at) => readTotals(ctx, at)),
    limited(() => readSeries(ctx, scope, metric, unit)),
    ifCompared((at) => readSeries(ctx, at, metric, unit)),
    Promise.all(
      (Object.keys(cards) as Card[]).map(async (card) => {
        const list = shownList(card, params);
        return { card, list, ...(await limited(() => readList(ctx, scope, list, { limit: cardRows }))) };
      }),
    ),
    limited(() => readVitals(ctx, scope)),
    limited(() => readVitalEffect(ctx, scope, "lcp")),
    limited(() => readList(ctx, scope, "rage", { limit: frustrationRows })),
    limited(() => readLive(ctx)),
    limited(() => listAnnotations(ctx, period)),
    limited(() => listSegments(ctx)),
    limited(() => hasVisitsBefore(ctx, { period })),
  ]);
  const change = before && past ? await explain(totals, before) : null;
  async function explain(now: Totals, then: Totals): Promise<MainChange> {
    const plain = mainChange(now, then);
    if (plain.metric !== "visits" || !past) return plain;
    const [current, earlier] = await Promise.all([limited(() => sources(scope)), limited(() => sources(past))]);
    return mainChange(now, then, { current: current.rows, compared: earlier.rows });
  }
  return {
    ...{ totals, compared: before, change, series, comparedSeries, cards: lists, vitals, lcpEffect, rage },
    ...{ live, annotations, segments, hasVisits },
  };
}

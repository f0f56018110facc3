import type { DayFigures } from "#app/features/analytics/imports/plausible.ts";
import type { ActionRow } from "../lists/actions.server.ts";
import { isNamed } from "../lists/named-groups.server.ts";
import { instantsOf } from "../period/period.ts";
import type { BreakdownRow, PageSums, RowRange, Rows } from "../report-rows.ts";

/* Adds imported days (imports/) to the figures of a report. They have no revenue. */

type Rates = { visits: number; bounceRate: number; averageVisitSeconds: number };

const addedRates = (own: Rates, imported: Pick<DayFigures, "visits" | "bounces" | "seconds">): Rates => {
  const visits = own.visits + imported.visits;
  const perVisit = (sum: number) => (visits === 0 ? 0 : sum / visits);
  return {
    visits,
    bounceRate: perVisit(own.bounceRate * own.visits + imported.bounces),
    averageVisitSeconds: perVisit(own.averageVisitSeconds * own.visits + imported.seconds),
  };
};

export const addedTotals = <Own extends Rates & { visitors: number; views: number }>(
  own: Own,
  imported: DayFigures,
): Own => ({
  ...own,
  ...addedRates(own, imported),
  visitors: own.visitors + imported.visitors,
  views: own.views + imported.views,
});

/** Enough of our own rows to merge imported values correctly before the list is cut. */
export const maxMerged = 1000;

type Imported = DayFigures & { name: string };

export const addedBreakdown = (own: readonly BreakdownRow[], imported: readonly Imported[], range: RowRange) =>
  addedRows(own, imported, {
    nameOf: ({ name }) => name,
    add: (row, { name, ...figures }) => ({
      ...(row ?? { name, conversions: 0 }),
      ...addedRates(row ?? { visits: 0, bounceRate: 0, averageVisitSeconds: 0 }, figures),
    }),
    order: ({ visits }) => visits,
    range,
  });

/** `times` and `scrolled`: `seconds` sums what `visits` reported. */
export function addedPages(
  own: readonly PageSums[],
  { pages, times, scrolled }: Record<"pages" | "times" | "scrolled", readonly Imported[]>,
  range: RowRange,
) {
  const byName = (rows: readonly Imported[]) => new Map(rows.map((row) => [row.name, row]));
  const [timeOf, scrollOf] = [byName(times), byName(scrolled)];
  return addedRows(own, pages, {
    nameOf: ({ path }) => path,
    add: (row, { name, views, visits }) => ({
      ...{ path: name, views: (row?.views ?? 0) + views, visits: (row?.visits ?? 0) + visits },
      seconds: (row?.seconds ?? 0) + (timeOf.get(name)?.seconds ?? 0),
      timed: (row?.timed ?? 0) + (timeOf.get(name)?.visits ?? 0),
      scroll: (row?.scroll ?? 0) + (scrollOf.get(name)?.seconds ?? 0),
      scrolled: (row?.scrolled ?? 0) + (scrollOf.get(name)?.visits ?? 0),
    }),
    order: ({ views }) => views,
    range,
  });
}

export const addedActions = (own: readonly ActionRow[], imported: readonly Imported[], range: RowRange) =>
  addedRows(own, imported, {
    nameOf: ({ name }) => name,
    add: (row, { name, views, visitors }) => ({
      ...{ name, page: row?.page ?? null, valueUsd: row?.valueUsd ?? 0 },
      // Exports before 2023 have no number of events.
      count: (row?.count ?? 0) + Math.max(views, visitors),
      visitors: (row?.visitors ?? 0) + visitors,
    }),
    order: ({ count }) => count,
    range,
  });

function addedRows<Row>(
  own: readonly Row[],
  imported: readonly Imported[],
  {
    nameOf,
    add,
    order,
    range: { limit, offset = 0, search = "" },
  }: {
    nameOf: (row: Row) => string;
    add: (row: Row | undefined, imported: Imported) => Row;
    order: (row: Row) => number;
    range: RowRange;
  },
): Rows<Row> {
  const rows = new Map(own.map((row) => [nameOf(row), row]));
  for (const day of imported) rows.set(day.name, add(rows.get(day.name), day));
  const found = [...rows.values()]
    .filter((row) => isNamed(nameOf(row), search))
    .sort((one, other) => order(other) - order(one) || (nameOf(one) < nameOf(other) ? -1 : 1));
  return { rows: found.slice(offset, offset + limit), count: found.length };
}

type Point = { at: Date; value: number; visits: number };

/** Adds the imported days to the buckets of a chart. `value`: the metric. `visits`: the denominator of a rate. */
export function addedSeries(
  points: readonly Point[],
  imported: readonly (DayFigures & { day: string })[],
  { metric, timezone }: { metric: string; timezone: string },
): { at: Date; value: number }[] {
  const added = points.map((point) => ({ ...point }));
  for (const { day, ...figures } of imported) {
    const { start } = instantsOf({ from: day, to: day, timezone });
    const point = added.findLast(({ at }) => at <= start);
    if (!point) continue;
    const { visits, value } = point;
    if (metric === "visits" || metric === "visitors" || metric === "views") point.value += figures[metric];
    else if (metric === "bounceRate")
      point.value = addedRates({ visits, bounceRate: value, averageVisitSeconds: 0 }, figures).bounceRate;
    else if (metric === "averageVisitSeconds")
      point.value = addedRates({ visits, bounceRate: 0, averageVisitSeconds: value }, figures).averageVisitSeconds;
    point.visits += figures.visits;
  }
  return added.map(({ at, value }) => ({ at, value }));
}

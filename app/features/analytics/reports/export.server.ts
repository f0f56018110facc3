import { wallClock } from "#app/lib/dates/wall-clock.ts";
import { toCsv } from "#app/lib/formats/csv.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { mainChange } from "./figures/main-change.ts";
import { metrics } from "./figures/metrics.ts";
import { columnLabel, columnsOf, columnValue, type ListRow, shareOf } from "./lists/list-columns.ts";
import { readList } from "./lists/lists.server.ts";
import { type ListKey, listKeys, listOf, valueLabel } from "./lists/lists.ts";
import { openScope } from "./open-report.server.ts";
import type { ReportQuery } from "./period/report-query.ts";
import { readSeries, readTotals } from "./sums/totals.server.ts";
import { readVitals } from "./vitals/vitals.server.ts";

/* Reports as files. Figures are not personal data, so no fresh code or audit entry is required. */

const maxCsvRows = 10_000;
const maxJsonRows = 100;

/**
 * Returns the chart's metric per hour, day, week or month as CSV, next to the compared period. Days are the firm's, in a form that
 * spreadsheet programs read as a date; hours are its clock time, and the heading names the zone.
 */
export async function seriesCsv(ctx: Ctx, { period, compared, filters, metric, unit }: ReportQuery): Promise<string> {
  const [series, past] = await Promise.all([
    readSeries(ctx, { period, filters }, metric, unit),
    compared ? readSeries(ctx, { period: compared, filters }, metric, unit) : null,
  ]);
  const { label } = metrics[metric];
  const startOf = (at: Date) => {
    const { date, time } = wallClock(at, period.timezone);
    return unit === "hour" ? `${date} ${time}` : date;
  };
  const lines = series.map(({ at, value }, index) => {
    const before = past?.[index];
    return [startOf(at), value, ...(past ? [before ? startOf(before.at) : null, before?.value ?? null] : [])];
  });
  const start = `Start of the ${unit}${unit === "hour" ? ` (${period.timezone})` : ""}`;
  return toCsv([[start, label, ...(past ? [`Compared ${unit}`, `${label} compared`] : [])], ...lines]);
}

/** Returns a complete list as CSV, at most 10,000 rows. */
export async function listCsv(ctx: Ctx, { period, filters }: ReportQuery, key: ListKey): Promise<string> {
  const scope = await openScope(ctx, { period, filters });
  const [{ rows }, totals] = await Promise.all([
    readList(ctx, scope, key, { limit: maxCsvRows }),
    readTotals(ctx, scope),
  ]);
  const columns = columnsOf(key);
  const hasPages = rows.some(({ page }) => page !== null);
  const head = [listOf(key).column, ...(hasPages ? ["Element or message"] : []), ...columns.map(columnLabel), "Share"];
  const lines = rows.map((row) => [
    ...(hasPages ? [row.page, row.name] : [valueLabel(key, row.name)]),
    ...columns.map((column) => columnValue(row, column, totals)),
    shareOf(row, totals),
  ]);
  return toCsv([head, ...lines]);
}

/** Returns the full report: totals of both periods, the series, every list with up to 100 rows, and the vitals. */
export async function reportJson(ctx: Ctx, query: ReportQuery): Promise<object> {
  const { period, compared, filters, metric, unit } = query;
  const scope = await openScope(ctx, { period, filters });
  const [totals, before, series, vitals, lists] = await Promise.all([
    readTotals(ctx, scope),
    compared ? readTotals(ctx, { period: compared, filters }) : null,
    readSeries(ctx, scope, metric, unit),
    readVitals(ctx, scope),
    Promise.all(
      listKeys.map(async (key) => {
        const { rows, count } = await readList(ctx, scope, key, { limit: maxJsonRows });
        return [key, { count, rows: rows.map(rowJson) }] as const;
      }),
    ),
  ]);
  return {
    ...{ period, compared, filters, totals, comparedTotals: before },
    mainChange: before && mainChange(totals, before).text,
    series: { metric, unit, points: series },
    vitals,
    lists: Object.fromEntries(lists),
  };
}

const rowJson = ({ name, page, figures }: ListRow) => ({ name, ...(page === null ? {} : { page }), ...figures });

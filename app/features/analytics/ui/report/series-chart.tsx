import { Link } from "react-router";
import { changeOf, figureOf, metrics } from "#app/features/analytics/reports/figures/metrics.ts";
import {
  bucketLabel,
  type ChartForm,
  knownCount,
  seriesDrawing,
} from "#app/features/analytics/reports/figures/series-drawing.ts";
import { wallClock } from "#app/lib/dates/wall-clock.ts";
import { AdminDetails } from "#app/ui/admin/admin-details.tsx";
import { Table } from "#app/ui/lists/table.tsx";
import css from "./series-chart.module.css";

type Data = Parameters<typeof seriesDrawing>[0];

/**
 * Shows a metric over time: the compared period dashed, an unfinished last value dotted, annotations as numbered lines, and the same
 * values as a table below.
 */
export function SeriesChart(
  data: Data & { /** URL of the report of a day (YYYY-MM-DD). */ dayHref: (day: string) => string },
) {
  const { series, compared, metric, unit, timezone, now, dayHref } = data;
  const known = now === null ? series.length : knownCount(series, now);
  const rows = series
    .slice(0, known)
    .map((point, index) => ({
      ...{ ...point, before: compared?.[index] ?? null },
      isUnfinished: now !== null && index === known - 1,
    }))
    .toReversed();
  return (
    <>
      <Drawing data={data} form="wide" />
      <Drawing data={data} form="narrow" />
      <AdminDetails summary={`Figures by ${unit}`} quiet className={css.figures}>
        <Table
          caption={`${metrics[metric].label} by ${unit}`}
          quiet
          rows={rows}
          rowKey={({ at }) => at.toISOString()}
          columns={[
            {
              label: unit === "hour" ? "Hour" : unit === "day" ? "Day" : unit === "week" ? "Week" : "Month",
              heads: true,
              cell: ({ at, isUnfinished }) => {
                const label = bucketLabel(at, unit, timezone, true);
                return (
                  <>
                    {unit === "day" ? <Link to={dayHref(wallClock(at, timezone).date)}>{label}</Link> : label}
                    {isUnfinished && " so far"}
                  </>
                );
              },
            },
            {
              label: metrics[metric].label,
              numeric: true,
              cell: ({ value }) => figureOf(metric, value),
            },
            ...(compared
              ? [
                  {
                    label: "Compared",
                    numeric: true,
                    cell: ({ before }: (typeof rows)[number]) => (before ? figureOf(metric, before.value) : "–"),
                  },
                  {
                    label: "Change",
                    numeric: true,
                    cell: ({ value, before }: (typeof rows)[number]) =>
                      (before && changeOf(metric, value, before.value)?.text) ?? "–",
                  },
                ]
              : []),
          ]}
        />
      </AdminDetails>
    </>
  );
}

function Drawing({ data, form }: { data: Data; form: ChartForm }) {
  const { metric, unit } = data;
  const drawing = seriesDrawing(data, form);
  const { width, height, left, right, top, bottom, peak, unfinished } = drawing;
  const sentence = `${metrics[metric].label} by ${unit}${peak ? `, at most ${peak.label}` : ", none in this period"}. The values are in the table below.`;
  return (
    <svg className={css[form]} viewBox={`0 0 ${width} ${height}`} role="img" aria-label={sentence}>
      {drawing.ticks.map(({ y, label }) => (
        <g key={y}>
          <path className={css.grid} d={`M${left} ${y}H${right}`} />
          <text className={css.tick} x={left - 8} y={y + 4} textAnchor="end">
            {label}
          </text>
        </g>
      ))}
      {drawing.days.map(({ x, label, anchor }) => (
        <g key={x}>
          <path className={css.mark} d={`M${x} ${bottom}v5`} />
          <text className={css.tick} x={x} y={bottom + 20} textAnchor={anchor}>
            {label}
          </text>
        </g>
      ))}
      {drawing.notes.map(({ x, number }) => (
        <g key={number}>
          <path className={css.note} d={`M${x} ${top - 22}V${bottom}`} />
          <rect className={css.flag} x={x - 9} y={top - 40} width={18} height={18} />
          <text className={css.number} x={x} y={top - 27} textAnchor="middle">
            {number}
          </text>
        </g>
      ))}
      <path className={css.area} d={drawing.area} />
      {drawing.comparedPath && <path className={css.compared} d={drawing.comparedPath} />}
      <path className={css.path} d={drawing.path} />
      {unfinished && (
        <>
          <path className={css.unfinished} d={unfinished.path} />
          <circle className={css.open} cx={unfinished.x} cy={unfinished.y} r={4} />
        </>
      )}
      <path className={css.base} d={`M${left} ${bottom}H${right}`} />
      {peak && (
        <>
          <circle className={css.peak} cx={peak.x} cy={peak.y} r={4} />
          <text className={css.value} x={peak.x} y={peak.y - 10} textAnchor={peak.anchor}>
            {peak.label}
          </text>
        </>
      )}
      {drawing.columns.map((column) => (
        <g key={column.x} className={css.column}>
          <rect x={column.left} y={top} width={column.width} height={bottom - top} />
          <path d={`M${column.x} ${top}V${bottom}`} />
          {column.y !== null && <circle cx={column.x} cy={column.y} r={3.5} />}
          <title>{column.title}</title>
        </g>
      ))}
    </svg>
  );
}

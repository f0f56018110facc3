import { isoDay } from "#app/lib/dates/date-text.ts";
import { formatNumber } from "#app/lib/numbers.ts";
import { AdminDetails } from "#app/ui/admin/admin-details.tsx";
import { Table } from "#app/ui/lists/table.tsx";
import css from "./trend.module.css";

type Day = { day: string; count: number };

const height = 96;
const gap = 0.2;

export function Trend({ days, noun }: { days: readonly Day[]; noun: string }) {
  const most = Math.max(...days.map(({ count }) => count));
  const total = days.reduce((sum, { count }) => sum + count, 0);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return null;
  const top = days.find(({ count }) => count === most);
  const sentence =
    total === 0
      ? `No ${noun} in this period.`
      : `${formatNumber(total)} ${total === 1 ? noun.replace(/s$/, "") : noun} in ${days.length === 1 ? "one day" : `${days.length} days`}; the most on ${isoDay(top?.day ?? "")}: ${formatNumber(most)}.`;
  return (
    <section className="below-125" aria-label="Requests a day">
      <svg
        className={`block full-width ${css.chart}`}
        viewBox={`0 0 ${days.length} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={sentence}
      >
        {days.map(({ day, count }, index) => {
          const length = most === 0 ? 0 : Math.max(count > 0 ? 2 : 0, (count / most) * (height - 2));
          return (
            <rect
              key={day}
              className={css.bar}
              x={index + gap / 2}
              y={height - 1 - length}
              width={1 - gap}
              height={length}
            />
          );
        })}
        <line
          className={css.base}
          x1={0}
          x2={days.length}
          y1={height - 0.5}
          y2={height - 0.5}
          vectorEffect="non-scaling-stroke"
        />
      </svg>
      <p className={`line between gap-100 muted ${css.ends}`} aria-hidden="true">
        <span>{isoDay(first.day)}</span>
        <span>{total === 0 ? "none" : `${formatNumber(total)} in total, at most ${formatNumber(most)} a day`}</span>
        {days.length > 1 && <span>{isoDay(last.day)}</span>}
      </p>
      <AdminDetails summary="Figures by day" quiet className={css.figures}>
        <Table
          caption="Requests a day"
          quiet
          rows={days.toReversed()}
          rowKey={({ day }) => day}
          columns={[
            { label: "Day", heads: true, cell: ({ day }) => isoDay(day) },
            { label: "Requests", numeric: true, cell: ({ count }) => formatNumber(count) },
          ]}
        />
      </AdminDetails>
    </section>
  );
}

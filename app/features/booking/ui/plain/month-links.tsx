import { monthName } from "#app/features/booking/zoned-time.ts";
import { addMonths } from "#app/lib/calendar-dates.ts";

export type MonthRange = {
  month: string;
  bounds: { first: string; last: string };
  monthHref: (month: string) => string;
};

/** Links to the free slots of the previous and the next month, for pages without scripts. */
export function MonthLinks({ month, bounds, monthHref }: MonthRange) {
  const others = [addMonths(month, -1), addMonths(month, 1)].filter(
    (other) => other >= bounds.first && other <= bounds.last,
  );
  return (
    <p className="row">
      <span>{monthName(month)}</span>
      {others.map((other) => (
        <a key={other} href={monthHref(other)}>
          {monthName(other)}
        </a>
      ))}
    </p>
  );
}

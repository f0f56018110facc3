import { monthName } from "#app/features/booking/zoned-time.ts";
import { addMonths } from "#app/lib/dates/calendar-dates.ts";

export type MonthRange = {
  month: string;
  bounds: { first: string; last: string };
  monthHref: (month: string) => string;
};

/** The month with links to the free slots of the previous and the next one, for pages without scripts. */
export function MonthLinks({ month, bounds, monthHref }: MonthRange) {
  const offered = [-1, 0, 1]
    .map((away) => addMonths(month, away))
    .filter((one) => one === month || (one >= bounds.first && one <= bounds.last));
  return (
    <p className="row">
      {offered.map((one) =>
        one === month ? (
          <b key={one}>{monthName(one)}</b>
        ) : (
          <a key={one} href={monthHref(one)}>
            {monthName(one)}
          </a>
        ),
      )}
    </p>
  );
}

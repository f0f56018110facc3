import type { ReactNode } from "react";
import { monthName } from "#app/features/booking/zoned-time.ts";
import { addMonths } from "#app/lib/dates/calendar-dates.ts";
import { UnreadTimes } from "../scheduler/unread-times.tsx";

export type MonthRange = {
  month: string;
  bounds: { first: string; last: string };
  monthHref: (month: string) => string;
};

/** The form with the free slots of a month, under links to the previous and the next one; without slots the reason. */
export const MonthTimes = ({
  months,
  hasTimes,
  unreadFor,
  children,
}: {
  months: MonthRange;
  hasTimes: boolean;
  /** Whom to write to if a calendar cannot be read; null if they can. */
  unreadFor: string | null;
  children: ReactNode;
}) => (
  <>
    <MonthLinks {...months} />
    {hasTimes ? (
      children
    ) : unreadFor ? (
      <UnreadTimes contactEmail={unreadFor} />
    ) : (
      <p>There are no free times this month.</p>
    )}
  </>
);

function MonthLinks({ month, bounds, monthHref }: MonthRange) {
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

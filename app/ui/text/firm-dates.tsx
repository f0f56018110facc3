import { createContext, type ReactNode, useContext, useMemo } from "react";
import { type DateStyle, dayText } from "#app/lib/dates/date-text.ts";
import { type FirmDates, firmDates } from "#app/lib/dates/firm-dates.ts";

const Dates = createContext<FirmDates | null>(null);

/** Provides the firm's zone (COMPANY_TIMEZONE) and the reader's date style. */
export function FirmDatesProvider({
  zone,
  dateStyle,
  children,
}: {
  zone: string;
  dateStyle: DateStyle;
  children: ReactNode;
}) {
  const { isMonthFirst, isTwelveHour, weekStart } = dateStyle;
  const dates = useMemo(
    () => firmDates(zone, { isMonthFirst, isTwelveHour, weekStart }),
    [zone, isMonthFirst, isTwelveHour, weekStart],
  );
  return <Dates value={dates}>{children}</Dates>;
}

/** Formats days and moments in the firm's zone. Throws in islands, which are hydrated outside the page's tree. */
export function useFirmDates(): FirmDates {
  const dates = useContext(Dates);
  if (!dates) throw new Error("useFirmDates needs a FirmDatesProvider");
  return dates;
}

/** `Nov 21, 2026`, the firm's day of an instant. */
export const Day = ({ at, className }: { at: Date; className?: string | undefined }) => (
  <time dateTime={at.toISOString()} className={className}>
    {useFirmDates().day(at)}
  </time>
);

/** `Nov 21, 2026`, a day that was stored as an ISO date. */
export const DayOn = ({ date }: { date: string }) => <time dateTime={date}>{dayText(date, useFirmDates().style)}</time>;

/** `Nov 21, 2026, 2:30 PM EST`, an instant in the firm's zone. */
export const Moment = ({ at, className }: { at: Date; className?: string | undefined }) => (
  <time dateTime={at.toISOString()} className={className}>
    {useFirmDates().moment(at)}
  </time>
);

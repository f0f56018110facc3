import { Temporal } from "temporal-polyfill";

/** A federal holiday as observed; `observedFor` is set if offices close on another day than the holiday's date. */
export type Holiday = { date: Temporal.PlainDate; name: string; observedFor?: Temporal.PlainDate };

/**
 * The eleven US federal holidays (5 U.S.C. 6103) on the days offices close for them in `year`, in order. A holiday on a
 * Saturday is observed the Friday before, on a Sunday the Monday after; so New Year's Day may fall in December of the
 * previous year. `federalHolidays(2026)[0].date.toString() === "2026-01-01"`
 */
export function federalHolidays(year: number): Holiday[] {
  return [...calendarHolidays(year), ...calendarHolidays(year + 1)]
    .map(observed)
    .filter(({ date }) => date.year === year)
    .sort((a, b) => Temporal.PlainDate.compare(a.date, b.date));
}

/**
 * The firm's days: the public holidays of its `place` (`US`, `DE`, `DE-BY`, `none`), days `off` besides these, and public holidays
 * on which it is `open`. ISO dates.
 */
export type FirmDays = {
  place: string;
  off: readonly string[];
  open: readonly string[];
  isPublic: (place: string, date: Temporal.PlainDate) => boolean;
};

let readDays = (): FirmDays => ({
  place: "US",
  off: [],
  open: [],
  isPublic: (place, date) => place === "US" && isFederalHoliday(date),
});

/** Where the firm's days are on the server: the settings. */
export const readFirmDaysFrom = (source: () => FirmDays): void => {
  readDays = source;
};

/** Monday to Friday and not a holiday (spec: first-calendar). */
export const isBusinessDay = (date: Temporal.PlainDate): boolean => date.dayOfWeek <= 5 && !isHoliday(date);

/** A public holiday on which the firm is not open, or a day that it has off. */
export function isHoliday(date: Temporal.PlainDate): boolean {
  const { off, open, place, isPublic } = readDays();
  const day = date.toString();
  return off.includes(day) || (!open.includes(day) && isPublic(place, date));
}

/** A nationwide public holiday of a country (`DE`). */
export const isHolidayIn = (country: string, date: Temporal.PlainDate): boolean => readDays().isPublic(country, date);

export const isFederalHoliday = (date: Temporal.PlainDate): boolean => holidaysOf(date.year).has(date.toString());

/**
 * Returns the start of business (09:00) on the `count`-th business day after the day of `from` in `timezone`. Count 1
 * is the next business day; the day of `from` itself never counts. Count 0 returns `from`. `businessDayAfter(new
 * Date("2026-11-20T15:00Z"), 4, "America/New_York")` is Friday 27 November, because of Thanksgiving.
 */
export function businessDayAfter(from: Date, count: number, timezone: string): Date {
  if (count <= 0) return from;
  let day = Temporal.Instant.fromEpochMilliseconds(from.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  for (let left = count; left > 0; ) {
    day = day.add({ days: 1 });
    if (isBusinessDay(day)) left -= 1;
  }
  const opening = day.toZonedDateTime({ timeZone: timezone, plainTime: "09:00" });
  return new Date(opening.epochMilliseconds);
}

const yearsOfHolidays = new Map<number, ReadonlySet<string>>();

function holidaysOf(year: number): ReadonlySet<string> {
  let days = yearsOfHolidays.get(year);
  if (!days) {
    days = new Set(federalHolidays(year).map(({ date }) => date.toString()));
    yearsOfHolidays.set(year, days);
  }
  return days;
}

const calendarHolidays = (year: number): Holiday[] => [
  { name: "New Year's Day", date: on(year, 1, 1) },
  { name: "Birthday of Martin Luther King, Jr.", date: nthMonday(year, 1, 3) },
  { name: "Washington's Birthday", date: nthMonday(year, 2, 3) },
  { name: "Memorial Day", date: lastMonday(year, 5) },
  { name: "Juneteenth National Independence Day", date: on(year, 6, 19) },
  { name: "Independence Day", date: on(year, 7, 4) },
  { name: "Labor Day", date: nthMonday(year, 9, 1) },
  { name: "Columbus Day", date: nthMonday(year, 10, 2) },
  { name: "Veterans Day", date: on(year, 11, 11) },
  { name: "Thanksgiving Day", date: nthWeekday(year, 11, 4, 4) },
  { name: "Christmas Day", date: on(year, 12, 25) },
];

function observed(holiday: Holiday): Holiday {
  const shift = { 6: -1, 7: 1 }[holiday.date.dayOfWeek];
  return shift ? { ...holiday, date: holiday.date.add({ days: shift }), observedFor: holiday.date } : holiday;
}

const on = (year: number, month: number, day: number) => Temporal.PlainDate.from({ year, month, day });

/** `weekday` 1 is Monday, as in ISO 8601. */
function nthWeekday(year: number, month: number, weekday: number, nth: number) {
  const first = on(year, month, 1);
  return first.add({ days: ((weekday - first.dayOfWeek + 7) % 7) + 7 * (nth - 1) });
}

const nthMonday = (year: number, month: number, nth: number) => nthWeekday(year, month, 1, nth);

function lastMonday(year: number, month: number) {
  const last = on(year, month, 1).add({ months: 1 }).subtract({ days: 1 });
  return last.subtract({ days: last.dayOfWeek - 1 });
}

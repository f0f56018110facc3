/*
 * Days and moments of what was done: always in the firm's time zone (COMPANY_TIMEZONE), so that the same act has the same day on
 * every page, document and mail. Pages get these functions from `useFirmDates` (app/ui/text/firm-dates.tsx), server code from
 * `companyDates` (app/platform/dates/company-dates.server.ts). Times of calls are in the zone of the host or the visitor instead.
 */
import {
  clockText,
  type DateStyle,
  dayText,
  longDayText,
  monthDayText,
  usStyle,
  zoneAbbreviation,
} from "./date-text.ts";
import { wallClock } from "./wall-clock.ts";

export type FirmDates = {
  /** IANA name. */
  zone: string;
  style: DateStyle;
  /** `2026-11-21` */
  isoDay: (at: Date) => string;
  /** `Nov 21, 2026` */
  day: (at: Date) => string;
  /** `November 21, 2026`, for sentences. */
  longDay: (at: Date) => string;
  /** `Nov 21`, or `Nov 21, 2025` if that is another year than now. */
  recentDay: (at: Date, now: Date) => string;
  /** `2:30 PM EST` */
  clock: (at: Date) => string;
  /** `Nov 21, 2026, 2:30 PM EST` */
  moment: (at: Date) => string;
};

/** `style`: American where the reader's language is unknown. */
export function firmDates(zone: string, style: DateStyle = usStyle): FirmDates {
  const isoDay = (at: Date) => wallClock(at, zone).date;
  const day = (at: Date) => dayText(isoDay(at), style);
  const clock = (at: Date) => `${clockText(wallClock(at, zone).time, style)} ${zoneAbbreviation(at, zone)}`;
  return {
    zone,
    style,
    isoDay,
    day,
    clock,
    longDay: (at) => longDayText(isoDay(at), style),
    recentDay: (at, now) =>
      isoDay(at).slice(0, 4) === isoDay(now).slice(0, 4) ? monthDayText(isoDay(at), style) : day(at),
    moment: (at) => `${day(at)}, ${clock(at)}`,
  };
}

/*
 * How a reader writes dates and times. The site's text is English, so the words are always English; order, clock and first day of
 * the week follow the reader's language (decision 0171). Only numbers come from `Intl`, so server and browsers agree.
 */
import { isoDay, isoLongDay, isoLongWeekday, isoMonthDay, isoWeekday, twelveHour } from "./us-dates.ts";

export type DateStyle = {
  /** `Nov 21, 2026` rather than `21 Nov 2026`. */
  isMonthFirst: boolean;
  /** `2:30 PM` rather than `14:30`. */
  isTwelveHour: boolean;
  /** Sunday is 0. */
  weekStart: number;
};

/** American: for en-US, unknown languages, the admin area, mails and documents. */
export const usStyle: DateStyle = { isMonthFirst: true, isTwelveHour: true, weekStart: 0 };

const month = (isoDate: string) => isoMonthDay(isoDate).split(" ", 1)[0];
const longMonth = (isoDate: string) => isoLongDay(isoDate).split(" ", 1)[0];
const dayNumber = (isoDate: string) => Number(isoDate.slice(8));

/** Of an ISO date: `Nov 21, 2026` or `21 Nov 2026` */
export const dayText = (isoDate: string, style: DateStyle): string =>
  style.isMonthFirst ? isoDay(isoDate) : `${dayNumber(isoDate)} ${month(isoDate)} ${isoDate.slice(0, 4)}`;

/** Of an ISO date: `November 21, 2026` or `21 November 2026` */
export const longDayText = (isoDate: string, style: DateStyle): string =>
  style.isMonthFirst ? isoLongDay(isoDate) : `${dayNumber(isoDate)} ${longMonth(isoDate)} ${isoDate.slice(0, 4)}`;

/** Of an ISO date: `Nov 21` or `21 Nov` */
export const monthDayText = (isoDate: string, style: DateStyle): string =>
  style.isMonthFirst ? isoMonthDay(isoDate) : `${dayNumber(isoDate)} ${month(isoDate)}`;

/** Of an ISO date: `Sat, Nov 21, 2026` or `Sat 21 Nov 2026` */
export const weekdayText = (isoDate: string, style: DateStyle): string =>
  style.isMonthFirst ? isoWeekday(isoDate) : `${isoWeekday(isoDate).slice(0, 3)} ${dayText(isoDate, style)}`;

/** Of an ISO date: `Saturday, November 21, 2026` or `Saturday 21 November 2026` */
export const longWeekdayText = (isoDate: string, style: DateStyle): string =>
  style.isMonthFirst
    ? isoLongWeekday(isoDate)
    : `${isoLongWeekday(isoDate).split(",", 1)[0]} ${longDayText(isoDate, style)}`;

/** Of `14:30`: `2:30 PM` or `14:30` */
export const clockText = (time: string, style: DateStyle): string => (style.isTwelveHour ? twelveHour(time) : time);

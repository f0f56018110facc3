import { daysBetween } from "#app/lib/dates/calendar-dates.ts";
import { isoMonthDay } from "#app/lib/dates/date-text.ts";
import type { FirmDates } from "#app/lib/dates/firm-dates.ts";
import { wholeUsd } from "#app/lib/money.ts";
import { counted } from "#app/lib/numbers.ts";

/** Formats whole dollars: `$186,400`. Without a value: "No value yet". */
export const dollars = (cents: number | null): string => (cents === null ? "No value yet" : wholeUsd(cents / 100));

/** What readers see as one letter, as in Hindi or in rare Chinese characters. */
const letterOf = (word: string): string => /\p{L}\p{M}*/u.exec(word)?.[0] ?? [...word][0]!;
/** "ß" has no capital of one letter. */
const capital = (letter: string): string =>
  letter.toUpperCase().length > letter.length ? letter : letter.toUpperCase();

/** Returns the initials of a name: `Jonas Reyes` is JR, and so is `Jonas Reyes (Sales)`. */
export const initials = (name: string): string =>
  name
    .replace(/\s\([^)]*\)/g, "")
    .split(/\s+/)
    .filter(Boolean)
    .map((word) => capital(letterOf(word)))
    .filter((_, place, all) => place === 0 || place === all.length - 1)
    .join("");

/** Describes a due date relative to `today` (both ISO dates): "2 days late", "Today", "Tomorrow", "Nov 24". */
export function dueText(dueOn: string | null, today: string): { text: string; isLate: boolean } {
  if (dueOn === null) return { text: "No date", isLate: false };
  const days = daysBetween(today, dueOn);
  if (days < 0) return { text: `${counted(-days, "day")} late`, isLate: true };
  if (days === 0) return { text: "Today", isLate: false };
  if (days === 1) return { text: "Tomorrow", isLate: false };
  return { text: isoMonthDay(dueOn), isLate: false };
}

/** Formats the time since then in calendar days of the firm: "Today", "1 day ago", "12 days ago". */
export function agoText(at: Date, now: Date, dates: FirmDates): string {
  const age = ageText(at, now, dates);
  return age === "Today" ? age : `${age} ago`;
}

/** Formats an age in calendar days of the firm: "Today", "1 day", "12 days". */
export function ageText(since: Date, now: Date, dates: FirmDates): string {
  const days = Math.max(0, daysBetween(dates.isoDay(since), dates.isoDay(now)));
  if (days === 0) return "Today";
  return counted(days, "day");
}

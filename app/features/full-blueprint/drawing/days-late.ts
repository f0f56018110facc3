import { wallClock } from "#app/lib/dates/wall-clock.ts";
import { dayMs } from "#app/lib/durations.ts";

/** Calendar days in a time zone: 0 later on the same day, null before `targetAt`. */
export function daysLate(targetAt: Date, now: Date, timezone: string): number | null {
  if (now < targetAt) return null;
  const dayNumber = (at: Date) => Date.parse(wallClock(at, timezone).date) / dayMs;
  return dayNumber(now) - dayNumber(targetAt);
}

/** Calendar days of a time zone from `targetAt` to `now`: 0 later on the same day, null before `targetAt`. */
export function daysLate(targetAt: Date, now: Date, timezone: string): number | null {
  if (now < targetAt) return null;
  const calendar = new Intl.DateTimeFormat("en-US", {
    timeZone: timezone,
    calendar: "gregory",
    numberingSystem: "latn",
    year: "numeric",
    month: "numeric",
    day: "numeric",
  });
  const dayNumber = (at: Date) => {
    const parts = new Map(calendar.formatToParts(at).map(({ type, value }) => [type, Number(value)]));
    return Date.UTC(parts.get("year")!, parts.get("month")! - 1, parts.get("day")) / 86_400_000;
  };
  return dayNumber(now) - dayNumber(targetAt);
}

const minute = 60_000;
const hour = 60 * minute;
const day = 24 * hour;

// Cached, because creating a formatter dominates the cost of rendering a list.
const ago = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
const dayFormat = new Intl.DateTimeFormat("en-GB", {
  day: "numeric",
  month: "short",
  year: "numeric",
  timeZone: "UTC",
});

/** How long ago something was, in words: "just now", "5 minutes ago", "yesterday", "on 3 Nov 2026" after a week. */
export function agoWords(then: Date, now: Date): string {
  const passed = now.getTime() - then.getTime();
  if (passed < 2 * minute) return "just now";
  if (passed < hour) return ago.format(-Math.floor(passed / minute), "minute");
  if (passed < day) return ago.format(-Math.floor(passed / hour), "hour");
  if (passed < 7 * day) return ago.format(-Math.floor(passed / day), "day");
  return `on ${dayWords(then)}`;
}

/** 3 Nov 2026, in UTC. */
export const dayWords = (date: Date): string => dayFormat.format(date);

const minute = 60_000;
const hour = 60 * minute;
const oneDay = 24 * hour;

// Cached, because creating a formatter dominates the cost of rendering a list.
const ago = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
/** Returns "just now", "5 minutes ago", "yesterday", and after a week "on Nov 3, 2026", formatted by `day`. */
export function timeAgo(then: Date, now: Date, day: (at: Date) => string): string {
  const passed = now.getTime() - then.getTime();
  if (passed < 2 * minute) return "just now";
  if (passed < hour) return ago.format(-Math.floor(passed / minute), "minute");
  if (passed < oneDay) return ago.format(-Math.floor(passed / hour), "hour");
  if (passed < 7 * oneDay) return ago.format(-Math.floor(passed / oneDay), "day");
  return `on ${day(then)}`;
}

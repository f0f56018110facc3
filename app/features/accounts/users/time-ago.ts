import { dayMs, hourMs, minuteMs } from "#app/lib/durations.ts";

// Cached, because creating a formatter dominates the cost of rendering a list.
const ago = new Intl.RelativeTimeFormat("en", { numeric: "auto" });
/** Returns "just now", "5 minutes ago", "yesterday", and after a week "on Nov 3, 2026", formatted by `day`. */
export function timeAgo(then: Date, now: Date, day: (at: Date) => string): string {
  const passed = now.getTime() - then.getTime();
  if (passed < 2 * minuteMs) return "just now";
  if (passed < hourMs) return ago.format(-Math.floor(passed / minuteMs), "minute");
  if (passed < dayMs) return ago.format(-Math.floor(passed / hourMs), "hour");
  if (passed < 7 * dayMs) return ago.format(-Math.floor(passed / dayMs), "day");
  return `on ${day(then)}`;
}

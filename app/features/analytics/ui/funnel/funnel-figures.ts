import { daySeconds, hourSeconds } from "#app/lib/durations.ts";
import { formatNumber } from "#app/lib/numbers.ts";

/** `timeText(50) === "50 s"`, `timeText(200) === "3 min 20 s"`, `timeText(93_600) === "1 day 2 h"` */
export function timeText(seconds: number): string {
  const whole = Math.round(seconds);
  const units: [size: number, one: string, many: string][] = [
    [daySeconds, " day", " days"],
    [hourSeconds, " h", " h"],
    [60, " min", " min"],
    [1, " s", " s"],
  ];
  const first = units.findIndex(([size]) => whole >= size);
  if (first === -1) return "0 s";
  let rest = whole;
  return units
    .slice(first, first + 2)
    .map(([size, one, many]) => {
      const amount = Math.floor(rest / size);
      rest -= amount * size;
      return amount === 0 ? "" : `${formatNumber(amount)}${amount === 1 ? one : many}`;
    })
    .filter(Boolean)
    .join(" ");
}

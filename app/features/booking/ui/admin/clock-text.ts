/** Minutes after midnight as a time field shows them; the midnight that ends a day is 00:00 as well. */
export const clockText = (minute: number): string =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

/** Minutes after midnight of `09:30`; null for what is no time. */
export function minuteOf(text: string): number | null {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(text) ?? [];
  return hour && minute ? Number(hour) * 60 + Number(minute) : null;
}

/** The same for an end, where 00:00 is the midnight that ends the day. */
export const endMinuteOf = (text: string): number | null => minuteOf(text) || (text.startsWith("00:00") ? 1440 : null);

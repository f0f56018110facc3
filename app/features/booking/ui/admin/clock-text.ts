/** Formats minutes after midnight for a time field; 1440 is 00:00 as well. */
export const clockText = (minute: number): string =>
  `${String(Math.floor(minute / 60) % 24).padStart(2, "0")}:${String(minute % 60).padStart(2, "0")}`;

/** Parses `09:30` as minutes after midnight; null if invalid. */
export function minuteOf(text: string): number | null {
  const [, hour, minute] = /^([01]\d|2[0-3]):([0-5]\d)/.exec(text) ?? [];
  return hour && minute ? Number(hour) * 60 + Number(minute) : null;
}

/** Like `minuteOf` for an end, where 00:00 is 1440. */
export const endMinuteOf = (text: string): number | null => minuteOf(text) || (text.startsWith("00:00") ? 1440 : null);

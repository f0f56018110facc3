import { clockText, type DateStyle } from "#app/lib/dates/date-text.ts";

export function clockOf(instant: Date, style: DateStyle): string {
  const two = (value: number) => String(value).padStart(2, "0");
  return clockText(`${two(instant.getHours())}:${two(instant.getMinutes())}`, style);
}

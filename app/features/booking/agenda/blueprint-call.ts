import type { DateStyle } from "#app/lib/dates/date-text.ts";
import { callTime } from "../zoned-time.ts";

/** `href`: the page that moves or cancels the call. */
export type BookedTime = { start: Date; end: Date; timezone: string; href: string };

export type BlueprintCall = BookedTime & { blueprintId: string; kind: string; title: string };

/** `link`: a personal one. */
export function scheduleHref(kind: string, blueprintId: string | null, link: string | null = null): string {
  const query = new URLSearchParams({
    ...(blueprintId && { blueprint: blueprintId }),
    ...(link && { link }),
  }).toString();
  return `/schedule/${kind}${query && `?${query}`}`;
}

/** `Call booked: Mon, Nov 23, 2026, 2:30 PM …`, in the time zone that the user chose. */
export const bookedText = (call: BookedTime, style: DateStyle): string =>
  `Call booked: ${callTime(call, call.timezone, style)}`;

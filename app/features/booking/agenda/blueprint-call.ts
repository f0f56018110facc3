import type { DateStyle } from "#app/lib/date-text.ts";
import { callTime } from "../zoned-time.ts";

export type BlueprintCall = {
  blueprintId: string;
  kind: string;
  title: string;
  start: Date;
  end: Date;
  timezone: string;
  href: string;
};

export const scheduleHref = (kind: string, blueprintId: string | null): string =>
  `/schedule/${kind}${blueprintId === null ? "" : `?blueprint=${blueprintId}`}`;

/** `Call booked: Mon, Nov 23, 2026, 2:30 PM …`, in the time zone that the user chose. */
export const bookedText = (call: BlueprintCall, style: DateStyle): string =>
  `Call booked: ${callTime(call, call.timezone, style)}`;

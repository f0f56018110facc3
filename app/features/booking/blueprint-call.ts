import type { DateStyle } from "#app/lib/date-style.ts";
import { callTime } from "./zoned-time.ts";

export type BlueprintCall = {
  blueprintId: string;
  /** Slug of the event type. */
  kind: string;
  title: string;
  start: Date;
  end: Date;
  /** The time zone that the user chose. */
  timezone: string;
  /** The page to move or cancel it. */
  href: string;
};

export const scheduleHref = (kind: string, blueprintId: string | null): string =>
  `/schedule/${kind}${blueprintId === null ? "" : `?blueprint=${blueprintId}`}`;

/** `Call booked: Mon, Nov 23, 2026, 2:30 PM …`, in the time zone that the user chose. */
export const bookedText = (call: BlueprintCall, style: DateStyle): string =>
  `Call booked: ${callTime(call, call.timezone, style)}`;

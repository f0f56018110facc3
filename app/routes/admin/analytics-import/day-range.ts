import { isoDay } from "#app/lib/dates/date-text.ts";

/** `Nov 21, 2025 to Jan 3, 2026`, from ISO dates. */
export const dayRangeText = (from: string, to: string): string =>
  from === to ? isoDay(from) : `${isoDay(from)} to ${isoDay(to)}`;

import { dayOf } from "#app/lib/us-dates.ts";

/** `Nov 21, 2025 to Jan 3, 2026`, from ISO dates. */
export const dayRangeText = (from: string, to: string): string =>
  from === to ? dayOf(new Date(from)) : `${dayOf(new Date(from))} to ${dayOf(new Date(to))}`;

import { customType } from "drizzle-orm/pg-core";

/** A half-open span of time: includes `start`, excludes `end`. */
export type TimeRange = { start: Date; end: Date };

/** A `tstzrange` column. Always stored as [start, end), so that adjacent ranges do not overlap. */
export const timeRange = customType<{ data: TimeRange; driverData: string }>({
  dataType: () => "tstzrange",
  toDriver: rangeText,
  fromDriver: parseRange,
});

/** Formats a range for PostgreSQL, also for comparisons: sql`${column} && ${rangeText(range)}::tstzrange`. */
export function rangeText({ start, end }: TimeRange): string {
  return `[${start.toISOString()},${end.toISOString()})`;
}

const rangePattern = /^\["?([^",]+)"?,"?([^",]+)"?\)$/;

/** Throws for ranges without ends or with bounds other than [ ), which are never stored (a check in db/migrations/0000_initial.sql). */
function parseRange(text: string): TimeRange {
  const [, start, end] = rangePattern.exec(text) ?? [];
  if (!start || !end) throw new Error(`Invalid time range: ${text}`);
  return { start: parseInstant(start), end: parseInstant(end) };
}

/** PostgreSQL writes `2026-11-24 09:00:00.5+00` or `…+05:30`; Date.parse requires a T and minutes in the offset. */
function parseInstant(text: string): Date {
  const instant = new Date(text.replace(" ", "T").replace(/([+-]\d\d)$/, "$1:00"));
  if (Number.isNaN(instant.getTime())) throw new Error(`Invalid instant: ${text}`);
  return instant;
}

import type { BucketUnit } from "../reports/period/period.ts";

/** What a report says about imported days in its period. `isUsed`: whether its filters can be applied to them. */
export function importedDaysText({ isUsed, unit }: { isUsed: boolean; unit: BucketUnit }): string {
  if (!isUsed) return "imported daily figures, which do not support these filters and are left out.";
  const text = "imported daily figures, with goals by name, but without conversions, speed and single visits.";
  return unit === "hour" ? `${text} The chart by hour leaves them out.` : text;
}

import { guaranteeDays, projectWeeks } from "#app/features/content/promises.ts";

const minute = 1;
const hour = 60 * minute;
const day = 24 * hour;
const week = 7 * day;
const year = 365 * day;

/** Ends of the four steps in minutes from the first answer, waiting left out; a build takes two to six weeks. */
const designed = 2 * week;
export const stepEnds = [15 * minute, designed, designed + projectWeeks.to * week, year] as const;
export const earliestHandover = designed + projectWeeks.from * week;
/** Counted from the handover, here from the latest one. */
export const guaranteeMeasured = stepEnds[2] + guaranteeDays * day;

/** The position of a time on the logarithmic scale from one minute (0) to one year (1). */
export const placeOf = (minutes: number) => Math.log10(minutes) / Math.log10(year);

/** Every digit of every decade, as on the C scale of a slide rule. */
export const decimalTicks = [1, 10, 100, 1000, 10_000, 100_000].flatMap((decade) =>
  [1, 2, 3, 4, 5, 6, 7, 8, 9]
    .map((digit) => ({ minutes: digit * decade, rank: digit === 1 ? 2 : digit === 5 ? 1 : 0 }))
    .filter(({ minutes }) => minutes <= year),
);

export const calendarTicks = [
  { minutes: hour, label: "1 hour" },
  { minutes: 8 * hour, label: "8 hours" },
  { minutes: day, label: "1 day" },
  { minutes: week, label: "1 week" },
  { minutes: 30 * day, label: "30 days" },
  { minutes: year, label: "1 year" },
] as const;

import { clockIn, dateIn } from "#app/features/booking/zoned-time.ts";
import { monthOf } from "#app/lib/dates/calendar-dates.ts";
import { type DateStyle, monthDayText, weekdayText } from "#app/lib/dates/date-text.ts";

/**
 * Returns the slots of `month` as options of a select: instants, labeled with day and time in `zone`, short enough for a phone. `also`:
 * a slot that is listed in any case.
 */
export const timeOptions = (
  starts: readonly number[],
  { month, zone, style, also }: { month: string; zone: string; style: DateStyle; also?: string | undefined },
) =>
  starts.flatMap((start) => {
    const at = new Date(start);
    const value = at.toISOString();
    const date = dateIn(at, zone);
    if (monthOf(date) !== month && value !== also) return [];
    const weekday = weekdayText(date, style).slice(0, 3);
    return { value, label: `${weekday}, ${monthDayText(date, style)}, ${clockIn(at, zone, style)}` };
  });

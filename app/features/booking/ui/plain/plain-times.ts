import { clockIn, dateIn } from "#app/features/booking/zoned-time.ts";
import { type DateStyle, longWeekdayText } from "#app/lib/date-text.ts";

/** Returns slots as options of a select: instants, labeled with day and time in `zone`. */
export const timeOptions = (starts: readonly number[], zone: string, style: DateStyle) =>
  starts.map((start) => {
    const at = new Date(start);
    return {
      value: at.toISOString(),
      label: `${longWeekdayText(dateIn(at, zone), style)}, ${clockIn(at, zone, style)}`,
    };
  });

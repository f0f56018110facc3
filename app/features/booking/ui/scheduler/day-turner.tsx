import { monthName } from "#app/features/booking/zoned-time.ts";
import { addMonths, monthOf } from "#app/lib/dates/calendar-dates.ts";
import { longWeekdayText } from "#app/lib/dates/date-text.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";

export function DayTurner({
  open,
  freeDates,
  month,
  bounds,
  busy,
  onDay,
  onMonth,
}: {
  open: string | null;
  freeDates: readonly string[];
  month: string;
  bounds: { first: string; last: string };
  busy: boolean;
  onDay: (date: string) => void;
  onMonth: (month: string) => void;
}) {
  const { style } = useFirmDates();
  const at = open ?? `${month}-00`;
  const before = freeDates.findLast((date) => date < at && monthOf(date) >= addMonths(month, -1));
  const after = freeDates.find((date) => date > at && monthOf(date) <= addMonths(month, 1));
  const monthBefore = addMonths(month, -1);
  const monthAfter = addMonths(month, 1);
  return (
    <nav className="line between gap-75" aria-label="Days">
      <Button
        size={40}
        icon="back"
        aria-label={before ? `Earlier: ${longWeekdayText(before, style)}` : `Earlier: ${monthName(monthBefore)}`}
        aria-disabled={(!before && monthBefore < bounds.first) || busy || undefined}
        onClick={() => {
          if (busy) return;
          if (before) onDay(before);
          else if (monthBefore >= bounds.first) onMonth(monthBefore);
        }}
      >
        Earlier
      </Button>
      <Button
        size={40}
        forward
        aria-label={after ? `Later: ${longWeekdayText(after, style)}` : `Later: ${monthName(monthAfter)}`}
        aria-disabled={(!after && monthAfter > bounds.last) || busy || undefined}
        onClick={() => {
          if (busy) return;
          if (after) onDay(after);
          else if (monthAfter <= bounds.last) onMonth(monthAfter);
        }}
      >
        Later
      </Button>
    </nav>
  );
}

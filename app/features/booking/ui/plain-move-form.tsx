import { longWeekdayText } from "#app/lib/date-style.ts";
import { zoneText } from "#app/lib/zone-names.ts";
import { Button } from "#app/ui/button.tsx";
import { SelectField } from "#app/ui/field.tsx";
import { useFirmDates } from "#app/ui/firm-dates.tsx";
import { clockIn, dateIn } from "../zoned-time.ts";
import css from "./scheduler.module.css";

/** Moves a call without scripts: the free times of the month that is shown, in the zone of the call. */
export function PlainMoveForm({ token, starts, zone }: { token: string; starts: readonly number[]; zone: string }) {
  const { style } = useFirmDates();
  if (starts.length === 0)
    return (
      <p className={css.plain}>
        There are no free times in this month. The arrows of the calendar lead to other months.
      </p>
    );
  return (
    <form
      method="post"
      action={`/booking/${token}`}
      className={`${css.form} ${css.plain}`}
      aria-label="Move the call to a free time"
    >
      <input type="hidden" name="intent" value="move" />
      <SelectField
        label="New time"
        name="start"
        hint={`${zoneText(zone, style)}. The arrows of the calendar below show the free times of other months.`}
        options={starts.map((start) => {
          const at = new Date(start);
          return {
            value: at.toISOString(),
            label: `${longWeekdayText(dateIn(at, zone), style)}, ${clockIn(at, zone, style)}`,
          };
        })}
      />
      <div>
        <Button type="submit" variant="primary">
          Move the Call
        </Button>
      </div>
    </form>
  );
}

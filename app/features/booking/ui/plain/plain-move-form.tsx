import { zoneText } from "#app/lib/dates/zone-names.ts";
import { Button } from "#app/ui/buttons/button.tsx";
import { SelectField } from "#app/ui/forms/field.tsx";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import css from "../scheduler/scheduler.module.css";
import { type MonthRange, MonthTimes } from "./month-times.tsx";
import { timeOptions } from "./plain-times.ts";

/** Moves a call without scripts to one of `starts`, the free slots of the displayed month in the zone `zone`. */
export function PlainMoveForm({
  token,
  starts,
  repeated,
  zone,
  months,
  unreadFor,
}: {
  token: string;
  starts: readonly number[];
  /** A time that a calendar withheld: it is selected again. */
  repeated: number | null;
  zone: string;
  months: MonthRange;
  /** Whom to write to if a calendar cannot be read; null if they can. */
  unreadFor: string | null;
}) {
  const { style } = useFirmDates();
  const offered = [...new Set([...starts, ...(repeated === null ? [] : [repeated])])].sort((one, other) => one - other);
  const chosen = repeated === null ? "" : new Date(repeated).toISOString();
  const options = timeOptions(offered, { month: months.month, zone, style, also: chosen });
  return (
    <div className="grid gap-125">
      <MonthTimes months={months} hasTimes={options.length > 0} unreadFor={unreadFor}>
        <form
          method="post"
          action={`/booking/${token}`}
          className={`grid gap-125 ${css.form}`}
          aria-label="Move the call to a free time"
        >
          <input type="hidden" name="intent" value="move" />
          <SelectField
            label="New time"
            name="start"
            hint={zoneText(zone, style)}
            required
            placeholder="Choose a time"
            defaultValue={chosen}
            options={options}
          />
          <div>
            <Button type="submit" variant="primary">
              Move the Call
            </Button>
          </div>
        </form>
      </MonthTimes>
    </div>
  );
}

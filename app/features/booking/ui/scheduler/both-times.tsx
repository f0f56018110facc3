import type { EventType } from "#app/features/booking/booking.ts";
import { callTime } from "#app/features/booking/zoned-time.ts";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import css from "./both-times.module.css";

/** Shows a call in the reader's time zone, and below it in the host's if that differs. */
export function BothTimes({
  call,
  mine,
  host,
}: {
  call: { start: Date; end: Date };
  mine: string;
  host: Pick<EventType, "hostName" | "hostTimezone">;
}) {
  const { style } = useFirmDates();
  return (
    <p className={`grid ${css.times}`}>
      <span className="strong num">{callTime(call, mine, style)}</span>
      {mine !== host.hostTimezone && (
        <span className="note">
          {host.hostName}: {callTime(call, host.hostTimezone, style)}
        </span>
      )}
    </p>
  );
}

import { useId } from "react";
import { clockIn, dateIn, offsetIn } from "#app/features/booking/zoned-time.ts";
import { longWeekdayText, weekdayText } from "#app/lib/dates/date-text.ts";
import { zoneText } from "#app/lib/dates/zone-names.ts";
import { classNames } from "#app/ui/class-names.ts";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import css from "./day-times.module.css";
import { shownTimes } from "./shown-times.ts";

/**
 * The free slots of one day in both time zones: large in the visitor's, small in the host's. When clocks go back and a time is
 * repeated, both show their UTC offset.
 */
export function DayTimes({
  date,
  starts,
  zone,
  host,
  most,
  busy,
  chosen,
  onChoose,
}: {
  date: string;
  starts: readonly number[];
  /** Of the fullest day: every list is as high as its list, so another day moves nothing. */
  most: number;
  zone: string;
  host: { name: string; timezone: string };
  busy: boolean;
  chosen: number | null;
  onChoose: (start: number) => void;
}) {
  const titleId = useId();
  const { style } = useFirmDates();
  const both = zone !== host.timezone;
  const times = starts.map((start) => clockIn(new Date(start), zone, style));
  return (
    <section aria-labelledby={titleId} className={`grid ${css.times}`}>
      <h2 className="line middle t4" id={titleId}>
        {longWeekdayText(date, style)}
      </h2>
      <p className={classNames("note grid breaks", css.legend)}>
        <span>Times in {zoneText(zone, style)}</span>
        {both && (
          <span>
            In small type: {zoneText(host.timezone, style)}, for {host.name}
          </span>
        )}
      </p>
      <ul className={`grid cols-2 ${css.list}`} aria-busy={busy} data-scrolls={starts.length > shownTimes || undefined}>
        {starts.map((start, index) => {
          const at = new Date(start);
          const time = times[index];
          const twice = times.filter((other) => other === time).length > 1;
          return (
            <li key={start}>
              <button
                type="button"
                className={`stack full-width strong ${css.time}`}
                data-start={at.toISOString()}
                aria-disabled={busy || undefined}
                aria-current={start === chosen ? "time" : undefined}
                onClick={() => !busy && onChoose(start)}
              >
                <span className="num">{time}</span>
                {twice && <span className="note">{offsetIn(at, zone)}</span>}
                {both && (
                  <span className="note">
                    <span className="vh">which is </span>
                    {dateIn(at, host.timezone) !== date &&
                      `${weekdayText(dateIn(at, host.timezone), style).slice(0, 3)} `}
                    {clockIn(at, host.timezone, style)}
                    <span className="vh"> for {host.name}</span>
                  </span>
                )}
              </button>
            </li>
          );
        })}
        {Array.from({ length: Math.min(most, shownTimes) - starts.length }, (_, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: empty cells are alike
          <li key={index} aria-hidden="true" />
        ))}
      </ul>
    </section>
  );
}

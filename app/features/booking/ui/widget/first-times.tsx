import { isoWeekday, twelveHour } from "#app/lib/dates/date-text.ts";
import { americanZone } from "#app/lib/dates/zone-names.ts";
import css from "./first-times.module.css";

export type FirstTimesProps = {
  path: string;
  zone: string;
  days: { date: string; times: { start: string; time: string }[]; more: number }[];
  /** The most free slots of one day. */
  most: number;
};

/**
 * The next free slots as links, which can be read and used before the calendar has loaded. In American format, because the page is the
 * same for every reader.
 */
export function FirstTimes({ path, zone, days }: FirstTimesProps) {
  if (days.length === 0) return null;
  return (
    <div className={`grid ${css.first}`}>
      <h3 className="t4">Next free times</h3>
      <p className="note">{americanZone(zone)}. The calendar shows them in your zone.</p>
      <ul className={`grid top-125 ${css.days}`}>
        {days.map(({ date, times, more }) => (
          <li key={date}>
            <p className={`cluster baseline between strong ${css.date}`}>
              {isoWeekday(date)}
              {more > 0 && <span className="note">and {more} more</span>}
            </p>
            <ul className={`grid gap-50 ${css.times}`}>
              {times.map(({ start, time }) => (
                <li key={start}>
                  <a
                    className="grid framed strong"
                    href={`${path}?start=${encodeURIComponent(start)}`}
                    aria-label={`${isoWeekday(date)}, ${twelveHour(time)}`}
                  >
                    {twelveHour(time)}
                  </a>
                </li>
              ))}
            </ul>
          </li>
        ))}
      </ul>
    </div>
  );
}

import { type KeyboardEvent, useEffect, useId, useRef } from "react";
import { weeksOf } from "#app/features/booking/availability/month.ts";
import { monthName } from "#app/features/booking/zoned-time.ts";
import { addDays, addMonths, monthOf, weekdayNumber } from "#app/lib/dates/calendar-dates.ts";
import { longWeekdayText } from "#app/lib/dates/date-text.ts";
import { Icon } from "#app/ui/buttons/icon.tsx";
import { classNames } from "#app/ui/class-names.ts";
import { useFirmDates } from "#app/ui/text/firm-dates.tsx";
import css from "./month-grid.module.css";

const weekdays = ["Sunday", "Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday"];

type Props = {
  month: string;
  bounds: { first: string; last: string };
  monthHref: (month: string) => string;
  freeOn: (date: string) => number;
  chosen: string | null;
  today: string;
  busy: boolean;
  onChoose: (date: string) => void;
  onMonth: (month: string) => void;
};

/**
 * A month as a grid of days (the date grid pattern of the ARIA practices): one tab stop; arrow keys move by day and week, Home and End
 * within the week, Page Up and Page Down by month. A day's line shows its share of free slots.
 */
export function MonthGrid(props: Props) {
  const { month, bounds, freeOn, chosen, today, busy, onChoose, onMonth } = props;
  const titleId = useId();
  const grid = useRef<HTMLTableElement>(null);
  const wanted = useRef<string | null>(null);
  const { weekStart } = useFirmDates().style;
  const dates = weeksOf(month, weekStart)
    .flat()
    .filter((date) => date !== null);
  const stop = dates.find((date) => date === chosen) ?? dates.find((date) => freeOn(date) > 0) ?? dates[0];
  const most = Math.max(1, ...dates.map(freeOn));

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the month changes
  useEffect(() => {
    if (wanted.current) focusDate(grid.current, wanted.current);
    wanted.current = null;
  }, [month]);

  function move(event: KeyboardEvent<HTMLTableElement>) {
    const from = (event.target as HTMLElement).dataset["date"];
    const to = from && destination(event.key, from, weekStart);
    if (!to) return;
    event.preventDefault();
    const shownMonth = monthOf(to);
    if (shownMonth === month) focusDate(grid.current, to);
    else if (shownMonth >= bounds.first && shownMonth <= bounds.last) {
      wanted.current = to;
      onMonth(shownMonth);
    }
  }

  return (
    <div className={`grid ${css.month}`}>
      <div className={`grid middle ${css.head}`}>
        <h2 className="t3" id={titleId} aria-live="polite">
          {monthName(month)}
        </h2>
        <TurnLink {...props} to={addMonths(month, -1)} label="Previous month" back />
        <TurnLink {...props} to={addMonths(month, 1)} label="Next month" />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveElementToInteractiveRole: the ARIA date grid pattern uses a table */}
      <table ref={grid} role="grid" className={css.grid} aria-labelledby={titleId} aria-busy={busy} onKeyDown={move}>
        <thead>
          <tr>
            {[...weekdays.slice(weekStart), ...weekdays.slice(0, weekStart)].map((weekday) => (
              <th key={weekday} scope="col">
                <span aria-hidden="true">{weekday.slice(0, 2)}</span>
                <span className="vh">{weekday}</span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {weeksOf(month, weekStart).map((week, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the six rows of a month are never reordered
            <tr key={row}>
              {week.map((date, column) => (
                // biome-ignore lint/suspicious/noArrayIndexKey: nor are its columns
                <td key={column}>
                  {date && (
                    <Day
                      date={date}
                      free={freeOn(date)}
                      share={freeOn(date) / most}
                      isToday={date === today}
                      isChosen={date === chosen}
                      isStop={date === stop}
                      onChoose={onChoose}
                    />
                  )}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function Day({
  date,
  free,
  share,
  isToday,
  isChosen,
  isStop,
  onChoose,
}: {
  date: string;
  free: number;
  share: number;
  isToday: boolean;
  isChosen: boolean;
  isStop: boolean;
  onChoose: (date: string) => void;
}) {
  const { style } = useFirmDates();
  const freely = free === 0 ? "no free times" : free === 1 ? "1 free time" : `${free} free times`;
  return (
    <button
      type="button"
      className={classNames("grid full-width strong num", css.day, isChosen && css.chosen, isToday && css.today)}
      data-date={date}
      tabIndex={isStop ? 0 : -1}
      aria-disabled={free === 0 || undefined}
      aria-label={`${longWeekdayText(date, style)}, ${freely}${isToday ? ", today" : ""}`}
      aria-pressed={isChosen}
      aria-current={isToday ? "date" : undefined}
      onClick={() => free > 0 && onChoose(date)}
    >
      <span>{Number(date.slice(8))}</span>
      <svg className={css.share} viewBox="0 0 24 3" width="24" height="3" aria-hidden="true">
        {free > 0 && <rect width={Math.round(6 + 18 * share)} x={Math.round(9 - 9 * share)} height="3" />}
      </svg>
    </button>
  );
}

/** A link, so that it works before hydration. */
function TurnLink({
  bounds,
  monthHref,
  onMonth,
  to,
  label,
  back,
}: Props & { to: string; label: string; back?: boolean }) {
  const open = to >= bounds.first && to <= bounds.last;
  const face = <Icon name="chevron" className={back ? css.back : css.on} />;
  if (!open)
    return (
      <span className={`grid rounded ${css.turn}`} aria-hidden="true">
        {face}
      </span>
    );
  return (
    <a
      className={`grid rounded ${css.turn}`}
      href={monthHref(to)}
      aria-label={`${label}, ${monthName(to)}`}
      onClick={(event) => {
        event.preventDefault();
        onMonth(to);
      }}
    >
      {face}
    </a>
  );
}

function destination(key: string, from: string, weekStart: number): string | undefined {
  const column = (weekdayNumber(from) + 7 - weekStart) % 7;
  switch (key) {
    case "ArrowLeft":
      return addDays(from, -1);
    case "ArrowRight":
      return addDays(from, 1);
    case "ArrowUp":
      return addDays(from, -7);
    case "ArrowDown":
      return addDays(from, 7);
    case "Home":
      return addDays(from, -column);
    case "End":
      return addDays(from, 6 - column);
    case "PageUp":
      return sameDay(from, -1);
    case "PageDown":
      return sameDay(from, 1);
    default:
      return undefined;
  }
}

function sameDay(from: string, months: number): string {
  const month = addMonths(monthOf(from), months);
  const last = addDays(`${addMonths(month, 1)}-01`, -1);
  const same = `${month}-${from.slice(8)}`;
  return same < last ? same : last;
}

const focusDate = (grid: HTMLElement | null, date: string) =>
  grid?.querySelector<HTMLElement>(`[data-date="${date}"]`)?.focus();

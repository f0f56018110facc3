import { useEffect, useMemo, useRef, useState } from "react";
import type { EventType } from "#app/features/booking/booking.ts";
import { dateIn, monthName } from "#app/features/booking/zoned-time.ts";
import { addMonths, monthOf } from "#app/lib/dates/calendar-dates.ts";
import { Button, ButtonLink } from "#app/ui/buttons/button.tsx";
import { Chip } from "#app/ui/buttons/chip.tsx";
import { Empty } from "#app/ui/feedback/empty.tsx";
import { Notice } from "#app/ui/feedback/notice.tsx";
import { DayTimes } from "./day-times.tsx";
import { DayTurner } from "./day-turner.tsx";
import { byDate, type FreeTimes, type LoadMonth, useFreeTimes } from "./free-times.ts";
import { MonthGrid } from "./month-grid.tsx";
import css from "./scheduler.module.css";
import { UnreadTimes } from "./unread-times.tsx";
import { ZoneField } from "./zone-field.tsx";

/**
 * The month on the left, the slots of the chosen day on the right, the time zone below the month; on phones below each other. The day
 * of `start` is preselected, otherwise the first free day.
 */
export function TimeChooser({
  kind,
  moving,
  first,
  start: wanted,
  until,
  now,
  zone,
  contactEmail,
  chosen,
  round,
  monthHref,
  load,
  onZone,
  onChoose,
}: {
  kind: EventType;
  /** The call to move: its current time cannot be chosen. */
  moving: { start: Date } | null;
  first: FreeTimes & { month: string };
  /** A start in the URL. */
  start: Date | null;
  until: Date;
  now: Date;
  zone: string;
  contactEmail: string;
  chosen: number | null;
  round: number;
  monthHref: (month: string) => string;
  load: LoadMonth;
  onZone: (zone: string) => void;
  onChoose: (start: number) => void;
}) {
  const { month, show, starts, state, reload } = useFreeTimes(first, load);
  const [chosenDay, setDay] = useState<string | null>(null);
  const day = chosenDay ?? (wanted && dateIn(wanted, zone));
  const [view, setView] = useState<"month" | "day">("month");
  const times = useRef<HTMLDivElement>(null);
  const held = moving?.start.getTime();
  const dates = useMemo(
    () =>
      byDate(
        starts.filter((start) => start !== held),
        zone,
      ),
    [starts, zone, held],
  );
  const most = useMost(dates);
  const freeOn = (date: string) => dates.get(date)?.length ?? 0;
  const open = (day && firstFree(dates, month, day)) ?? firstFree(dates, month);
  const busy = state === "loading";
  const bounds = { first: monthOf(dateIn(now, zone)), last: monthOf(dateIn(until, zone)) };

  // The server does not know the browser's time zone, in which the wanted time can be in another month.
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the time zone is known
  useEffect(() => {
    if (!wanted || chosenDay || month !== monthOf(dateIn(wanted, kind.hostTimezone))) return;
    const there = monthOf(dateIn(wanted, zone));
    if (month === first.month && there >= bounds.first && there <= bounds.last) show(there);
  }, [zone]);

  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the caller requests a reload
  useEffect(() => {
    if (round > 0) reload();
  }, [round]);

  function turnTo(date: string) {
    setDay(date);
    if (monthOf(date) !== month) show(monthOf(date));
  }

  function chooseDay(date: string) {
    setDay(date);
    // On a phone the slots are below the month, out of sight.
    requestAnimationFrame(() => times.current?.scrollIntoView({ block: "nearest", behavior: "smooth" }));
  }

  return (
    <div className={`grid start ${css.chooser}`} data-view={view}>
      {/* biome-ignore lint/a11y/useSemanticElements: two buttons, not a form's fields */}
      <div className="line gap-50 whole" role="group" aria-label="View">
        {(["month", "day"] as const).map((name) => (
          <Chip key={name} pressed={view === name} onClick={() => setView(name)}>
            {name === "month" ? "Month" : "Day"}
          </Chip>
        ))}
      </div>
      {view === "month" ? (
        <MonthGrid
          month={month}
          bounds={bounds}
          monthHref={monthHref}
          freeOn={freeOn}
          chosen={open}
          today={dateIn(now, zone)}
          busy={busy}
          onChoose={chooseDay}
          onMonth={show}
        />
      ) : (
        <DayTurner
          open={open}
          freeDates={[...dates.keys()]}
          month={month}
          bounds={bounds}
          busy={busy}
          onDay={turnTo}
          onMonth={show}
        />
      )}
      <div ref={times} className={`grid ${css.day}`}>
        {open ? (
          <DayTimes
            date={open}
            starts={dates.get(open) ?? []}
            most={most}
            zone={zone}
            host={{ name: kind.hostName, timezone: kind.hostTimezone }}
            busy={busy}
            chosen={chosen}
            onChoose={(picked) => {
              setDay(open);
              onChoose(picked);
            }}
          />
        ) : state === "failed" ? (
          <Notice kind="critical" title="The free times could not be loaded." live>
            <Again onClick={reload} />
          </Notice>
        ) : state === "unread" ? (
          <UnreadTimes contactEmail={contactEmail} live>
            <Again onClick={reload} />
          </UnreadTimes>
        ) : busy ? (
          <p className="note" role="status">
            Looking for free times in {monthName(month)}…
          </p>
        ) : (
          <NoTimes month={month} last={bounds.last} contactEmail={contactEmail} monthHref={monthHref} onMonth={show} />
        )}
      </div>
      <div className={css.zone}>
        <ZoneField zone={zone} at={new Date(dates.get(open ?? "")?.[0] ?? now)} onChange={onZone} />
      </div>
    </div>
  );
}

const Again = ({ onClick }: { onClick: () => void }) => (
  <Button size={40} icon="refresh" className={css.again} onClick={onClick}>
    Try again
  </Button>
);

/** Shown for a month without free slots: links to the next month, or to a person. */
function NoTimes({
  month,
  last,
  contactEmail,
  monthHref,
  onMonth,
}: {
  month: string;
  last: string;
  contactEmail: string;
  monthHref: (month: string) => string;
  onMonth: (month: string) => void;
}) {
  const next = addMonths(month, 1);
  const goOn = next <= last;
  return (
    <Empty
      title={`No free times in ${monthName(month)}`}
      text={
        goOn ? undefined : (
          <>
            Write to <a href={`mailto:${contactEmail}`}>{contactEmail}</a> and we find one.
          </>
        )
      }
      action={
        goOn && (
          <ButtonLink
            size={40}
            forward
            href={monthHref(next)}
            onClick={(event) => {
              event.preventDefault();
              onMonth(next);
            }}
          >
            Show {monthName(next)}
          </ButtonLink>
        )
      }
    />
  );
}

/** The most free slots of a day so far: the list keeps its height when another month has fewer. */
function useMost(dates: ReadonlyMap<string, readonly number[]>): number {
  const most = useRef(0);
  most.current = Math.max(most.current, ...[...dates.values()].map(({ length }) => length));
  return most.current;
}

function firstFree(dates: ReadonlyMap<string, readonly number[]>, month: string, from = month): string | null {
  for (const date of dates.keys()) if (monthOf(date) === month && date >= from) return date;
  return null;
}

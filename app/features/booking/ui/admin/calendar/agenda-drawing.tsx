import { DndContext, KeyboardSensor, MouseSensor, TouchSensor, useSensor, useSensors } from "@dnd-kit/core";
import { useRef, useState } from "react";
import type { AgendaCall } from "#app/features/booking/agenda/agenda.server.ts";
import { type AgendaDay, instantAt } from "#app/features/booking/agenda/week/agenda-days.ts";
import { dateIn, timeIn } from "#app/features/booking/zoned-time.ts";
import { clockOf, isoLongWeekday, isoShortWeekday, twelveHour, weekdayOf } from "#app/lib/dates/date-text.ts";
import { Chip } from "#app/ui/chip.tsx";
import { classNames } from "#app/ui/class-names.ts";
import css from "./agenda-drawing.module.css";
import {
  type AgendaHost,
  type BlockedTime,
  type BlockPlace,
  type CallLink,
  type DropPlace,
  hoursOf,
  type LaneFrame,
  lanesOf,
  pixelsPerMinute,
  stepMinutes,
} from "./agenda-frame.ts";
import { AgendaLane } from "./agenda-lane.tsx";
import { useLinkStop } from "./link-stop.ts";

/**
 * Days to scale, a lane for each host: white when they take calls, hatched when they are busy in another calendar, a block for each
 * call, a red line for now. In a week, three hosts or more share one lane per day, in which each call names its host. A call that can be moved is
 * dragged (on a touchscreen after holding it), or picked up with the space bar and moved with the arrow keys; a click on a free time
 * blocks it. On phones one day is shown, with a tab for each host that has a lane. The list below has the same calls.
 */
export function AgendaDrawing({
  days,
  hosts,
  shownDate,
  zone,
  now,
  callLink,
  onMove,
  onBlock,
  onUnblock,
}: {
  days: readonly AgendaDay[];
  hosts: readonly AgendaHost[];
  /** The day that phones show. */
  shownDate: string;
  zone: string;
  now: Date;
  callLink: CallLink;
  onMove: (call: AgendaCall, start: Date) => void;
  onBlock: (place: BlockPlace) => void;
  onUnblock: (blocked: BlockedTime) => void;
}) {
  const agenda = useRef<HTMLDivElement>(null);
  const lanes = lanesOf(hosts, days.length);
  const [shownHost, setShownHost] = useState(hosts[0]?.id);
  const [drop, setDrop] = useState<{ call: AgendaCall; place: DropPlace } | null>(null);
  const stopLink = useLinkStop();
  const minuteOf = (instant: number) => {
    const [hour = 0, minute = 0] = timeIn(new Date(instant), zone).split(":").map(Number);
    return hour * 60 + minute;
  };
  const spans = days.flatMap(({ lanes, calls }) => [
    ...lanes.flatMap(({ open }) => open),
    ...calls.map(({ start, end }) => ({ start: start.getTime(), end: end.getTime() })),
  ]);
  const first = Math.floor(Math.min(8 * 60, ...spans.map(({ start }) => minuteOf(start))) / 60) * 60;
  const last = Math.ceil(Math.max(18 * 60, ...spans.map(({ end }) => minuteOf(end) || 1440)) / 60) * 60;
  const frame: LaneFrame = { first, last, minuteOf, zone, now, today: dateIn(now, zone) };
  const height = (last - first) * pixelsPerMinute;
  const columnWidth = () => agenda.current?.querySelector("section[data-shown]")?.getBoundingClientRect().width ?? 1;
  const sensors = useSensors(
    useSensor(MouseSensor, { activationConstraint: { distance: 6 } }),
    // A finger scrolls unless it holds still first.
    useSensor(TouchSensor, { activationConstraint: { delay: 220, tolerance: 8 } }),
    useSensor(KeyboardSensor, {
      keyboardCodes: { start: ["Space"], cancel: ["Escape"], end: ["Space", "Enter"] },
      coordinateGetter: (event, { currentCoordinates: at }) => {
        const step = steps[event.code];
        if (!step) return undefined;
        event.preventDefault();
        return {
          x: at.x + step.days * columnWidth(),
          y: at.y + step.minutes * pixelsPerMinute,
        };
      },
    }),
  );
  const find = (id: unknown) => days.flatMap(({ calls }) => calls).find((call) => call.id === id);
  const placeOf = (call: AgendaCall, delta: { x: number; y: number }): DropPlace => {
    const from = days.findIndex(({ date }) => date === dateIn(call.start, zone));
    const to = Math.min(days.length - 1, Math.max(0, from + Math.round(delta.x / columnWidth())));
    const minute = minuteOf(call.start.getTime()) + Math.round(delta.y / pixelsPerMinute / stepMinutes) * stepMinutes;
    return { date: days[to]!.date, minute: Math.min(1440 - stepMinutes, Math.max(0, minute)) };
  };
  const startOf = ({ date, minute }: DropPlace) => instantAt(days.find((day) => day.date === date)!, minute);
  const textOf = ({ call, place }: NonNullable<typeof drop>) =>
    `${call.name}: ${weekdayOf(startOf(place), zone)}, ${clockOf(startOf(place), zone)}`;
  return (
    <DndContext
      id="firm-calendar"
      sensors={sensors}
      accessibility={{
        screenReaderInstructions: {
          draggable: "To move the call, press the space bar, use the arrow keys, and press the space bar again.",
        },
        announcements: {
          onDragStart: ({ active }) => `Picked up the call with ${find(active.id)?.name ?? ""}.`,
          onDragMove: () => (drop && textOf(drop)) || undefined,
          onDragOver: () => undefined,
          onDragEnd: () => (drop ? `Asking to move ${textOf(drop)}.` : undefined),
          onDragCancel: () => "The call keeps its time.",
        },
      }}
      onDragStart={({ active }) => {
        stopLink.start();
        const call = find(active.id);
        if (call) setDrop({ call, place: placeOf(call, { x: 0, y: 0 }) });
      }}
      onDragMove={({ active, delta }) => {
        const call = find(active.id);
        if (call) setDrop({ call, place: placeOf(call, delta) });
      }}
      onDragCancel={() => {
        stopLink.end();
        setDrop(null);
      }}
      onDragEnd={({ active, delta }) => {
        stopLink.end();
        setDrop(null);
        const call = find(active.id);
        const start = call && startOf(placeOf(call, delta));
        if (call && start && start.getTime() !== call.start.getTime()) onMove(call, start);
      }}
    >
      {lanes.length > 1 && (
        // biome-ignore lint/a11y/useSemanticElements: a fieldset has a border and a legend
        <div className={css.tabs} role="group" aria-label="Host shown">
          {hosts.map(({ id, name }) => (
            <Chip key={id} data-reads pressed={id === shownHost} onClick={() => setShownHost(id)}>
              {name}
            </Chip>
          ))}
        </div>
      )}
      <div ref={agenda} className={css.agenda} data-days={days.length}>
        <svg className={css.hours} width="44" height={height + 12} aria-hidden="true">
          {hoursOf(frame).map((minute) => (
            <text key={minute} x="36" y={(minute - first) * pixelsPerMinute + 10} textAnchor="end">
              {twelveHour(`${(minute / 60) % 24}:00`).replace(":00", "")}
            </text>
          ))}
        </svg>
        {days.map((day) => (
          <section
            key={day.date}
            aria-label={isoLongWeekday(day.date)}
            className={css.column}
            data-shown={day.date === shownDate || undefined}
          >
            <h2 className={classNames(css.date, day.date === frame.today && css.today)}>{isoShortWeekday(day.date)}</h2>
            <div className={css.lanes}>
              {lanes.map((lane) => (
                <AgendaLane
                  key={lane[0].id}
                  day={day}
                  hosts={lane}
                  isAlone={lanes.length === 1}
                  isShown={lane[0].id === shownHost || lanes.length === 1}
                  frame={frame}
                  drop={
                    drop?.place.date === day.date && lane.some(({ id }) => drop.call.hostIds.includes(id)) ? drop : null
                  }
                  callLink={callLink}
                  onBlock={onBlock}
                  onUnblock={onUnblock}
                />
              ))}
            </div>
          </section>
        ))}
      </div>
    </DndContext>
  );
}

const steps: Record<string, { days: number; minutes: number }> = {
  ArrowUp: { days: 0, minutes: -stepMinutes },
  ArrowDown: { days: 0, minutes: stepMinutes },
  ArrowLeft: { days: -1, minutes: 0 },
  ArrowRight: { days: 1, minutes: 0 },
};

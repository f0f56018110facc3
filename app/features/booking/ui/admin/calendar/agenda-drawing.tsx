import { type Announcements, DndContext, MouseSensor, TouchSensor, useSensor, useSensors } from "@dnd-kit/core";
import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import type { AgendaCall } from "#app/features/booking/agenda/agenda.server.ts";
import { type AgendaDay, instantAt } from "#app/features/booking/agenda/week/agenda-days.ts";
import { dateIn, timeIn } from "#app/features/booking/zoned-time.ts";
import { clockOf, isoLongWeekday, isoShortWeekday, twelveHour, weekdayOf } from "#app/lib/dates/date-text.ts";
import { Chip } from "#app/ui/buttons/chip.tsx";
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
  const [drop, setDrop] = useState<Drop | null>(null);
  const [said, setSaid] = useState("");
  const asked = useRef<{ id: string; start: number }>(undefined);
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
  );
  const find = (id: unknown) => days.flatMap(({ calls }) => calls).find((call) => call.id === id);
  const placeAt = (day: number, minute: number): DropPlace => ({
    date: days[Math.min(days.length - 1, Math.max(0, day))]!.date,
    minute: Math.min(1440 - stepMinutes, Math.max(0, minute)),
  });
  const dayOf = (date: string) => days.findIndex((day) => day.date === date);
  const placeOf = (call: AgendaCall, delta = { x: 0, y: 0 }) =>
    placeAt(
      dayOf(dateIn(call.start, zone)) + Math.round(delta.x / columnWidth()),
      minuteOf(call.start.getTime()) + Math.round(delta.y / pixelsPerMinute / stepMinutes) * stepMinutes,
    );
  const startOf = ({ date, minute }: DropPlace) => instantAt(days[dayOf(date)]!, minute);
  const pickUp = (call: AgendaCall, byKey: boolean) => {
    setDrop({ call, place: placeOf(call), byKey });
    setSaid(`Picked up the call with ${call.name}.`);
  };
  const carry = (next: Drop) => {
    setDrop(next);
    const start = startOf(next.place);
    setSaid(`${next.call.name}: ${weekdayOf(start, zone)}, ${clockOf(start, zone)}`);
  };
  const putDown = ({ call, place }: Drop) => {
    setDrop(null);
    const start = startOf(place);
    const isMoved = start.getTime() !== call.start.getTime();
    setSaid(isMoved ? "" : keepsTime);
    if (!isMoved) return;
    asked.current = { id: call.id, start: start.getTime() };
    onMove(call, start);
  };
  const cancel = () => {
    setDrop(null);
    setSaid(keepsTime);
  };
  const carried = drop?.byKey ? drop : null;
  const onKey = (call: AgendaCall, event: KeyboardEvent) => {
    const step = steps[event.key];
    const isSpace = event.key === " ";
    // A key that is held down long must not put the call down at once, or follow its link.
    if (event.repeat && (isSpace || event.key === "Enter")) return event.preventDefault();
    if (!carried && isSpace) pickUp(call, true);
    else if (carried && step)
      carry({ ...carried, place: placeAt(dayOf(carried.place.date) + step.days, carried.place.minute + step.minutes) });
    else if (carried && (isSpace || event.key === "Enter")) putDown(carried);
    else if (carried && event.key === "Escape") cancel();
    else return;
    event.preventDefault();
  };
  // The focus stays on the call; its new place may be outside the window.
  useEffect(() => {
    if (carried) agenda.current?.querySelector("[data-drop]")?.scrollIntoView({ block: "nearest", inline: "nearest" });
  }, [carried]);
  // On another day a moved call is another link: the focus that its dialog returned would be lost.
  useEffect(() => {
    const { id, start } = asked.current ?? {};
    if (!days.some(({ calls }) => calls.some((call) => call.id === id && call.start.getTime() === start))) return;
    asked.current = undefined;
    if (document.activeElement === document.body)
      agenda.current?.querySelector<HTMLElement>(`[data-call="${id}"]`)?.focus();
  }, [days]);
  return (
    <DndContext
      id="firm-calendar"
      sensors={sensors}
      accessibility={{ announcements: silence, screenReaderInstructions: instructions }}
      onDragStart={({ active }) => {
        stopLink.start();
        const call = find(active.id);
        if (call) pickUp(call, false);
      }}
      onDragMove={({ active, delta }) => {
        const call = find(active.id);
        if (call) carry({ call, place: placeOf(call, delta), byKey: false });
      }}
      onDragCancel={() => {
        stopLink.end();
        cancel();
      }}
      onDragEnd={({ active, delta }) => {
        stopLink.end();
        const call = find(active.id);
        if (call) putDown({ call, place: placeOf(call, delta), byKey: false });
        else cancel();
      }}
    >
      <p className="vh" role="status">
        {said}
      </p>
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
                  onKey={onKey}
                  onBlur={() => carried && cancel()}
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

type Drop = { call: AgendaCall; place: DropPlace; byKey: boolean };

const steps: Record<string, { days: number; minutes: number }> = {
  ArrowUp: { days: 0, minutes: -stepMinutes },
  ArrowDown: { days: 0, minutes: stepMinutes },
  ArrowLeft: { days: -1, minutes: 0 },
  ArrowRight: { days: 1, minutes: 0 },
};

const keepsTime = "The call keeps its time.";
const instructions = {
  draggable: "To move the call, press the space bar, use the arrow keys, and press the space bar again.",
};
const nothing = () => undefined;
/** The library reads its texts one event late; the status line above says where the call is now. */
const silence: Announcements = { onDragStart: nothing, onDragOver: nothing, onDragEnd: nothing, onDragCancel: nothing };

/** Keeps the click that ends a drag from following the link of the dragged call. */
function useLinkStop() {
  const stopping = useRef<AbortController>(undefined);
  useEffect(() => () => stopping.current?.abort(), []);
  return {
    start: () => {
      stopping.current?.abort();
      stopping.current = new AbortController();
      const { signal } = stopping.current;
      window.addEventListener("click", (event) => event.preventDefault(), { capture: true, signal });
    },
    /** The click follows the release in the same turn of the event loop. */
    end: () => {
      const ended = stopping.current;
      setTimeout(() => ended?.abort());
    },
  };
}

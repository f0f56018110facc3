import type { ReactNode } from "react";
import type { AgendaDay } from "#app/features/booking/agenda/agenda.server.ts";
import { callStateLabels } from "#app/features/booking/agenda/agenda.ts";
import { dateIn, timeIn } from "#app/features/booking/zoned-time.ts";
import { clockOf, isoLongWeekday, isoShortWeekday, twelveHour } from "#app/lib/date-text.ts";
import { minuteMs } from "#app/lib/durations.ts";
import { classNames } from "#app/ui/class-names.ts";
import css from "./agenda-drawing.module.css";

const pixelsPerMinute = 1.2;

/**
 * Days of one host to scale: white when they take calls, hatched when another calendar is busy, a block for each call, a red line for
 * now. The list below has the same content.
 */
export function AgendaDrawing({
  days,
  zone,
  now,
  lanes,
  callLink,
}: {
  days: readonly AgendaDay[];
  zone: string;
  now: Date;
  /** Ids of the hosts shown side by side; omitted for the calendar of one host. */
  lanes?: readonly string[];
  callLink: (id: string, label: string, face: ReactNode) => ReactNode;
}) {
  const minuteOf = (instant: number) => {
    const [hour = 0, minute = 0] = timeIn(new Date(instant), zone).split(":").map(Number);
    return hour * 60 + minute;
  };
  const shown = days.flatMap(({ open, calls }) => [
    ...open,
    ...calls.map(({ start, end }) => ({ start: start.getTime(), end: end.getTime() })),
  ]);
  const first = Math.floor(Math.min(8 * 60, ...shown.map(({ start }) => minuteOf(start))) / 60) * 60;
  const last = Math.ceil(Math.max(18 * 60, ...shown.map(({ end }) => minuteOf(end) || 1440)) / 60) * 60;
  const height = (last - first) * pixelsPerMinute;
  const y = (minute: number) => (Math.min(last, Math.max(first, minute)) - first) * pixelsPerMinute;
  const box = ({ start, end }: { start: number; end: number }) => {
    const top = y(minuteOf(start));
    const bottom = y(minuteOf(start) + (end - start) / minuteMs);
    return { y: top, height: Math.max(0, bottom - top) };
  };
  const lane = (hostId: string) => {
    const [at, count] = [Math.max(lanes?.indexOf(hostId) ?? 0, 0), Math.max(lanes?.length ?? 1, 1)];
    return { x: `${2 + (96 / count) * at}%`, width: `${96 / count}%` };
  };
  const hours = Array.from({ length: (last - first) / 60 + 1 }, (_, index) => first + index * 60);
  const today = dateIn(now, zone);
  return (
    <div className={css.agenda} data-days={days.length}>
      <svg className={css.hours} width="44" height={height + 12} aria-hidden="true">
        {hours.map((minute) => (
          <text key={minute} x="36" y={y(minute) + 10} textAnchor="end">
            {twelveHour(`${(minute / 60) % 24}:00`).replace(":00", "")}
          </text>
        ))}
      </svg>
      {days.map((day) => (
        <section key={day.date} aria-label={isoLongWeekday(day.date)} className={css.column}>
          <h2 className={classNames(css.date, day.date === today && css.today)}>{isoShortWeekday(day.date)}</h2>
          {/* biome-ignore lint/a11y/noSvgWithoutTitle: the surrounding section is labeled; its calls are links */}
          <svg width="100%" height={height + 1} className={css.day}>
            <defs>
              <pattern id={`busy-${day.date}`} width="7" height="7" patternUnits="userSpaceOnUse">
                <path className={css.hatch} d="M0 7L7 0" />
              </pattern>
            </defs>
            <rect className={css.closed} width="100%" height={height} />
            {day.open.map((span) => (
              <rect key={span.start} className={css.open} width="100%" {...box(span)} />
            ))}
            {hours.map((minute) => (
              <line key={minute} className={css.hour} x2="100%" y1={y(minute) + 0.5} y2={y(minute) + 0.5} />
            ))}
            {day.busy.map((span) => (
              <rect key={span.start} fill={`url(#busy-${day.date})`} width="100%" {...box(span)}>
                <title>Busy in another calendar</title>
              </rect>
            ))}
            {day.calls.map((call) =>
              callLink(
                call.id,
                `${clockOf(call.start, zone)} ${call.name} ${call.title}, ${lanes ? `${call.hostName}, ` : ""}${callStateLabels[call.state]}`,
                <svg
                  className={classNames(css.call, css[call.state])}
                  {...lane(call.hostId)}
                  {...box({ start: call.start.getTime(), end: call.end.getTime() })}
                  aria-hidden="true"
                >
                  <rect width="100%" height="100%" />
                  <foreignObject width="100%" height="100%">
                    <div className={css.face}>
                      <span>{clockOf(call.start, zone)}</span> <b>{call.name}</b>{" "}
                      <span>{lanes ? call.hostName : call.title}</span>
                    </div>
                  </foreignObject>
                </svg>,
              ),
            )}
            {day.date === today && minuteOf(now.getTime()) >= first && minuteOf(now.getTime()) <= last && (
              <line className={css.now} x2="100%" y1={y(minuteOf(now.getTime()))} y2={y(minuteOf(now.getTime()))} />
            )}
          </svg>
        </section>
      ))}
    </div>
  );
}

import { useDraggable } from "@dnd-kit/core";
import type { MouseEvent, ReactNode } from "react";
import type { AgendaCall } from "#app/features/booking/agenda/agenda.server.ts";
import { callStateLabels } from "#app/features/booking/agenda/agenda.ts";
import type { AgendaDay } from "#app/features/booking/agenda/week/agenda-days.ts";
import { clockOf, weekdayOf } from "#app/lib/date-text.ts";
import { minuteMs } from "#app/lib/durations.ts";
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
  pixelsPerMinute,
  stepMinutes,
} from "./agenda-frame.ts";

/** One host on one day. */
export function AgendaLane({
  day,
  host,
  isAlone,
  isShown,
  frame,
  drop,
  callLink,
  onBlock,
  onUnblock,
}: {
  day: AgendaDay;
  host: AgendaHost;
  isAlone: boolean;
  /** On phones. */
  isShown: boolean;
  frame: LaneFrame;
  drop: { call: AgendaCall; place: DropPlace } | null;
  callLink: CallLink;
  onBlock: (place: BlockPlace) => void;
  onUnblock: (blocked: BlockedTime) => void;
}) {
  const { first, last, minuteOf, zone, now, today } = frame;
  const height = (last - first) * pixelsPerMinute;
  const y = (minute: number) => (Math.min(last, Math.max(first, minute)) - first) * pixelsPerMinute;
  const box = ({ start, end }: { start: number; end: number }) => {
    const top = y(minuteOf(start));
    const bottom = y(minuteOf(start) + (end - start) / minuteMs);
    return { y: top, height: Math.max(0, bottom - top) };
  };
  const lane = day.lanes.find(({ hostId }) => hostId === host.id);
  const nowMinute = minuteOf(now.getTime());
  const block = (event: MouseEvent<SVGSVGElement>) => {
    // What a role may not change it does not see (shell/admin/changes.tsx).
    if ((event.target as Element).closest("a, button, [data-changes=no]")) return;
    const minute = first + (event.clientY - event.currentTarget.getBoundingClientRect().top) / pixelsPerMinute;
    onBlock({ hostId: host.id, date: day.date, minute: Math.floor(minute / stepMinutes) * stepMinutes });
  };
  return (
    <div className={css.lane} data-shown={isShown || undefined}>
      {!isAlone && (
        <p className={css.laneHost} title={host.name}>
          {host.name}
        </p>
      )}
      {/* biome-ignore lint/a11y/noSvgWithoutTitle: the surrounding section is labeled; its calls are links */}
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: keyboards use the button “Block a time” */}
      <svg width="100%" height={height + 1} className={css.day} onClick={block}>
        <defs>
          <pattern id={`busy-${day.date}-${host.id}`} width="7" height="7" patternUnits="userSpaceOnUse">
            <path className={css.hatch} d="M0 7L7 0" />
          </pattern>
        </defs>
        <rect className={css.closed} width="100%" height={height} />
        {lane?.open.map((span) => (
          <rect key={span.start} className={css.open} width="100%" {...box(span)} />
        ))}
        {hoursOf(frame).map((minute) => (
          <line key={minute} className={css.hour} x2="100%" y1={y(minute) + 0.5} y2={y(minute) + 0.5} />
        ))}
        {lane?.busy.map((span) => (
          <rect key={span.start} fill={`url(#busy-${day.date}-${host.id})`} width="100%" {...box(span)}>
            <title>Busy in another calendar</title>
          </rect>
        ))}
        {lane?.blocked.map(({ id, start, end }) => {
          const [from, to] = [new Date(start), new Date(end)];
          return (
            <g key={id}>
              <rect className={css.blockedFace} x="2%" width="96%" {...box({ start, end })} />
              <foreignObject x="2%" width="96%" {...box({ start, end })}>
                <button
                  type="button"
                  className={css.blocked}
                  aria-label={`Blocked ${weekdayOf(from, zone)}, ${clockOf(from, zone)} to ${clockOf(to, zone)}, ${host.name}: remove`}
                  onClick={() => onUnblock({ id, start: from, end: to, hostName: host.name })}
                >
                  Blocked
                </button>
              </foreignObject>
            </g>
          );
        })}
        {day.calls
          .filter(({ hostIds }) => hostIds.includes(host.id))
          .map((call) => (
            <Call
              key={call.id}
              call={call}
              isCopy={!isAlone && call.hostId !== host.id}
              // Begins with what is shown.
              label={
                isAlone
                  ? `${clockOf(call.start, zone)} ${call.name} ${call.title}, ${callStateLabels[call.state]}`
                  : `${call.name} ${clockOf(call.start, zone)} ${call.title}, ${call.hostName}, ${callStateLabels[call.state]}`
              }
              face={
                <svg
                  className={classNames(css.call, css[call.state])}
                  x="2%"
                  width="96%"
                  {...box({ start: call.start.getTime(), end: call.end.getTime() })}
                  aria-hidden="true"
                >
                  <rect width="100%" height="100%" />
                  <foreignObject width="100%" height="100%">
                    <div className={css.face}>
                      {isAlone && <span>{clockOf(call.start, zone)}</span>} <b>{call.name}</b>{" "}
                      <span>{isAlone ? call.title : clockOf(call.start, zone)}</span>
                    </div>
                  </foreignObject>
                </svg>
              }
              callLink={callLink}
            />
          ))}
        {drop && (
          <rect
            className={css.drop}
            x="2%"
            width="96%"
            y={y(drop.place.minute)}
            height={((drop.call.end.getTime() - drop.call.start.getTime()) / minuteMs) * pixelsPerMinute}
          />
        )}
        {day.date === today && nowMinute >= first && nowMinute <= last && (
          <line className={css.now} x2="100%" y1={y(nowMinute)} y2={y(nowMinute)} />
        )}
      </svg>
    </div>
  );
}

/** A call in the lane of its first host is a link, in those of the others a copy. */
function Call({
  call,
  isCopy,
  label,
  face,
  callLink,
}: {
  call: AgendaCall;
  isCopy: boolean;
  label: string;
  face: ReactNode;
  callLink: CallLink;
}) {
  const canMove = call.state === "upcoming" && call.source === "own" && !isCopy;
  const { attributes, listeners, setNodeRef } = useDraggable({
    id: isCopy ? `copy-${call.id}` : call.id,
    disabled: !canMove,
  });
  if (isCopy) return face;
  const { "aria-describedby": describedBy, "aria-roledescription": role } = attributes;
  const drag = canMove
    ? { ref: setNodeRef, ...listeners, "aria-describedby": describedBy, "aria-roledescription": role }
    : {};
  return callLink(call, { label, face, drag });
}

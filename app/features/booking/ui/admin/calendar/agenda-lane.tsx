import { useDraggable } from "@dnd-kit/core";
import type { KeyboardEvent, MouseEvent, ReactNode } from "react";
import type { AgendaCall } from "#app/features/booking/agenda/agenda.server.ts";
import { callStateLabels } from "#app/features/booking/agenda/agenda.ts";
import type { AgendaDay } from "#app/features/booking/agenda/week/agenda-days.ts";
import { clockOf, weekdayOf } from "#app/lib/dates/date-text.ts";
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
import { allBusy, packed } from "./shared-lane.ts";

/** One host on one day, or all of them. */
export function AgendaLane({
  day,
  hosts,
  isAlone,
  isShown,
  frame,
  drop,
  callLink,
  onKey,
  onBlur,
  onBlock,
  onUnblock,
}: {
  day: AgendaDay;
  hosts: readonly [AgendaHost, ...AgendaHost[]];
  /** The only lane of the day. */
  isAlone: boolean;
  /** On phones. */
  isShown: boolean;
  frame: LaneFrame;
  drop: { call: AgendaCall; place: DropPlace } | null;
  callLink: CallLink;
  /** A key on a call that can be moved, and its loss of focus. */
  onKey: (call: AgendaCall, event: KeyboardEvent) => void;
  onBlur: () => void;
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
  const [host] = hosts;
  const isShared = hosts.length > 1;
  const isHere = (id: string) => hosts.some((each) => each.id === id);
  const nameOf = (id: string) => hosts.find((each) => each.id === id)?.name ?? "";
  const lanes = day.lanes.filter(({ hostId }) => isHere(hostId));
  const calls = day.calls.filter(({ hostIds }) => hostIds.some(isHere));
  const blocked = lanes.flatMap((lane) => lane.blocked.map((time) => ({ ...time, hostName: nameOf(lane.hostId) })));
  const places = packed([...calls.map(spanOfCall), ...blocked]);
  const across = (index: number) => {
    const { column, columns } = places[index]!;
    const width = 96 / columns;
    return { x: `${2 + column * width}%`, width: `${width - (column < columns - 1 ? 1 : 0)}%` };
  };
  const nowMinute = minuteOf(now.getTime());
  const block = (event: MouseEvent<SVGSVGElement>) => {
    // What a role may not change it does not see (shell/admin/changes.tsx).
    if ((event.target as Element).closest("a, button, [data-changes=no]")) return;
    const minute = first + (event.clientY - event.currentTarget.getBoundingClientRect().top) / pixelsPerMinute;
    onBlock({
      hostId: isShared ? "" : host.id,
      date: day.date,
      minute: Math.floor(minute / stepMinutes) * stepMinutes,
    });
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
        {lanes.flatMap(({ hostId, open }) =>
          open.map((span) => <rect key={`${hostId}-${span.start}`} className={css.open} width="100%" {...box(span)} />),
        )}
        {hoursOf(frame).map((minute) => (
          <line key={minute} className={css.hour} x2="100%" y1={y(minute) + 0.5} y2={y(minute) + 0.5} />
        ))}
        {(isShared ? allBusy(lanes) : (lanes[0]?.busy ?? [])).map((span) => (
          <rect key={span.start} fill={`url(#busy-${day.date}-${host.id})`} width="100%" {...box(span)}>
            <title>Busy in another calendar</title>
          </rect>
        ))}
        {blocked.map(({ id, start, end, hostName }, index) => {
          const [from, to] = [new Date(start), new Date(end)];
          const at = { ...across(calls.length + index), ...box({ start, end }) };
          return (
            <g key={id}>
              <rect className={css.blockedFace} {...at} />
              <foreignObject {...at}>
                <button
                  type="button"
                  className={css.blocked}
                  aria-label={`Blocked ${isShared ? `${hostName} ` : ""}${weekdayOf(from, zone)}, ${clockOf(from, zone)} to ${clockOf(to, zone)}, ${hostName}: remove`}
                  onClick={() => onUnblock({ id, start: from, end: to, hostName })}
                >
                  Blocked {isShared && <span>{hostName}</span>}
                </button>
              </foreignObject>
            </g>
          );
        })}
        {calls.map((call, index) => {
          const { start, name, title, hostName, state } = call;
          const clock = clockOf(start, zone);
          const [before, after, rest] = isShared
            ? [[], [call.hostIds.filter(isHere).map(nameOf).join(", "), clock], ` ${title}`]
            : isAlone
              ? [[clock], [title], ""]
              : [[], [clock], ` ${title}, ${hostName}`];
          const shown = [...before, name, ...after];
          return (
            <Call
              key={call.id}
              call={call}
              isCopy={!isAlone && !isHere(call.hostId)}
              // Begins with what is shown.
              label={`${shown.join(" ")}${rest}, ${callStateLabels[state]}`}
              face={
                <svg
                  className={classNames(css.call, css[state])}
                  {...across(index)}
                  {...box(spanOfCall(call))}
                  aria-hidden="true"
                >
                  <rect width="100%" height="100%" />
                  <foreignObject width="100%" height="100%">
                    <div className={css.face} title={shown.join(" ")}>
                      {before.map((part) => (
                        <span key={part}>{part} </span>
                      ))}
                      <b>{name}</b>
                      {after.map((part) => (
                        <span key={part}> {part}</span>
                      ))}
                    </div>
                  </foreignObject>
                </svg>
              }
              callLink={callLink}
              onKey={onKey}
              onBlur={onBlur}
            />
          );
        })}
        {drop && (
          <rect
            className={css.drop}
            data-drop
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

const spanOfCall = ({ start, end }: AgendaCall) => ({ start: start.getTime(), end: end.getTime() });

/** A call in the lane of its first host is a link, in those of the others a copy. */
function Call({
  call,
  isCopy,
  label,
  face,
  callLink,
  onKey,
  onBlur,
}: {
  call: AgendaCall;
  isCopy: boolean;
  label: string;
  face: ReactNode;
  callLink: CallLink;
  onKey: (call: AgendaCall, event: KeyboardEvent) => void;
  onBlur: () => void;
}) {
  const canMove = call.state === "upcoming" && call.source === "own" && !isCopy;
  const { attributes, listeners, setNodeRef } = useDraggable({
    id: isCopy ? `copy-${call.id}` : call.id,
    disabled: !canMove,
  });
  if (isCopy) return face;
  const { "aria-describedby": describedBy, "aria-roledescription": role } = attributes;
  const drag = canMove
    ? {
        "data-call": call.id,
        ...{ ref: setNodeRef, ...listeners, "aria-describedby": describedBy, "aria-roledescription": role },
        ...{ onKeyDown: (event: KeyboardEvent) => onKey(call, event), onBlur },
      }
    : {};
  return callLink(call, { label, face, drag });
}

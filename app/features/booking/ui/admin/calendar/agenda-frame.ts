import type { ReactNode } from "react";
import type { AgendaCall } from "#app/features/booking/agenda/agenda.server.ts";

export const pixelsPerMinute = 1.2;

/** Dragged calls and blocked times snap to it. */
export const stepMinutes = 15;

export type AgendaHost = { id: string; name: string };

/** Two lanes per day are wide enough for names. */
const maxLanesInWeek = 2;

/** The hosts of each lane of a day. */
export const lanesOf = (hosts: readonly AgendaHost[], days: number): [AgendaHost, ...AgendaHost[]][] => {
  const [first, ...others] = hosts;
  if (!first) return [];
  return days > 1 && hosts.length > maxLanesInWeek ? [[first, ...others]] : hosts.map((host) => [host]);
};

export type BlockedTime = { id: string; start: Date; end: Date; hostName: string };
/** `hostId`: empty where several hosts are shown, so that none is blocked by mistake. */
export type BlockPlace = { hostId: string; date: string; minute: number };

/** Where a dragged call would start. */
export type DropPlace = { date: string; minute: number };

/** `first` and `last`: the minutes of the day that are drawn. */
export type LaneFrame = {
  first: number;
  last: number;
  minuteOf: (instant: number) => number;
  zone: string;
  now: Date;
  today: string;
};

export type CallLink = (
  call: AgendaCall,
  props: { label: string; face: ReactNode; drag: Record<string, unknown> },
) => ReactNode;

export const hoursOf = ({ first, last }: Pick<LaneFrame, "first" | "last">): number[] =>
  Array.from({ length: (last - first) / 60 + 1 }, (_, index) => first + index * 60);

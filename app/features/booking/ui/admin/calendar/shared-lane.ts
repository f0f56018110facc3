import type { AgendaLane } from "#app/features/booking/agenda/week/agenda-days.ts";
import type { Span } from "#app/features/booking/availability/open-hours.ts";

/* Several hosts in one lane of the week. */

/** Places spans that overlap side by side: the column of each, and how many columns share its width. In the order given. */
export function packed(spans: readonly Span[]): { column: number; columns: number }[] {
  const places = spans.map(() => ({ column: 0, columns: 1 }));
  const order = spans.map((_, index) => index).toSorted((a, b) => spans[a]!.start - spans[b]!.start || a - b);
  let group: number[] = [];
  let ends: number[] = [];
  const close = () => {
    for (const index of group) places[index]!.columns = ends.length;
    group = [];
    ends = [];
  };
  for (const index of order) {
    const { start, end } = spans[index]!;
    if (ends.every((used) => used <= start)) close();
    const free = ends.findIndex((used) => used <= start);
    const column = free >= 0 ? free : ends.length;
    ends[column] = end;
    places[index]!.column = column;
    group.push(index);
  }
  close();
  return places;
}

/** Times in which every host who takes calls is busy in another calendar. */
export function allBusy(lanes: readonly Pick<AgendaLane, "open" | "busy">[]): Span[] {
  const edges = [
    ...new Set(lanes.flatMap(({ open, busy }) => [...open, ...busy].flatMap(({ start, end }) => [start, end]))),
  ];
  edges.sort((a, b) => a - b);
  const spans: Span[] = [];
  const holds = (all: readonly Span[], at: number) => all.some(({ start, end }) => start <= at && at < end);
  for (const [index, start] of edges.entries()) {
    const end = edges[index + 1];
    const open = lanes.filter((lane) => holds(lane.open, start));
    if (end === undefined || open.length === 0 || !open.every(({ busy }) => holds(busy, start))) continue;
    const last = spans.at(-1);
    if (last?.end === start) last.end = end;
    else spans.push({ start, end });
  }
  return spans;
}

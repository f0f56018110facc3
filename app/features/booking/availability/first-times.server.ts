import { addDays } from "#app/lib/dates/calendar-dates.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { EventType } from "../booking.ts";
import type { FirstTimesProps } from "../ui/widget/first-times.tsx";
import { dateIn, timeIn } from "../zoned-time.ts";
import { listSlots, publicFacts, zoneOf } from "./calendar.server.ts";
import { localDate } from "./open-hours.ts";
import { findSchedule } from "./schedule.server.ts";

const lookAheadDays = 21;
const shownDays = 6;
const shownTimes = 4;

/**
 * Lists the next free slots of an event type: the first days that have any, with a few slots spread over each day, in the hosts' time
 * zone, because the visitor's is unknown when the page is rendered. Null for an unknown event type.
 */
export async function listFirstTimes(
  ctx: Ctx,
  slug: string,
): Promise<{ kind: EventType; times: FirstTimesProps } | null> {
  const schedule = await findSchedule(ctx, { slug });
  if (!schedule) return null;
  const zone = zoneOf(schedule);
  const from = localDate(ctx.now.getTime(), zone);
  const span = { from, to: addDays(from, lookAheadDays), timezone: zone };
  const slots = await listSlots(ctx, { eventType: slug, ...span }, schedule);
  const byDate = Map.groupBy(slots.ok ? slots.value : [], ({ start }) => dateIn(start, zone));
  const days = [...byDate].slice(0, shownDays).map(([date, free]) => ({
    date,
    times: spread(free, shownTimes).map(({ start }) => ({ start: start.toISOString(), time: timeIn(start, zone) })),
    more: Math.max(0, free.length - shownTimes),
  }));
  const most = Math.max(0, ...[...byDate.values()].map(({ length }) => length));
  return { kind: publicFacts(schedule), times: { path: `/schedule/${slug}`, zone, days, most } };
}

const spread = <Item>(items: readonly Item[], count: number): Item[] =>
  items.length <= count
    ? [...items]
    : Array.from({ length: count }, (_, index) => items[Math.round((index * (items.length - 1)) / (count - 1))]!);

import { eq } from "drizzle-orm";
import { ok, type Result, refuse } from "../../lib/result.ts";
import type { Ctx } from "../../platform/context.server.ts";
import { visitorEntry } from "./booked-call.server.ts";
import type { CallDetails, EventType, SlotQuery, SlotsRefusal } from "./booking.ts";
import { calendarFile } from "./calendar-file.server.ts";
import { hashManageToken } from "./manage-token.server.ts";
import { addMonths, isMonth, monthOf, spanOf } from "./month.ts";
import { addDays, localDate, startOfDate } from "./open-hours.ts";
import { findSchedule, type Schedule, slotQuestion } from "./schedule.server.ts";
import { slotSpan } from "./slot-span.ts";
import { freeSlots, type Slot } from "./slots.ts";
import { booking, bookingChange, eventType, host } from "./tables.server.ts";
import type { TimeRange } from "./time-range.server.ts";

/** A kind of call that is offered, by its slug; null when there is none. */
export async function findEventType(ctx: Ctx, slug: string): Promise<EventType | null> {
  const schedule = await findSchedule(ctx, { slug });
  return schedule && publicFacts(schedule);
}

/**
 * The free times of a kind of call that start in the span asked about; without a zone, dates are the host's. With the token of
 * a booked call its own time counts as free: it is about to move. Refusals: unknown_event_type, range_backwards,
 * range_too_long (more than 62 days).
 */
export async function listSlots(
  ctx: Ctx,
  query: SlotQuery & { eventType: string },
): Promise<Result<Slot[], SlotsRefusal>> {
  const schedule = await findSchedule(ctx, { slug: query.eventType });
  if (!schedule) return refuse("unknown_event_type");
  const asked = slotSpan(query, query.timezone ?? schedule.host.timezone);
  if (!asked.ok) return asked;
  const moved = query.moving ? await findRow(ctx, query.moving) : undefined;
  const span = clip(ctx, schedule, asked.value);
  if (span.start >= span.end) return ok([]);
  return ok(freeSlots(await slotQuestion(ctx, schedule, span, moved?.booking.id)));
}

/** The first page of the scheduler: a month, the starts (milliseconds) around it, and the last instant one can book for. */
export type ShownMonth = { month: string; starts: number[]; until: Date };

/**
 * What the scheduler shows first: the month asked for if times can be free in it, else the first month with a free time,
 * else this month. Months are the host's. Refusal: unknown_event_type.
 */
export async function findMonth(
  ctx: Ctx,
  { eventType: slug, month: asked, moving }: { eventType: string; month: string | null; moving?: string | undefined },
): Promise<Result<ShownMonth, "unknown_event_type">> {
  const schedule = await findSchedule(ctx, { slug });
  if (!schedule) return refuse("unknown_event_type");
  const { timezone } = schedule.host;
  const today = localDate(ctx.now.getTime(), timezone);
  const lastDate = addDays(today, schedule.rules.horizonDays);
  const until = new Date(startOfDate(addDays(lastDate, 1), timezone) - 1);

  const startsAround = async (month: string) => {
    const slots = await listSlots(ctx, { eventType: slug, ...spanOf(month), timezone: "UTC", moving });
    return slots.ok ? slots.value.map(({ start }) => start.getTime()) : [];
  };
  // A day beyond either end: in another zone it may be another month already, or still.
  const wanted =
    asked && isMonth(asked) && asked >= monthOf(addDays(today, -1)) && asked <= monthOf(addDays(lastDate, 1));
  if (wanted) return ok({ month: asked, starts: await startsAround(asked), until });
  const first = monthOf(today);
  for (let month = first; month <= monthOf(lastDate); month = addMonths(month, 1)) {
    const starts = await startsAround(month);
    if (starts.some((start) => monthOf(localDate(start, timezone)) === month)) return ok({ month, starts, until });
  }
  return ok({ month: first, starts: [], until });
}

/** Nothing is free in the past or beyond the horizon, so nothing need be read about it. */
function clip(ctx: Ctx, { rules }: Schedule, asked: TimeRange): TimeRange {
  const furthest = ctx.now.getTime() + (rules.horizonDays + 2) * 86_400_000;
  return {
    start: new Date(Math.max(asked.start.getTime(), ctx.now.getTime())),
    end: new Date(Math.min(asked.end.getTime(), furthest)),
  };
}

/** The call of a manage link, or null: a wrong link tells nothing. */
export async function findCall(ctx: Ctx, token: string): Promise<CallDetails | null> {
  const row = await findRow(ctx, token);
  if (!row) return null;
  const { booking: call, kind, host: by } = row;
  return {
    uid: call.uid,
    kind: publicFacts({ kind, host: by }),
    ...call.during,
    status: call.status,
    hasStarted: call.during.start <= ctx.now,
    name: call.name,
    email: call.email,
    timezone: call.timezone,
    notes: call.notes,
    hostEmail: by.email,
    meetingUrl: by.meetingUrl,
    cancellationReason: call.cancellationReason ?? "",
  };
}

/** The calendar file of a manage link, to download: the call as it is now, or its cancellation. Null for a wrong link. */
export async function findCalendarFile(ctx: Ctx, token: string): Promise<string | null> {
  const row = await findRow(ctx, token);
  if (!row) return null;
  const changes = await ctx.db
    .select({ at: bookingChange.at })
    .from(bookingChange)
    .where(eq(bookingChange.bookingId, row.booking.id))
    .orderBy(bookingChange.at);
  const changedAt = changes.at(-1)?.at ?? row.booking.createdAt;
  const method = row.booking.status === "cancelled" ? "cancel" : "publish";
  return calendarFile(visitorEntry({ ...row, token }, changedAt), method);
}

async function findRow(ctx: Ctx, token: string) {
  const [row] = await ctx.db
    .select({ booking, kind: eventType, host })
    .from(booking)
    .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
    .innerJoin(host, eq(host.id, booking.hostId))
    .where(eq(booking.manageTokenHash, hashManageToken(token)));
  return row;
}

const publicFacts = ({ kind, host: by }: Pick<Schedule, "kind" | "host">): EventType => ({
  slug: kind.slug,
  title: kind.title,
  description: kind.description,
  durationMinutes: kind.durationMinutes,
  hostName: by.name,
  hostTimezone: by.timezone,
});

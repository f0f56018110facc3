import { and, eq, gte, lte, ne, sql } from "drizzle-orm";
import { Temporal } from "temporal-polyfill";
import { isFederalHoliday } from "../../lib/business-days.ts";
import type { Ctx } from "../../platform/context.server.ts";
import type { CallRules, SlotQuestion, TakenTime, WorkingHours } from "./slots.ts";
import { availability, booking, dateOverride, eventType, host } from "./tables.server.ts";
import { rangeText, type TimeRange } from "./time-range.server.ts";

export type EventTypeRow = typeof eventType.$inferSelect;
export type HostRow = typeof host.$inferSelect;

/** A kind of call with who takes it and when: what slots.ts needs besides the calls already booked. */
export type Schedule = { kind: EventTypeRow; host: HostRow; rules: CallRules; hours: WorkingHours };

/** By slug, only while it is offered; by id, always: a call that was booked can be moved even so. */
export async function findSchedule(ctx: Ctx, by: { slug: string } | { eventTypeId: string }): Promise<Schedule | null> {
  const [row] = await ctx.db
    .select({ kind: eventType, host })
    .from(eventType)
    .innerJoin(host, eq(host.id, eventType.hostId))
    .where("slug" in by ? and(eq(eventType.slug, by.slug), eventType.active) : eq(eventType.id, by.eventTypeId));
  if (!row) return null;
  const { kind } = row;
  return { kind, host: row.host, rules: kind, hours: await readHours(ctx, row.host, kind.horizonDays) };
}

async function readHours(
  ctx: Ctx,
  { id, timezone, observesHolidays }: HostRow,
  horizonDays: number,
): Promise<WorkingHours> {
  const today = Temporal.Instant.fromEpochMilliseconds(ctx.now.getTime()).toZonedDateTimeISO(timezone).toPlainDate();
  const last = today.add({ days: horizonDays + 1 });
  const weekly = await ctx.db.select().from(availability).where(eq(availability.hostId, id));
  const overrides = await ctx.db
    .select()
    .from(dateOverride)
    .where(
      and(
        eq(dateOverride.hostId, id),
        gte(dateOverride.date, today.toString()),
        lte(dateOverride.date, last.toString()),
      ),
    );
  return {
    timezone,
    weekly,
    overrides,
    isHoliday: (date) => observesHolidays && isFederalHoliday(Temporal.PlainDate.from(date)),
  };
}

const marginMs = 2 * 86_400_000;

/**
 * The confirmed calls of the schedule's host that bear on a span of time: two days more on either side, because buffers reach
 * over its ends and a daily cap counts whole local days, which may have 25 hours. `except` leaves one call out: the one that is about to move.
 */
export async function readTaken(
  ctx: Ctx,
  { host: { id }, kind }: Schedule,
  span: TimeRange,
  except?: string,
): Promise<TakenTime[]> {
  const wider = { start: new Date(span.start.getTime() - marginMs), end: new Date(span.end.getTime() + marginMs) };
  const rows = await ctx.db
    .select({ during: booking.during, blocked: booking.blocked, eventTypeId: booking.eventTypeId })
    .from(booking)
    .where(
      and(
        eq(booking.hostId, id),
        eq(booking.status, "confirmed"),
        sql`${booking.blocked} && ${rangeText(wider)}::tstzrange`,
        except ? ne(booking.id, except) : undefined,
      ),
    );
  return rows.map(({ during, blocked, eventTypeId }) => ({
    start: during.start,
    blocked,
    sameKind: eventTypeId === kind.id,
  }));
}

/** Puts the question of slots.ts together for a span of time. */
export async function slotQuestion(
  ctx: Ctx,
  schedule: Schedule,
  span: TimeRange,
  except?: string,
): Promise<SlotQuestion> {
  const { rules, hours } = schedule;
  return {
    rules,
    hours,
    taken: await readTaken(ctx, schedule, span, except),
    now: ctx.now,
    from: span.start,
    to: span.end,
  };
}

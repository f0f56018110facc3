import { and, eq, gt, gte, inArray, lte, ne, sql } from "drizzle-orm";
import { Temporal } from "temporal-polyfill";
import { isFederalHoliday } from "#app/lib/business-days.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { hashToken } from "../bookings/manage-token.server.ts";
import { availability, booking, busyTime, dateOverride, eventType, host, hosting, slotHold } from "../tables.server.ts";
import { rangeText, type TimeRange } from "../time-range.server.ts";
import type { CallRules, SlotQuestion, TakenTime, WorkingHours } from "./slots.ts";

export type EventTypeRow = typeof eventType.$inferSelect;
export type HostRow = typeof host.$inferSelect;

/** A host with the hours in which they take calls. */
export type HostHours = { host: HostRow; hours: WorkingHours };

/** A kind of call with who takes it and when: what slots.ts needs besides the times already taken. Hosts in a fixed order. */
export type Schedule = { kind: EventTypeRow; rules: CallRules; hosts: readonly HostHours[] };

/** What does not stand in the way: the call that is about to move, and the visitor's own hold. */
export type Except = { bookingId?: string | undefined; hold?: string | undefined };

/**
 * By slug: a kind that is offered, with every host who takes new calls. By booking: its kind and its own host, whether or not
 * either still is offered, because a call that was booked can be moved and stays with whom it was booked.
 */
export async function findSchedule(
  ctx: Ctx,
  by: { slug: string } | { eventTypeId: string; hostId: string },
): Promise<Schedule | null> {
  const rows = await ("slug" in by
    ? ctx.db
        .select({ kind: eventType, host })
        .from(eventType)
        .innerJoin(hosting, eq(hosting.eventTypeId, eventType.id))
        .innerJoin(host, and(eq(host.id, hosting.hostId), host.active))
        .where(and(eq(eventType.slug, by.slug), eventType.active))
        .orderBy(host.createdAt, host.id)
    : ctx.db
        .select({ kind: eventType, host })
        .from(eventType)
        .innerJoin(host, eq(host.id, by.hostId))
        .where(eq(eventType.id, by.eventTypeId)));
  const [first] = rows;
  if (!first) return null;
  const { kind } = first;
  const hosts = rows.map((row) => row.host);
  return { kind, rules: kind, hosts: await readHours(ctx, hosts, kind.horizonDays) };
}

function readHours(ctx: Ctx, hosts: readonly HostRow[], horizonDays: number): Promise<HostHours[]> {
  const today = Temporal.Instant.fromEpochMilliseconds(ctx.now.getTime()).toZonedDateTimeISO("UTC").toPlainDate();
  // A day more on either side, whatever the zone of a host says the date is.
  return readWorkingHours(ctx, hosts, {
    first: today.subtract({ days: 1 }).toString(),
    last: today.add({ days: horizonDays + 2 }).toString(),
  });
}

/** When these hosts take calls, with what holds on single dates between two ISO dates. */
export async function readWorkingHours(
  ctx: Ctx,
  hosts: readonly HostRow[],
  { first, last }: { first: string; last: string },
): Promise<HostHours[]> {
  const ids = hosts.map(({ id }) => id);
  const weekly = await ctx.db.select().from(availability).where(inArray(availability.hostId, ids));
  const overrides = await ctx.db
    .select()
    .from(dateOverride)
    .where(and(inArray(dateOverride.hostId, ids), gte(dateOverride.date, first), lte(dateOverride.date, last)));
  return hosts.map((row) => ({
    host: row,
    hours: {
      timezone: row.timezone,
      weekly: weekly.filter(({ hostId }) => hostId === row.id),
      overrides: overrides.filter(({ hostId }) => hostId === row.id),
      isHoliday: (date) => row.observesHolidays && isFederalHoliday(Temporal.PlainDate.from(date)),
    },
  }));
}

const marginMs = 2 * 86_400_000;

/**
 * What the hosts of a schedule cannot be asked for around a span of time: confirmed calls, slots held for others, and busy times
 * of their own calendars. Two days more on either side, because buffers reach over the ends and a daily cap counts whole
 * local days, which may have 25 hours.
 */
async function readTaken(
  ctx: Ctx,
  { hosts, kind }: Schedule,
  span: TimeRange,
  except: Except,
): Promise<ReadonlyMap<string, TakenTime[]>> {
  const ids = hosts.map(({ host: { id } }) => id);
  const wider = rangeText({
    start: new Date(span.start.getTime() - marginMs),
    end: new Date(span.end.getTime() + marginMs),
  });
  const calls = await ctx.db
    .select({ hostId: booking.hostId, during: booking.during, blocked: booking.blocked, kindId: booking.eventTypeId })
    .from(booking)
    .where(
      and(
        inArray(booking.hostId, ids),
        eq(booking.status, "confirmed"),
        sql`${booking.blocked} && ${wider}::tstzrange`,
        except.bookingId ? ne(booking.id, except.bookingId) : undefined,
      ),
    );
  const holds = await ctx.db
    .select({ hostId: slotHold.hostId, startsAt: slotHold.startsAt, blocked: slotHold.blocked })
    .from(slotHold)
    .where(
      and(
        inArray(slotHold.hostId, ids),
        gt(slotHold.expiresAt, ctx.now),
        sql`${slotHold.blocked} && ${wider}::tstzrange`,
        except.hold ? ne(slotHold.tokenHash, hashToken(except.hold)) : undefined,
      ),
    );
  const busy = await ctx.db
    .select({ hostId: busyTime.hostId, during: busyTime.during })
    .from(busyTime)
    .where(and(inArray(busyTime.hostId, ids), sql`${busyTime.during} && ${wider}::tstzrange`));

  const taken = new Map<string, TakenTime[]>(ids.map((id) => [id, []]));
  for (const { hostId, during, blocked, kindId } of calls)
    taken.get(hostId)?.push({ start: during.start, blocked, sameKind: kindId === kind.id });
  for (const { hostId, startsAt, blocked } of holds)
    taken.get(hostId)?.push({ start: startsAt, blocked, sameKind: false });
  for (const { hostId, during } of busy)
    taken.get(hostId)?.push({ start: during.start, blocked: during, sameKind: false });
  return taken;
}

/** Puts the question of slots.ts together for a span of time, once for each host. */
export async function slotQuestions(
  ctx: Ctx,
  schedule: Schedule,
  span: TimeRange,
  except: Except = {},
): Promise<{ host: HostRow; question: SlotQuestion }[]> {
  const taken = await readTaken(ctx, schedule, span, except);
  return schedule.hosts.map(({ host: by, hours }) => ({
    host: by,
    question: {
      rules: schedule.rules,
      hours,
      taken: taken.get(by.id) ?? [],
      now: ctx.now,
      from: span.start,
      to: span.end,
    },
  }));
}

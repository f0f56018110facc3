import { and, eq, gt, inArray, ne, or, type SQL, type SQLWrapper, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { Temporal } from "temporal-polyfill";
import { isHoliday } from "#app/lib/dates/business-days.ts";
import { dayMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { hashToken } from "#app/platform/secrets/hashes.server.ts";
import {
  availability,
  blockedTime,
  booking,
  bookingCohost,
  busyTime,
  calendarBusy,
  dateOverride,
  eventType,
  host,
  hosting,
  slotHold,
} from "../tables.server.ts";
import type { CallRules, SlotQuestion, TakenTime, WorkingHours } from "./slots.ts";
import { rangeText, type TimeRange } from "./time-range.server.ts";

export type EventTypeRow = typeof eventType.$inferSelect;
export type HostRow = typeof host.$inferSelect;

/**
 * `weight`: the host's share of an event type's calls. `hasCalendars`: connected calendars are read before the host's times are shown
 * or booked.
 */
export type HostHours = { host: HostRow; hours: WorkingHours; weight: number; hasCalendars: boolean };

/** An event type with its hosts and their hours: the input of slots.ts except for taken times. Hosts have a fixed order. */
export type Schedule = {
  kind: EventTypeRow;
  rules: CallRules;
  hosts: readonly HostHours[];
  /** A call takes all of the hosts; otherwise one of them. */
  needsAll: boolean;
};

export const calendarHosts = ({ hosts }: Schedule): string[] =>
  hosts.filter(({ hasCalendars }) => hasCalendars).map(({ host: { id } }) => id);

/** Conflicts to ignore: the call that is being moved, the visitor's own hold, and calendars that cannot be read. */
export type IgnoredConflicts = { bookingId?: string | undefined; hold?: string | undefined; unread?: boolean };

/**
 * Reads a schedule in one statement. By slug: an active event type with every host who takes new calls, or with the one that the
 * invitee chose (`chosen`) where they may choose. By booking: its event type and hosts, the main one first, even if inactive, because a
 * booked call can be moved and keeps its hosts.
 */
export async function findSchedule(
  ctx: Ctx,
  by: { slug: string; chosen?: string | undefined } | { id: string; eventTypeId: string; hostId: string },
): Promise<Schedule | null> {
  const today = Temporal.Instant.fromEpochMilliseconds(ctx.now.getTime()).toZonedDateTimeISO("UTC").toPlainDate();
  // One day more on both sides for hosts in other time zones.
  const hours = hoursColumns({
    first: sql`${today.subtract({ days: 1 }).toString()}`,
    last: sql`${today.add({ days: 2 }).toString()}::date + ${eventType.horizonDays}`,
  });
  const rows = await ("slug" in by
    ? ctx.db
        .select({ kind: eventType, host, weight: hosting.weight, ...hours })
        .from(eventType)
        .innerJoin(hosting, eq(hosting.eventTypeId, eventType.id))
        .innerJoin(host, and(eq(host.id, hosting.hostId), host.active))
        .where(and(eq(eventType.slug, by.slug), eventType.active))
        .orderBy(host.createdAt, host.id)
    : ctx.db
        .select({ kind: eventType, host, weight: sql<number>`1`, ...hours })
        .from(eventType)
        .innerJoin(host, or(eq(host.id, by.hostId), inArray(host.id, cohostIds(ctx, by.id))))
        .where(eq(eventType.id, by.eventTypeId))
        .orderBy(sql`${host.id} <> ${by.hostId}`, host.createdAt, host.id));
  const [first] = rows;
  if (!first) return null;
  const { kind } = first;
  // A host who is paused makes a collective call impossible, although the others are free.
  const isShort = "slug" in by && kind.hostChoice === "collective" && (await countHostings(ctx, kind.id)) > rows.length;
  const only = "slug" in by && kind.hostChoice === "invitee" ? by.chosen : undefined;
  return {
    ...{ kind, rules: kind },
    hosts: isShort ? [] : rows.filter((row) => !only || row.host.id === only).map(hostHours),
    needsAll: "slug" in by ? kind.hostChoice === "collective" : rows.length > 1,
  };
}

const cohostIds = (ctx: Ctx, bookingId: string) =>
  ctx.db.select({ id: bookingCohost.hostId }).from(bookingCohost).where(eq(bookingCohost.bookingId, bookingId));

const countHostings = (ctx: Ctx, eventTypeId: string) => ctx.db.$count(hosting, eq(hosting.eventTypeId, eventTypeId));

/** Returns the hours of hosts, with the overrides between two ISO dates. */
export async function listWorkingHours(
  ctx: Ctx,
  hostIds: readonly string[],
  { first, last }: { first: string; last: string },
): Promise<HostHours[]> {
  const rows = await ctx.db
    .select({ host, ...hoursColumns({ first: sql`${first}`, last: sql`${last}` }) })
    .from(host)
    .where(inArray(host.id, [...hostIds]));
  return rows.map((row) => hostHours({ ...row, weight: 1 }));
}

type Hours = Pick<WorkingHours, "weekly" | "overrides">;

function hoursColumns({ first, last }: { first: SQL; last: SQL }) {
  const weekly = sql`(
    select coalesce(json_agg(json_build_object('weekday', ${availability.weekday},
      'startMinute', ${availability.startMinute}, 'endMinute', ${availability.endMinute})), '[]')
    from ${availability} where ${availability.hostId} = ${host.id})`;
  const overrides = sql`(
    select coalesce(json_agg(json_build_object('date', ${dateOverride.date}, 'openings', ${dateOverride.openings})), '[]')
    from ${dateOverride} where ${dateOverride.hostId} = ${host.id} and ${dateOverride.date} between ${first} and ${last})`;
  // Nested, because in a select from one table Drizzle omits the table name from columns of the outermost expression.
  return {
    weekly: sql<Hours["weekly"]>`${weekly}`,
    overrides: sql<Hours["overrides"]>`${overrides}`,
    hasCalendars: sql<boolean>`exists (
      select 1 from connected_calendar used where used.host_id = host.id and used.is_checked)`,
  };
}

const hostHours = ({
  host: row,
  weight,
  weekly,
  overrides,
  hasCalendars,
}: { host: HostRow; weight: number; hasCalendars: boolean } & Hours): HostHours => ({
  host: row,
  weight,
  hasCalendars,
  hours: {
    timezone: row.timezone,
    weekly,
    overrides,
    isHoliday: (date) => row.observesHolidays && isHoliday(Temporal.PlainDate.from(date)),
  },
});

/** Buffers reach over the ends of a span, and a cap counts whole local days, which may have 25 hours, or whole weeks. */
const marginOf = ({ weeklyCap }: CallRules) => (weeklyCap === null ? 2 : 8) * dayMs;

/**
 * Reads the taken times of a schedule's hosts around a span, in one statement: pending and confirmed calls, slots held for others, busy times
 * of their other calendars, and times that the team blocked; the whole span for a host with a calendar that was never read (`busyUntilRead`).
 */
async function readTaken(
  ctx: Ctx,
  { hosts, kind }: Schedule,
  span: TimeRange,
  except: IgnoredConflicts,
): Promise<ReadonlyMap<string, TakenTime[]>> {
  const ids = hosts.map(({ host: { id } }) => id);
  if (ids.length === 0) return new Map();
  const wider = rangeText({
    start: new Date(span.start.getTime() - marginOf(kind)),
    end: new Date(span.end.getTime() + marginOf(kind)),
  });
  const row = (hostId: SQLWrapper, blocked: SQLWrapper, start: SQLWrapper = blocked, isSame: SQL = sql`false`) => ({
    hostId: sql<string>`${hostId}`.as("host_id"),
    start: sql`lower(${start})`.as("start"),
    blocked: sql`${blocked}`.as("blocked"),
    isSame: sql`${isSame}`.as("is_same"),
  });
  const isSame = sql`${booking.eventTypeId} = ${kind.id}`;
  const isOther = except.bookingId ? ne(booking.id, except.bookingId) : undefined;
  const calls = ctx.db
    .select(row(booking.hostId, booking.blocked, booking.during, isSame))
    .from(booking)
    .where(
      and(
        inArray(booking.hostId, ids),
        ne(booking.status, "cancelled"),
        sql`${booking.blocked} && ${wider}::tstzrange`,
        isOther,
      ),
    );
  const further = ctx.db
    .select(row(bookingCohost.hostId, bookingCohost.blocked, booking.during, isSame))
    .from(bookingCohost)
    .innerJoin(booking, eq(booking.id, bookingCohost.bookingId))
    .where(and(inArray(bookingCohost.hostId, ids), sql`${bookingCohost.blocked} && ${wider}::tstzrange`, isOther));
  const holds = ctx.db
    .select(row(slotHold.hostId, slotHold.blocked))
    .from(slotHold)
    .where(
      and(
        inArray(slotHold.hostId, ids),
        gt(slotHold.expiresAt, ctx.now),
        sql`${slotHold.blocked} && ${wider}::tstzrange`,
        except.hold ? ne(slotHold.tokenHash, hashToken(except.hold)) : undefined,
      ),
    );
  const [busy, connected, closed] = [busyTime, calendarBusy, blockedTime].map((table) =>
    ctx.db
      .select(row(table.hostId, table.during))
      .from(table)
      .where(and(inArray(table.hostId, ids), sql`${table.during} && ${wider}::tstzrange`)),
  );
  const unread = ctx.db
    .select(row(host.id, sql`${wider}::tstzrange`))
    .from(host)
    .where(and(inArray(host.id, ids), except.unread ? sql`false` : isBusyUnread));

  const times = unionAll(calls, further, holds, busy!, connected!, closed!, unread).as("times");
  const ms = (instant: SQL) => sql`(extract(epoch from ${instant}) * 1000)::bigint`;
  // One row for each host: a calendar can have thousands of times, and a row costs more than its time.
  const rows = await ctx.db
    .select({
      hostId: times.hostId,
      times: sql<[start: number, from: number, until: number, isSame: boolean][]>`json_agg(json_build_array(
        ${ms(sql`start`)}, ${ms(sql`lower(blocked)`)}, ${ms(sql`upper(blocked)`)}, is_same))`,
    })
    .from(times)
    .groupBy(times.hostId);
  return new Map(
    rows.map(({ hostId, times: taken }) => [
      hostId,
      taken.map(([start, from, until, sameEventType]) => ({
        start: new Date(start),
        blocked: { start: new Date(from), end: new Date(until) },
        sameEventType,
      })),
    ]),
  );
}

/**
 * Whether a calendar of the host was never read, and the host is busy until then; or the last attempt to read a connected calendar
 * failed, and the host is busy meanwhile. In a statement with the table of hosts.
 */
export const isBusyUnread = sql<boolean>`(host.busy_until_read and exists (
  select 1 from busy_feed unread where unread.host_id = host.id and unread.read_at is null)
  or exists (select 1 from connected_calendar unread where unread.host_id = host.id and unread.is_checked
    and (unread.read_at is null or unread.problem is not null and host.calendar_down = 'busy')))`;

/** Whether a calendar of at least one of the hosts cannot be read, and the host is busy until then. */
export async function isOneUnread(ctx: Ctx, { hosts }: Schedule): Promise<boolean> {
  const ids = hosts.map(({ host: { id } }) => id);
  return ids.length > 0 && (await ctx.db.$count(host, and(inArray(host.id, ids), isBusyUnread))) > 0;
}

/** Builds the input of slots.ts for a span of time, one per host. */
export async function slotQuestions(
  ctx: Ctx,
  schedule: Schedule,
  span: TimeRange,
  except: IgnoredConflicts = {},
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

import { and, asc, eq, inArray, ne, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { dayPieces, joinSpans, openSpans, type Span } from "#app/features/booking/availability/open-hours.ts";
import { type HostHours, listWorkingHours } from "#app/features/booking/availability/schedule.server.ts";
import { openingsOn } from "#app/features/booking/availability/slots.ts";
import { rangeText, type TimeRange } from "#app/features/booking/availability/time-range.server.ts";
import { blockedTime, booking, busyTime, calendarBusy, eventType, host } from "#app/features/booking/tables.server.ts";
import { canRead } from "#app/lib/actor.ts";
import { addDays } from "#app/lib/dates/calendar-dates.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { type AgendaCall, agendaColumns, agendaEntry } from "../agenda.server.ts";
import type { AgendaDay } from "./agenda-days.ts";

/**
 * Returns days of the firm's calendar (ISO dates, in order, in `zone`) with a lane for each of these hosts: their hours, the busy times
 * of their calendars, times that the team blocked, and the calls in which one of them takes part. Unknown hosts have no lane. For
 * admins. Refusal: not_admin.
 */
export async function readAgendaDays(
  ctx: Ctx,
  { hostIds, dates, zone }: { hostIds: readonly string[]; dates: readonly string[]; zone: string },
): Promise<Result<AgendaDay[], NotAdmin>> {
  if (!canRead(ctx.actor, "calendar")) return notAdmin();
  const days = dates.map((date) => ({ date, pieces: dayPieces(date, zone) })).filter(({ pieces }) => pieces.length > 0);
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last || hostIds.length === 0) return ok([]);
  const range = { start: new Date(first.pieces[0]!.start), end: new Date(last.pieces.at(-1)!.end) };
  // A host's day can lie in two days of another zone.
  const around = { first: addDays(first.date, -1), last: addDays(last.date, 1) };
  const hours = await listWorkingHours(ctx, hostIds, around);
  const times = await listTimes(ctx, hostIds, range);
  const calls = await listCallsDuring(ctx, range);
  return ok(
    days.map(({ date, pieces }) => {
      const [start, end] = [pieces[0]!.start, pieces.at(-1)!.end];
      const within = <Piece extends Span>(span: Piece): Piece[] =>
        span.start < end && span.end > start
          ? [{ ...span, start: Math.max(span.start, start), end: Math.min(span.end, end) }]
          : [];
      const lanes = hostIds.flatMap((hostId) => {
        const own = hours.find((each) => each.host.id === hostId);
        if (!own) return [];
        const ofHost = times.filter((time) => time.hostId === hostId);
        const spans = ofHost.map(({ id, during }) => ({
          id,
          start: during.start.getTime(),
          end: during.end.getTime(),
        }));
        return [
          {
            hostId,
            open: [-1, 0, 1].flatMap((step) => openOn(own, addDays(date, step))).flatMap(within),
            busy: joinSpans(spans.filter(({ id }) => id === null).flatMap(within)),
            blocked: spans.flatMap((span) => (span.id === null ? [] : within({ ...span, id: span.id }))),
          },
        ];
      });
      return {
        ...{ date, pieces, lanes },
        calls: calls.filter(
          (call) =>
            call.start.getTime() < end && call.end.getTime() > start && call.hostIds.some((id) => hostIds.includes(id)),
        ),
      };
    }),
  );
}

const openOn = ({ hours }: HostHours, date: string): Span[] =>
  openSpans(dayPieces(date, hours.timezone), openingsOn(date, hours));

/** Times in the calendars of hosts, and those that the team blocked, which have an id. */
async function listTimes(ctx: Ctx, hostIds: readonly string[], range: TimeRange) {
  const span = sql`${rangeText(range)}::tstzrange`;
  const none = sql<string | null>`null::uuid`;
  const ofHosts = (table: typeof busyTime | typeof calendarBusy | typeof blockedTime) =>
    and(inArray(table.hostId, [...hostIds]), sql`${table.during} && ${span}`);
  const read = ctx.db
    .select({ id: none, hostId: busyTime.hostId, during: busyTime.during })
    .from(busyTime)
    .where(ofHosts(busyTime));
  const connected = ctx.db
    .select({ id: none, hostId: calendarBusy.hostId, during: calendarBusy.during })
    .from(calendarBusy)
    .where(ofHosts(calendarBusy));
  const blocked = ctx.db
    .select({ id: sql<string | null>`${blockedTime.id}`, hostId: blockedTime.hostId, during: blockedTime.during })
    .from(blockedTime)
    .where(ofHosts(blockedTime));
  return unionAll(read, connected, blocked);
}

async function listCallsDuring(ctx: Ctx, range: TimeRange): Promise<AgendaCall[]> {
  const rows = await ctx.db
    .select(agendaColumns)
    .from(booking)
    .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
    .innerJoin(host, eq(host.id, booking.hostId))
    .where(and(ne(booking.status, "cancelled"), sql`${booking.during} && ${rangeText(range)}::tstzrange`))
    .orderBy(sql`lower(${booking.during})`, asc(booking.id));
  return rows.map((row) => agendaEntry(row, ctx.now));
}

import { and, eq, exists, inArray, or, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { enqueue, jobsAreOpen } from "#app/platform/queues/jobs.server.ts";
import type { BookingRow } from "../agenda/booked-call.server.ts";
import { type BookingAction, booking, bookingCohost, calendarEvent, connectedCalendar } from "../tables.server.ts";
import { writeCalendarsJob } from "./writing.server.ts";

/** Queues writing the new state of a confirmed call to the calendars of its hosts that have one to write to. */
export async function queueCalendarWrite(tx: Ctx, row: BookingRow, action: BookingAction): Promise<void> {
  if (row.source !== "own" || row.status === "pending" || !["made", "moved", "cancelled"].includes(action)) return;
  if (action !== "made") await queueEvents(tx, [row.id], { goneAt: null });
  if (action !== "cancelled") await queueCalls(tx, eq(booking.id, row.id));
}

/** Queues the events of calls, past ones too, that name a person who is deleted. */
export const queueErasedCalls = (tx: Ctx, bookingIds: readonly string[]): Promise<void> => queueEvents(tx, bookingIds);

async function queueEvents(tx: Ctx, bookingIds: readonly string[], changes: { goneAt?: null } = {}): Promise<void> {
  if (bookingIds.length === 0) return;
  // An attempt that was not recorded may have written the event, so it still counts as one.
  const attempts = sql`case when ${calendarEvent.ref} is null then least(${calendarEvent.attempts}, 1) else 0 end`;
  const changed = await tx.db
    .update(calendarEvent)
    .set({ dueAt: tx.now, attempts, ...changes })
    .where(inArray(calendarEvent.bookingId, [...bookingIds]))
    .returning({ id: calendarEvent.bookingId });
  if (changed.length > 0) await startWriting(tx);
}

/** Writes after the commit, instead of at the next minute. */
async function startWriting(tx: Ctx): Promise<void> {
  if (jobsAreOpen()) await enqueue(tx, writeCalendarsJob, {});
}

/** Queues writing all upcoming calls of a host that are in no calendar of theirs yet. */
export const queueUpcomingCalls = (tx: Ctx, hostId: string): Promise<void> =>
  queueCalls(
    tx,
    and(
      ...[eq(connectedCalendar.hostId, hostId), eq(booking.status, "confirmed"), eq(booking.source, "own")],
      sql`lower(${booking.during}) > ${tx.now.toISOString()}::timestamptz`,
    ),
  );

async function queueCalls(tx: Ctx, which: SQL | undefined): Promise<void> {
  const cohosts = tx.db
    .select({ hostId: bookingCohost.hostId })
    .from(bookingCohost)
    .where(and(eq(bookingCohost.bookingId, booking.id), eq(bookingCohost.hostId, connectedCalendar.hostId)));
  const written = sql`(select 1 from calendar_event there join connected_calendar other on other.id = there.calendar_id
    where there.booking_id = ${booking.id} and other.host_id = ${connectedCalendar.hostId})`;
  const targets = tx.db
    .select({
      ...{ bookingId: booking.id, calendarId: connectedCalendar.id },
      dueAt: sql`${tx.now.toISOString()}::timestamptz`.as("due_at"),
    })
    .from(booking)
    .innerJoin(connectedCalendar, or(eq(connectedCalendar.hostId, booking.hostId), exists(cohosts)))
    .where(and(connectedCalendar.isTarget, sql`not exists ${written}`, which));
  const queued = await tx.db.execute(sql`
    insert into ${calendarEvent} (booking_id, calendar_id, due_at) (${targets}) on conflict do nothing`);
  if (queued.rowCount) await startWriting(tx);
}

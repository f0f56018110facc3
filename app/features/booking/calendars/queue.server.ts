import { and, eq, inArray, sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import type { BookingRow } from "../agenda/booked-call.server.ts";
import { type BookingAction, booking, calendarEvent, connectedCalendar } from "../tables.server.ts";

/** Queues writing the new state of a call that counts to the host's calendar, if there is one to write to. */
export async function queueCalendarWrite(tx: Ctx, row: BookingRow, action: BookingAction): Promise<void> {
  if (row.source !== "own" || row.status === "pending" || !["made", "moved", "cancelled"].includes(action)) return;
  const due = { dueAt: tx.now, attempts: 0, goneAt: null };
  if (action !== "made") {
    const known = await tx.db
      .update(calendarEvent)
      .set(due)
      .where(eq(calendarEvent.bookingId, row.id))
      .returning({ bookingId: calendarEvent.bookingId });
    if (known.length > 0 || action === "cancelled") return;
  }
  await queueCalls(tx, [row.id]);
}

/** Queues writing all upcoming calls of a host that are in no calendar yet. */
export async function queueUpcomingCalls(tx: Ctx, hostId: string): Promise<void> {
  const calls = await tx.db
    .select({ id: booking.id })
    .from(booking)
    .where(
      and(
        ...[eq(booking.hostId, hostId), eq(booking.status, "confirmed"), eq(booking.source, "own")],
        sql`lower(${booking.during}) > ${tx.now.toISOString()}::timestamptz`,
      ),
    );
  await queueCalls(
    tx,
    calls.map(({ id }) => id),
  );
}

async function queueCalls(tx: Ctx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  const targets = tx.db
    .select({
      ...{ bookingId: booking.id, calendarId: connectedCalendar.id },
      dueAt: sql`${tx.now.toISOString()}::timestamptz`.as("due_at"),
    })
    .from(booking)
    .innerJoin(connectedCalendar, and(eq(connectedCalendar.hostId, booking.hostId), connectedCalendar.isTarget))
    .where(inArray(booking.id, [...ids]));
  await tx.db.execute(sql`
    insert into ${calendarEvent} (booking_id, calendar_id, due_at) (${targets}) on conflict (booking_id) do nothing`);
}

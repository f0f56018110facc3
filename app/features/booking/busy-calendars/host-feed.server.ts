import { and, asc, eq, gt, or, sql } from "drizzle-orm";
import { dayMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { hashToken } from "#app/platform/secrets/hashes.server.ts";
import { hostEntry, isCallOf, selectCohosts } from "../agenda/booked-call.server.ts";
import { calendarOfCalls } from "../agenda/calendar-file.server.ts";
import { selectGuests } from "../bookings/guests.server.ts";
import { booking, eventType, host } from "../tables.server.ts";

const keptDays = 90;
const canceledDays = 30;

/**
 * Returns the calls of the host with this secret token, from ninety days ago on, as a calendar to subscribe to. A canceled call stays
 * for thirty days as canceled: programs that ignore an empty calendar would keep the last canceled call forever. Null for an invalid
 * or revoked token.
 */
export async function findHostFeed(ctx: Ctx, token: string): Promise<string | null> {
  const [by] = await ctx.db
    .select()
    .from(host)
    .where(eq(host.feedTokenHash, hashToken(token)));
  if (!by) return null;
  const daysAgo = (days: number) => new Date(ctx.now.getTime() - days * dayMs);
  const rows = await ctx.db
    .select({ booking, kind: eventType, host, cohosts: selectCohosts, guests: selectGuests })
    .from(booking)
    .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
    .innerJoin(host, eq(host.id, booking.hostId))
    .where(
      and(
        isCallOf(by.id),
        or(eq(booking.status, "confirmed"), gt(booking.canceledAt, daysAgo(canceledDays))),
        sql`upper(${booking.during}) > ${daysAgo(keptDays).toISOString()}::timestamptz`,
      ),
    )
    .orderBy(asc(booking.id));
  return calendarOfCalls(
    `Calls of ${by.name}`,
    rows.map((row) => hostEntry({ ...row, token: "" }, row.booking.canceledAt ?? row.booking.createdAt)),
  );
}

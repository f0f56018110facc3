import { and, eq, gt, inArray, sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { booking, eventType } from "../tables.server.ts";

type NextCall = { id: string; email: string; title: string; start: Date; end: Date };

/** The next confirmed call of each of these addresses that has not ended, soonest first. For the features of admin pages. */
export async function listNextCalls(ctx: Pick<Ctx, "db" | "now">, emails: readonly string[]): Promise<NextCall[]> {
  if (emails.length === 0) return [];
  const rows = await ctx.db
    .selectDistinctOn([booking.email], {
      id: booking.id,
      email: booking.email,
      title: eventType.title,
      during: booking.during,
    })
    .from(booking)
    .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
    .where(
      and(
        inArray(booking.email, [...emails]),
        eq(booking.status, "confirmed"),
        gt(sql`upper(${booking.during})`, ctx.now.toISOString()),
      ),
    )
    .orderBy(booking.email, sql`lower(${booking.during})`);
  return rows
    .map(({ during, ...call }) => ({ ...call, ...during }))
    .sort((one, other) => one.start.getTime() - other.start.getTime());
}

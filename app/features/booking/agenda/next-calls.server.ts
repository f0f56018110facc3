import { and, eq, gt, inArray, type SQL, sql } from "drizzle-orm";
import type { Ctx } from "#app/platform/context.server.ts";
import { booking, eventType } from "../tables.server.ts";

type NextCall = { id: string; email: string; title: string; start: Date; end: Date };

/** Returns the next confirmed call of each address that has not ended, soonest first. For the features of admin pages. */
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
    .where(and(inArray(booking.email, [...emails]), isAhead(ctx)))
    .orderBy(booking.email, sql`lower(${booking.during})`);
  return rows
    .map(({ during, ...call }) => ({ ...call, ...during }))
    .sort((one, other) => one.start.getTime() - other.start.getTime());
}

const isAhead = ({ now }: Pick<Ctx, "now">): SQL | undefined =>
  and(eq(booking.status, "confirmed"), gt(sql`upper(${booking.during})`, now.toISOString()));

/** A subquery of the addresses with a confirmed call that has not ended, for the filters of other features. */
export const addressesWithNextCall = (ctx: Pick<Ctx, "db" | "now">) =>
  ctx.db
    .select({ email: booking.email })
    .from(booking)
    // The second condition uses the index on the start: no call is longer than a day.
    .where(
      and(
        isAhead(ctx),
        gt(sql`lower(${booking.during})`, sql`${ctx.now.toISOString()}::timestamptz - interval '1 day'`),
      ),
    );

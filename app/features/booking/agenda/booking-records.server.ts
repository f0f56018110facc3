import { and, eq } from "drizzle-orm";
import { mayRead } from "#app/lib/actor.ts";
import { canonicalAddress } from "#app/lib/people/canonical-address.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { idPagesOf } from "#app/platform/database/id-pages.server.ts";
import { booking, eventType, host } from "../tables.server.ts";
import { type CallState, callState } from "./agenda.ts";

export type BookingRecord = {
  id: string;
  email: string;
  name: string;
  eventType: string;
  host: string;
  startsAt: Date;
  endsAt: Date;
  /** IANA name of the time zone that the visitor chose. */
  timezone: string;
  state: CallState;
  createdAt: Date;
};

const pageSize = 100;

/** Lists calls, last booked first, 100 per page. For admins and the scope `read:bookings`. Refusal: not_admin. */
export async function listBookingRecords(
  ctx: Ctx,
  { email, cursor }: { email: string | null; cursor: string | null },
): Promise<Result<{ items: BookingRecord[]; next: string | null }, NotAdmin>> {
  if (!mayRead(ctx.actor, "read:bookings")) return notAdmin();
  const pages = idPagesOf(booking.id, { after: cursor }, pageSize);
  const { id, name, during, status, outcome, timezone, createdAt } = booking;
  const { rows, next } = pages.of(
    await ctx.db
      .select({
        ...{ id, email: booking.email, name, during, status, outcome, timezone, createdAt },
        ...{ eventType: eventType.slug, host: host.email },
      })
      .from(booking)
      .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
      .innerJoin(host, eq(host.id, booking.hostId))
      .where(and(email ? eq(booking.email, canonicalAddress(email)) : undefined, pages.where))
      .orderBy(pages.orderBy)
      .limit(pages.limit),
  );
  return ok({
    items: rows.map(({ during: { start, end }, status: stored, outcome: marked, ...row }) => ({
      ...row,
      startsAt: start,
      endsAt: end,
      state: callState({ status: stored, outcome: marked, start, end }, ctx.now),
    })),
    next,
  });
}

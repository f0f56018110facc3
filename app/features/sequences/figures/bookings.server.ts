import { and, asc, eq, gt, lte } from "drizzle-orm";
import { bookingCancelled, bookingMade } from "#app/features/booking/events.ts";
import { isEvent, type LoggedEvent } from "#app/features/events/consumers.server.ts";
import { dayMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { enrollment, enrollmentStep, sequenceBooking } from "../tables.server.ts";
import { attributionDays } from "./figures.ts";

/** Attributes a booked call to the first and the last mail before it; removes the attribution of a canceled one. Idempotent. */
export async function followBooking(ctx: Ctx, event: LoggedEvent, prospectId: string): Promise<void> {
  if (isEvent(event, bookingMade)) await attribute(ctx, event.payload.bookingId, event.occurredAt, prospectId);
  if (isEvent(event, bookingCancelled))
    await ctx.db
      .update(sequenceBooking)
      .set({ canceledAt: event.occurredAt })
      .where(eq(sequenceBooking.bookingId, event.payload.bookingId));
}

async function attribute(ctx: Ctx, bookingId: string, at: Date, prospectId: string): Promise<void> {
  const mails = await ctx.db
    .select({ stepId: enrollmentStep.stepId })
    .from(enrollmentStep)
    .innerJoin(enrollment, eq(enrollment.id, enrollmentStep.enrollmentId))
    .where(
      and(
        eq(enrollment.prospectId, prospectId),
        eq(enrollmentStep.outcome, "mail"),
        lte(enrollmentStep.at, at),
        gt(enrollmentStep.at, new Date(at.getTime() - attributionDays * dayMs)),
      ),
    )
    .orderBy(asc(enrollmentStep.at), asc(enrollmentStep.enrollmentId), asc(enrollmentStep.stepId));
  const [first, last] = [mails[0], mails.at(-1)];
  if (!first || !last) return;
  await ctx.db
    .insert(sequenceBooking)
    .values({ bookingId, prospectId, at, firstStep: first.stepId, lastStep: last.stepId })
    .onConflictDoNothing();
}

export async function forgetBookings(ctx: Ctx): Promise<void> {
  await ctx.db.delete(sequenceBooking);
}

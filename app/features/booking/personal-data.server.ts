import { asc, eq, inArray, or } from "drizzle-orm";
import { type Ctx, inTransaction } from "../../platform/context.server.ts";
import { hashToken, manageToken, newFeedToken } from "./manage-token.server.ts";
import { cancelBooked } from "./reschedule.server.ts";
import { booking, bookingChange, bookingReminder, eventType, host } from "./tables.server.ts";

type Person = { userId: string | null; email: string };

/** Calls booked while signed in, or with the address that is theirs. */
const isTheirs = ({ userId, email }: Person) =>
  userId === null
    ? eq(booking.email, email.toLowerCase())
    : or(eq(booking.userId, userId), eq(booking.email, email.toLowerCase()));

/** What this room holds about a person: their calls, what happened to each, and which reminders were sent. */
export async function exportPersonalData(ctx: Pick<Ctx, "db">, person: Person) {
  const calls = await ctx.db
    .select({ booking, kind: eventType.title, host: host.name })
    .from(booking)
    .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
    .innerJoin(host, eq(host.id, booking.hostId))
    .where(isTheirs(person))
    .orderBy(asc(booking.createdAt));
  const ids = calls.map(({ booking: { id } }) => id);
  const ofThese = <Column extends typeof bookingChange.bookingId | typeof bookingReminder.bookingId>(column: Column) =>
    inArray(column, ids);
  const changes = ids.length
    ? await ctx.db.select().from(bookingChange).where(ofThese(bookingChange.bookingId)).orderBy(asc(bookingChange.at))
    : [];
  const reminders = ids.length
    ? await ctx.db.select().from(bookingReminder).where(ofThese(bookingReminder.bookingId))
    : [];
  return {
    bookings: calls.map(({ booking: call, ...names }) => {
      const { manageTokenHash: _, idempotencyKeyHash: __, requestHash: ___, ...shown } = call;
      return { ...names, ...shown };
    }),
    booking_changes: changes,
    booking_reminders: reminders,
  };
}

/**
 * Leaves the times in the hosts' calendars and takes the person out of them. A call that is still ahead is cancelled, and both
 * sides are told: it cannot be held with nobody.
 */
export async function forgetPerson(ctx: Ctx, person: Person): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const theirs = await tx.db
      .select({ booking, kind: eventType, host })
      .from(booking)
      .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
      .innerJoin(host, eq(host.id, booking.hostId))
      .where(isTheirs(person))
      .for("update", { of: booking });
    for (const call of theirs) {
      const { id, status, source, during } = call.booking;
      const isAhead = status === "confirmed" && during.start > tx.now;
      if (isAhead && source === "own")
        await cancelBooked(tx, { ...call, token: manageToken(id) }, { reason: "Account deleted", by: "visitor" });
      await tx.db
        .update(booking)
        .set({
          ...nobody,
          // The old link opens nothing any more.
          manageTokenHash: hashToken(newFeedToken()),
          ...(isAhead && source === "calendly" ? { status: "cancelled" as const, cancelledAt: tx.now } : {}),
        })
        .where(eq(booking.id, id));
      await tx.db.update(bookingChange).set({ reason: null, actorUserId: null }).where(eq(bookingChange.bookingId, id));
    }
  });
}

/** A call that nobody can be found by. */
const nobody = {
  name: "Forgotten on request",
  email: "forgotten@gtmarc.invalid",
  timezone: "UTC",
  notes: "",
  answers: [],
  tracking: {},
  externalUrl: null,
  userId: null,
  idempotencyKeyHash: null,
  requestHash: null,
  cancellationReason: null,
};

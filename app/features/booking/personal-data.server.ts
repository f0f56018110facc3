import { and, asc, eq, inArray, or } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import { queueMails } from "#app/features/mail/mail.server.ts";
import type { DataSubject } from "#app/lib/people/data-subject.ts";
import { forgottenAddress } from "#app/lib/people/forgotten-address.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { isBeforeMove } from "#app/platform/database/former-address.server.ts";
import { hashToken, randomToken } from "#app/platform/secrets/hashes.server.ts";
import { type BookingRow, isKnownToHosts, isRefundable, perHost, selectCohosts } from "./agenda/booked-call.server.ts";
import { blockCohosts, eventOf, noteChange } from "./bookings/booking.server.ts";
import { findGuests, notifyGuests } from "./bookings/guests.server.ts";
import { manageToken } from "./bookings/manage-token.server.ts";
import { queueErasedCalls } from "./calendars/queue.server.ts";
import { callForgottenMail } from "./emails/call-cancelled.tsx";
import { bookingCancelled } from "./events.ts";
import {
  booking,
  bookingChange,
  bookingGuest,
  bookingLink,
  bookingReminder,
  eventType,
  host,
} from "./tables.server.ts";

const isTheirs = (person: DataSubject) =>
  or(
    person.userId === null ? undefined : eq(booking.userId, person.userId),
    and(eq(booking.email, person.email.toLowerCase()), isBeforeMove(person, booking.createdAt)),
  );

const isTheirInvitation = (person: DataSubject) =>
  and(eq(bookingGuest.email, person.email.toLowerCase()), isBeforeMove(person, bookingGuest.createdAt));

export async function exportPersonalData(ctx: Pick<Ctx, "db">, person: DataSubject) {
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
    booking_guests: ids.length
      ? await ctx.db.select().from(bookingGuest).where(inArray(bookingGuest.bookingId, ids))
      : [],
    invitations: await ctx.db
      .select({ invitedAt: bookingGuest.createdAt, during: booking.during })
      .from(bookingGuest)
      .innerJoin(booking, eq(booking.id, bookingGuest.bookingId))
      .where(isTheirInvitation(person)),
    booking_changes: changes,
    booking_reminders: reminders,
  };
}

/**
 * Removes the person from calls, past ones too, and from the events that were written to the hosts' calendars. An upcoming call is canceled, its time is offered again, and its host is
 * notified in a mail that does not name the person, because mails that do are deleted with the account. The person is not notified,
 * because their address is deleted.
 */
export async function forgetPerson(ctx: Ctx, person: DataSubject): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const invited = await tx.db
      .delete(bookingGuest)
      .where(isTheirInvitation(person))
      .returning({ id: bookingGuest.bookingId });
    const theirs = await tx.db
      .select({ booking, kind: eventType, host, cohosts: selectCohosts })
      .from(booking)
      .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
      .innerJoin(host, eq(host.id, booking.hostId))
      .where(isTheirs(person))
      .for("update", { of: booking });
    for (const { booking: before, ...rest } of theirs) {
      const isAhead = before.status !== "cancelled" && before.during.start > tx.now;
      const counted = before.status === "confirmed";
      const [row] = await tx.db
        .update(booking)
        .set({
          ...anonymized(),
          ...(isAhead ? cancelled(before, tx.now) : {}),
          // As for every visitor who cancels.
          ...(isAhead && counted && before.priceCents !== null
            ? { isRefundDue: isRefundable({ booking: before, ...rest }, tx.now) }
            : {}),
        })
        .where(eq(booking.id, before.id))
        .returning();
      if (!row) throw new Error("The booking to anonymize was not found");
      await blockCohosts(tx, row);
      if (isAhead) {
        const call = { ...rest, booking: row, token: manageToken(row.id), guests: await findGuests(tx, row.id) };
        await noteChange(tx, row, "cancelled");
        const seen = isKnownToHosts({ booking: before, kind: rest.kind }) ? perHost(call) : [];
        await queueMails(
          tx,
          seen.map((each) => callForgottenMail(each, tx.now, counted)),
        );
        if (counted) await notifyGuests(tx, call, { what: "cancelled" });
        if (counted) await publish(tx, bookingCancelled, { ...eventOf(call), reason: "" });
      }
      await tx.db.delete(bookingGuest).where(eq(bookingGuest.bookingId, row.id));
      await tx.db.update(bookingLink).set({ label: "" }).where(eq(bookingLink.bookingId, row.id));
      await tx.db
        .update(bookingChange)
        .set({ reason: null, actorUserId: null })
        .where(eq(bookingChange.bookingId, row.id));
    }
    await queueErasedCalls(tx, [...invited.map(({ id }) => id), ...theirs.map(({ booking: { id } }) => id)]);
  });
}

const cancelled = ({ sequence }: BookingRow, now: Date) => ({
  status: "cancelled" as const,
  canceledAt: now,
  ...{ awaits: null, awaitsUntil: null },
  sequence: sequence + 1,
});

const anonymized = () => ({
  name: "Deleted on request",
  email: forgottenAddress,
  timezone: "UTC",
  notes: "",
  answers: [],
  tracking: {},
  externalUrl: null,
  meetingUrl: null,
  place: null,
  userId: null,
  idempotencyKeyHash: null,
  requestHash: null,
  cancellationReason: null,
  manageTokenHash: hashToken(randomToken()),
});

import { and, eq, gt, lte, notExists, sql } from "drizzle-orm";
import { findUserByEmail } from "#app/features/accounts/profile/profile.server.ts";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { hourMs, minuteMs } from "#app/lib/durations.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { selectCohosts } from "../agenda/booked-call.server.ts";
import { callReminderMail } from "../emails/call-reminder.tsx";
import { booking, bookingChange, bookingReminder, eventType, host, type ReminderKind } from "../tables.server.ts";
import { selectGuests } from "./guests.server.ts";
import { currentToken } from "./manage-token.server.ts";

/*
 * Two reminders to the visitor: a day and an hour before. Each is sent once per start time: the row in booking_reminder and the mail
 * are one transaction, and the row contains the start, so a moved call gets new reminders. A call booked or moved after a reminder was
 * due does not get it, and a reminder that is much too late (the server was down) is skipped. Calendly sends the reminders of its own
 * calls. An event type can add words of the firm's to a reminder or turn it off.
 */

/** `before`: due this long before the start. `atLeast`: skipped with less time left. */
const rules: Record<ReminderKind, { before: number; atLeast: number }> = {
  day: { before: 24 * hourMs, atLeast: 6 * hourMs },
  hour: { before: hourMs, atLeast: 10 * minuteMs },
};
const perRun = 100;

/** Queues every reminder that is due. Returns their number. Safe to run concurrently. */
export async function sendReminders(ctx: Ctx): Promise<number> {
  let sent = 0;
  for (const kind of ["day", "hour"] as const) sent += await sendKind(ctx, kind);
  return sent;
}

async function sendKind(ctx: Ctx, kind: ReminderKind): Promise<number> {
  const { before, atLeast } = rules[kind];
  const startsAt = sql<Date>`lower(${booking.during})`;
  const due = sql`${startsAt} - ${`${before} milliseconds`}::interval`;
  return inTransaction(ctx, async (tx) => {
    const already = tx.db
      .select()
      .from(bookingReminder)
      .where(
        and(
          eq(bookingReminder.bookingId, booking.id),
          eq(bookingReminder.kind, kind),
          sql`${bookingReminder.startsAt} = ${startsAt}`,
        ),
      );
    const notifiedSince = tx.db
      .select()
      .from(bookingChange)
      .where(and(eq(bookingChange.bookingId, booking.id), sql`${bookingChange.at} > ${due}`));
    const calls = await tx.db
      .select({ booking, kind: eventType, host, cohosts: selectCohosts, guests: selectGuests })
      .from(booking)
      .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
      .innerJoin(host, eq(host.id, booking.hostId))
      .where(
        and(
          eq(booking.status, "confirmed"),
          eq(booking.source, "own"),
          sql`${eventType.reminders} ->> ${kind} is not null`,
          lte(startsAt, new Date(tx.now.getTime() + before)),
          gt(startsAt, new Date(tx.now.getTime() + atLeast)),
          notExists(already),
          notExists(notifiedSince),
        ),
      )
      .orderBy(booking.id)
      .limit(perRun)
      .for("update", { of: booking, skipLocked: true });
    let sent = 0;
    for (const row of calls) {
      const [mine] = await tx.db
        .insert(bookingReminder)
        .values({ bookingId: row.booking.id, kind, startsAt: row.booking.during.start, sentAt: tx.now })
        .onConflictDoNothing()
        .returning();
      if (!mine) continue;
      const call = { ...row, token: await currentToken(tx, row.booking) };
      await queueMail(tx, callReminderMail(call, kind, { now: tx.now, name: await provenName(tx, row.booking) }));
      sent += 1;
    }
    return sent;
  });
}

/** The name, if the owner of the address gave it: a form without an account can name anyone. */
async function provenName(tx: Ctx, { userId, email, name }: typeof booking.$inferSelect): Promise<string | null> {
  const owner = userId === null ? null : await findUserByEmail(tx, email);
  return owner?.emailVerified && owner.id === userId ? name : null;
}

import { asc, eq, sql } from "drizzle-orm";
import { queueMails } from "#app/features/mail/mail.server.ts";
import { takeStrangerMail } from "#app/features/mail/stranger-mail.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { type GuestNews, guestMail } from "../emails/guest-mails.tsx";
import { booking, bookingGuest } from "../tables.server.ts";
import type { BookedCall } from "./booked-call.server.ts";

/*
 * Guests of a call: at most five addresses, entered when booking; each gets the invitation and every later change. They have no account
 * and no manage link. Their mails count as caused by strangers (mail/stranger-mail.server.ts): an address over its limit is not invited
 * and is missing from the confirmation.
 */

/** Invites the guests of a new call and returns the invited ones. Call it in the booking's transaction. */
export async function inviteGuests(
  tx: Ctx,
  call: Omit<BookedCall, "guests">,
  wanted: readonly string[],
): Promise<string[]> {
  const guests: string[] = [];
  for (const email of new Set(wanted)) {
    if (email === call.booking.email || email === call.host.email) continue;
    if ((await takeStrangerMail(tx, email)).allowed) guests.push(email);
  }
  if (guests.length === 0) return [];
  const stamps = { bookingId: call.booking.id, createdAt: tx.now };
  await tx.db.insert(bookingGuest).values(guests.map((email) => ({ ...stamps, email })));
  await queueMails(
    tx,
    guests.map((email) => guestMail({ ...call, guests }, email, "invited", tx.now)),
  );
  return guests;
}

/** Mails a change to the guests, except addresses that have reached their limit. */
export async function notifyGuests(tx: Ctx, call: BookedCall, news: GuestNews): Promise<void> {
  const reachable: string[] = [];
  for (const email of call.guests) if ((await takeStrangerMail(tx, email)).allowed) reachable.push(email);
  await queueMails(
    tx,
    reachable.map((email) => guestMail(call, email, news, tx.now)),
  );
}

export const selectGuests = sql<string[]>`array(
  select ${bookingGuest.email} from ${bookingGuest} where ${bookingGuest.bookingId} = ${booking.id} order by ${bookingGuest.id})`;

export async function findGuests(ctx: Pick<Ctx, "db">, bookingId: string): Promise<string[]> {
  const rows = await ctx.db
    .select({ email: bookingGuest.email })
    .from(bookingGuest)
    .where(eq(bookingGuest.bookingId, bookingId))
    .orderBy(asc(bookingGuest.id));
  return rows.map(({ email }) => email);
}

import { asc, eq, sql } from "drizzle-orm";
import { queueMails, withdrawWaiting } from "#app/features/mail/mail.server.ts";
import { takeStrangerMail } from "#app/features/mail/sending/stranger-mail.server.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import type { BookedCall } from "../agenda/booked-call.server.ts";
import { guestMail } from "../emails/guest-mails.tsx";
import { booking, bookingChange, bookingGuest } from "../tables.server.ts";

/*
 * Guests of a call: at most five addresses, entered when booking; each gets the invitation and every later change. They have no account
 * and no manage link. Their mails count as caused by strangers (mail/sending/stranger-mail.server.ts): an address over its limit is not invited
 * and is missing from the confirmation. Invited guests always learn the last state of the call: a cancellation is sent despite the
 * limit, a new time when the hour is over, unless newer news has replaced it (decision 0075).
 */

/** Invites the guests of a new call and returns the invited ones. Call it in the booking's transaction. */
export async function inviteGuests(
  tx: Ctx,
  call: Omit<BookedCall, "guests">,
  wanted: readonly string[],
): Promise<string[]> {
  const guests: string[] = [];
  for (const email of new Set(wanted)) {
    if ([call.booking, call.host, ...call.cohosts].some((one) => one.email === email)) continue;
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

/** Mails a change to the guests. `before`: the start until now, of a moved call. */
export async function notifyGuests(
  tx: Ctx,
  call: BookedCall,
  news: { what: "cancelled" } | { what: "moved"; before: Date },
): Promise<void> {
  const { guests } = call;
  const waits = new Map<string, number>();
  for (const email of guests) {
    const limit = await takeStrangerMail(tx, email);
    if (news.what === "cancelled" || limit.allowed) continue;
    const readBy = new Date(tx.now.getTime() + limit.retryAfterSeconds * 1000);
    if (readBy < news.before && readBy < call.booking.during.start) waits.set(email, limit.retryAfterSeconds);
  }
  await queueMails(
    tx,
    guests.map((email) => guestMail(call, email, news.what, tx.now, waits.get(email))),
  );
}

/**
 * Cancels mails about the call that still wait to be sent: news that the caller replaces with newer news. Call it before the change is
 * recorded.
 */
export async function withdrawOldNews(
  tx: Ctx,
  { booking: { id, email }, host, cohosts, guests }: BookedCall,
): Promise<void> {
  const changes = await tx.db
    .select({ at: bookingChange.at })
    .from(bookingChange)
    .where(eq(bookingChange.bookingId, id));
  await withdrawWaiting(tx, {
    kinds: callNews,
    to: [email, host.email, ...cohosts.map((cohost) => cohost.email), ...guests],
    queuedAt: changes.map(({ at }) => at),
  });
}

const callNews = [
  ...["call-booked", "call-moved", "call-booked-host", "call-moved-host"],
  ...["call-guest-invited", "call-guest-moved"],
];

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

import { and, eq, gt, inArray, ne, or, sql } from "drizzle-orm";
import { limitKey } from "#app/features/security/requests/client-address.server.ts";
import { type LimitAnswer, takeUse } from "#app/features/security/requests/limits.server.ts";
import { userIdOf } from "#app/lib/actor.ts";
import { domainsOf, mailboxOf } from "#app/lib/people/mailbox.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";
import { type CallsAheadRefusal, maxAnonymousBookings, maxCallsAhead } from "../booking.ts";
import { booking } from "../tables.server.ts";

/**
 * Counts one more booking of an anonymous client; a refused one is not counted (decision 0060). Call it as the last check
 * in the booking's transaction: a rollback undoes the count.
 */
export async function countAnonymousBooking(tx: Ctx, address: string | undefined): Promise<LimitAnswer> {
  if (tx.actor.kind !== "anonymous" || address === undefined) return { allowed: true };
  return takeUse(tx, "anonymous-booking", limitKey(address), maxAnonymousBookings);
}

/**
 * Returns why one more call for this address is refused, or null (decision 0006). Anyone can enter anyone's address, so an address
 * other than the signed-in user's own has at most three upcoming calls, a user at most five. Locks the turns of the address and of the
 * user, so that simultaneous requests are counted one by one; call it inside the transaction, after locking the hosts' turns.
 */
export async function tooManyCallsAhead(tx: Ctx, email: string): Promise<CallsAheadRefusal["kind"] | null> {
  const { actor } = tx;
  if (actor.kind === "system") return null;
  const mailbox = mailboxOf(email);
  const userId = userIdOf(actor);
  if (userId) await takeTurn(tx, "calls-ahead", userId);
  await takeTurn(tx, "calls-ahead", mailbox);
  const ahead = await tx.db
    .select({ email: booking.email, userId: booking.userId })
    .from(booking)
    .where(
      and(
        ne(booking.status, "cancelled"),
        gt(sql`lower(${booking.during})`, tx.now.toISOString()),
        or(
          inArray(sql`split_part(${booking.email}, '@', 2)`, domainsOf(email)),
          userId ? eq(booking.userId, userId) : undefined,
        ),
      ),
    );
  const forMailbox = ahead.filter((call) => mailboxOf(call.email) === mailbox);
  const isOwn = actor.kind === "user" && mailboxOf(actor.email) === mailbox;
  if (!isOwn && forMailbox.length >= maxCallsAhead.address) return "address_has_calls";
  const mine = ahead.filter((call) => call.userId === userId || (isOwn && mailboxOf(call.email) === mailbox));
  return userId && mine.length >= maxCallsAhead.person ? "person_has_calls" : null;
}

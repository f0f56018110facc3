import { eq } from "drizzle-orm";
import { refuse } from "#app/lib/refusal.ts";
import { ok } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { companyDates } from "#app/platform/dates/company-dates.server.ts";
import { hashToken } from "#app/platform/secrets/hashes.server.ts";
import { countCall } from "../bookings/pending.server.ts";
import { onCall } from "../bookings/reschedule.server.ts";
import { chooseHost } from "../hosts/host-choice.server.ts";
import { booking, eventType } from "../tables.server.ts";
import type { BookingRow } from "./booked-call.server.ts";

/* Calls with a price, for the feature that takes the payment. */

type Payable = {
  bookingId: string;
  email: string;
  userId: string | null;
  priceCents: number;
  /** What is paid, as it is printed. */
  item: string;
  isPayable: boolean;
};

/** Returns the priced call of a manage link and whether it can be paid now; null for an invalid link and for a call without a price. */
export async function findPayable(ctx: Ctx, token: string): Promise<Payable | null> {
  const [row] = await ctx.db
    .select({ booking, title: eventType.title })
    .from(booking)
    .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
    .where(eq(booking.manageTokenHash, hashToken(token)));
  if (!row || row.booking.priceCents === null) return null;
  const { id: bookingId, email, userId, priceCents, awaits, awaitsUntil, during } = row.booking;
  return {
    ...{ bookingId, email, userId, priceCents },
    item: itemOf(row.title, during),
    isPayable: awaits === "payment" && awaitsUntil! > ctx.now,
  };
}

/** As it is printed on invoices. */
const itemOf = (title: string, { start }: BookingRow["during"]) => `${title}, ${companyDates().isoDay(start)}`;

type Billed = { email: string; userId: string | null; name: string; amountCents: number; item: string };

/** Returns a booked call that is paid by invoice, for its invoice; null for other calls. */
export async function findBilled(tx: Pick<Ctx, "db">, bookingId: string): Promise<Billed | null> {
  const [row] = await tx.db
    .select({ booking, title: eventType.title })
    .from(booking)
    .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
    .where(eq(booking.id, bookingId));
  if (row?.booking.payBy !== "invoice" || row.booking.priceCents === null) return null;
  const { email, userId, name, priceCents: amountCents, during } = row.booking;
  return { email, userId, name, amountCents, item: itemOf(row.title, during) };
}

/** Whether the price of a canceled call is returned, or not due; with the visitor's address, null if not. */
export async function priceReturnedTo(tx: Pick<Ctx, "db">, bookingId: string): Promise<string | null> {
  const [row] = await tx.db
    .select({ isDue: booking.isRefundDue, email: booking.email })
    .from(booking)
    .where(eq(booking.id, bookingId));
  return row?.isDue ? row.email : null;
}

/**
 * Confirms a call after its payment, even a late one, if its time is still free; the minimum notice counts from its booking. Returns
 * false if it does not count: it was paid before, was canceled, or its time is taken.
 */
export const countPaidCall = async (ctx: Ctx, bookingId: string): Promise<boolean> => {
  const result = await onCall(ctx, { bookingId }, async (tx, { call, schedule }) => {
    const { status, awaits, pendingEnd, during, createdAt } = call.booking;
    const isLate = status === "cancelled" && pendingEnd === "unpaid";
    if (!isLate && awaits !== "payment") return refuse("decided");
    // The time was confirmed for this visitor: a calendar that cannot be read does not withdraw it.
    if (isLate && !(await chooseHost(tx, schedule, during.start, { unread: true }, createdAt)).ok)
      return refuse("decided");
    await countCall(tx, call);
    return ok();
  });
  return result.ok;
};

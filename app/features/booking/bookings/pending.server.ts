import { and, eq, lte, or, sql } from "drizzle-orm";
import { hasUnlockCall, isSuperseded } from "#app/features/booking/agenda/blueprint-calls.server.ts";
import {
  type BookedCall,
  type BookingRow,
  isKnownToHosts,
  perHost,
} from "#app/features/booking/agenda/booked-call.server.ts";
import { findBrief } from "#app/features/booking/agenda/brief.server.ts";
import { bookingAudit } from "#app/features/booking/audit.ts";
import { findCall } from "#app/features/booking/availability/calendar.server.ts";
import {
  type BookingStatus,
  blueprintUnlockCall,
  type CallDetails,
  type Decision,
  type DecisionRefusal,
  type PendingEnd,
} from "#app/features/booking/booking.ts";
import { callBookedHostMail, callBookedMail } from "#app/features/booking/emails/call-booked.tsx";
import {
  callNotConfirmedMail,
  callToPayMail,
  requestExpiredHostMail,
} from "#app/features/booking/emails/call-requested.tsx";
import { bookingMade } from "#app/features/booking/events.ts";
import { withdrawLinkAgain } from "#app/features/booking/hosts/audience.server.ts";
import { booking, bookingGuest } from "#app/features/booking/tables.server.ts";
import { publish } from "#app/features/events/events.server.ts";
import { queueMails } from "#app/features/mail/mail.server.ts";
import { takeStrangerMail } from "#app/features/mail/sending/stranger-mail.server.ts";
import { adminCommand, recorded } from "#app/features/security/audit/admin-command.server.ts";
import { type NotAdmin, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { eventOf, noteChange } from "./booking.server.ts";
import { bookingOfDecision, payableAfter } from "./decision-token.server.ts";
import { inviteGuests } from "./guests.server.ts";
import { manageToken } from "./manage-token.server.ts";
import { change, onCall } from "./reschedule.server.ts";

/*
 * Calls that do not count yet. A pending call holds its time but has no event, no reminders and no invited guests, until what it waits
 * for happens: a host confirms it, by the link in the host's mail or in the admin area, then the visitor pays it if it is paid by card.
 * A host who declines, and the end of the time
 * for it, cancel the call and say so to the visitor. The link of the host's mail is derived like the manage link; its page acts on
 * POST only, because mail scanners open links.
 */

/** Returns the call of a host's link and its state; null for an invalid link. */
export async function findRequest(
  ctx: Ctx,
  token: string,
): Promise<{ call: CallDetails; state: BookingStatus } | null> {
  const bookingId = bookingOfDecision(token);
  const call = bookingId && (await findCall(ctx, manageToken(bookingId)));
  return call ? { call, state: call.status } : null;
}

/**
 * Confirms or declines a call by the host's link. Refusals: not_found, decided (it no longer waits for a host), blueprint_has_call
 * (another unlock call of its blueprint counts by now).
 */
export async function decideByLink(
  ctx: Ctx,
  { token, ...input }: Decision & { token: string },
): Promise<Result<undefined, DecisionRefusal>> {
  const bookingId = bookingOfDecision(token);
  if (!bookingId) return notFound();
  return onCall(ctx, { bookingId }, (tx, { call }) => decide(tx, call, input));
}

/** The same for admins. Refusals: not_admin and those above. */
export async function decideForFirm(
  ctx: Ctx,
  { bookingId, ...input }: Decision & { bookingId: string },
): Promise<Result<undefined, NotAdmin | DecisionRefusal>> {
  return adminCommand(ctx, "calendar", (admin) =>
    onCall(admin, { bookingId }, async (tx, { call }) => {
      const decided = await decide(tx, call, input);
      if (!decided.ok) return decided;
      const action = input.decision === "confirm" ? bookingAudit.bookingConfirmed : bookingAudit.bookingDeclined;
      return recorded({ action, subject: bookingId });
    }),
  );
}

async function decide(
  tx: Ctx,
  call: BookedCall,
  { decision, reason }: Decision,
): Promise<Result<undefined, Refusal<"decided" | "blueprint_has_call">>> {
  const { status, awaits, awaitsUntil } = call.booking;
  if (status !== "pending" || awaits !== "host" || awaitsUntil! <= tx.now) return refuse("decided");
  const { blueprintId } = call.booking;
  const isUnlock = decision === "confirm" && call.kind.slug === blueprintUnlockCall && blueprintId !== null;
  if (isUnlock && (await hasUnlockCall(tx, blueprintId))) return refuse("blueprint_has_call");
  if (decision === "decline") await endPending(tx, call, "declined", reason);
  else if (call.booking.payBy === "checkout") await askToPay(tx, call);
  else await countCall(tx, call);
  return ok();
}

async function askToPay(tx: Ctx, call: BookedCall): Promise<void> {
  const row = await change(tx, call.booking, payableAfter(call.booking.during.start, tx.now));
  await takeStrangerMail(tx, row.email);
  await queueMails(tx, [callToPayMail({ ...call, booking: row })]);
}

/** Makes a pending call count: confirms it to both sides, invites the guests and publishes it. The caller holds the hosts' locks. */
export async function countCall(tx: Ctx, call: BookedCall): Promise<BookingRow> {
  const row = await change(tx, call.booking, {
    ...{ status: "confirmed", awaits: null, awaitsUntil: null },
    // A call that is paid late was canceled meanwhile.
    ...{ pendingEnd: null, canceledAt: null, cancellationReason: null },
  });
  await noteChange(tx, row, "made");
  await withdrawLinkAgain(tx, row.id);
  await tx.db.delete(bookingGuest).where(eq(bookingGuest.bookingId, row.id));
  await takeStrangerMail(tx, row.email);
  const guests = await inviteGuests(tx, { ...call, booking: row }, call.guests);
  const counted = { ...call, booking: row, guests };
  const brief = await findBrief(tx, row);
  await queueMails(tx, [
    callBookedMail(counted, tx.now),
    ...perHost(counted).map((each) => callBookedHostMail(each, brief, tx.now)),
  ]);
  await publish(tx, bookingMade, eventOf(counted));
  return row;
}

async function endPending(tx: Ctx, call: BookedCall, pendingEnd: PendingEnd, reason: string): Promise<void> {
  const row = await change(tx, call.booking, {
    ...{ status: "cancelled", awaits: null, awaitsUntil: null, pendingEnd },
    ...{ canceledAt: tx.now, cancellationReason: reason || null },
  });
  await noteChange(tx, row, "cancelled", reason);
  const ended = { ...call, booking: row };
  await takeStrangerMail(tx, row.email);
  await queueMails(tx, [
    callNotConfirmedMail(ended, pendingEnd, reason),
    ...(isKnownToHosts(call) && pendingEnd !== "declined" ? perHost(ended).map(requestExpiredHostMail) : []),
  ]);
}

const perRun = 50;

/**
 * Cancels pending calls that have expired, and requests for an unlock call of a blueprint that has a confirmed one. Returns their
 * number. Safe to run concurrently.
 */
export async function expirePending(ctx: Ctx): Promise<number> {
  const isOver = and(eq(booking.status, "pending"), or(lte(booking.awaitsUntil, ctx.now), isSuperseded));
  const over = await ctx.db
    .select({ id: booking.id, isSuperseded: sql<boolean>`${isSuperseded}` })
    .from(booking)
    .where(isOver)
    .limit(perRun);
  let ended = 0;
  for (const { id, isSuperseded: hasOther } of over) {
    const result = await onCall(ctx, { bookingId: id }, async (tx, { call }) => {
      const { status, awaits, awaitsUntil } = call.booking;
      if (status !== "pending" || (!hasOther && awaitsUntil! > tx.now)) return refuse("decided");
      if (hasOther) await endPending(tx, call, "declined", "Another call for the same blueprint is confirmed.");
      else await endPending(tx, call, awaits === "payment" ? "unpaid" : "expired", "");
      return ok();
    });
    if (result.ok) ended += 1;
  }
  return ended;
}

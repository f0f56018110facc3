import { eq } from "drizzle-orm";
import { ok, type Result, refuse } from "../../lib/result.ts";
import { newId } from "../../lib/uuid.ts";
import { type Ctx, inTransaction } from "../../platform/context.server.ts";
import { publish } from "../../platform/events.server.ts";
import { takeTurn } from "../../platform/turns.server.ts";
import { queueMail } from "../mail/mail.server.ts";
import type { BookedCall, BookingRow } from "./booked-call.server.ts";
import type { BookRefusal, CallRequest } from "./booking.ts";
import { violates } from "./constraint.server.ts";
import { callBookedHostMail, callBookedMail } from "./emails/call-booked.tsx";
import { hashIdempotencyKey, hashManageToken, hashRequest, manageToken, manageUrl } from "./manage-token.server.ts";
import { findSchedule, type Schedule, slotQuestion } from "./schedule.server.ts";
import { blockedBy, isOffered } from "./slots.ts";
import { booking, bookingChange } from "./tables.server.ts";

/*
 * Booking calls. A visitor sees free times (calendar.server.ts asks the rule in slots.ts), picks one and leaves a name and an
 * address; both sides get a mail with a calendar file. The link in the visitor's mail shows, moves and cancels the call
 * (reschedule.server.ts). No account is needed.
 *
 * Life of a booking: confirmed, moved any number of times, perhaps cancelled; never deleted. A move keeps row, UID and
 * link; every change after the first raises SEQUENCE, so calendars follow, and leaves a row in booking_change.
 *
 * What must always be true:
 * - A host is in one call at a time, buffers included. Whoever books takes the host's turn, looks again whether the time is
 *   offered, then writes; and the exclusion constraint in the database holds even if some other code forgets to.
 * - Row, history, both mails and the event are one transaction: nobody is told of a call that does not exist, or the
 *   other way round. Of fifty who want one slot at once, one gets it, and two mails leave.
 * - The same Idempotency-Key with the same question is answered alike and books once; with another question it is refused.
 * - The right to change a call is its token (manage-token.server.ts) and nothing else; its UID gives no right.
 *
 * It does not hold a slot while somebody types: the time is theirs when it is booked, and the page keeps what they typed.
 */

declare module "../../platform/events.server.ts" {
  interface Events {
    "booking.made": BookingEvent;
    "booking.moved": BookingEvent & { before: { start: Date; end: Date } };
    "booking.cancelled": BookingEvent & { reason: string };
  }
}

export type BookingEvent = {
  bookingId: string;
  uid: string;
  /** Slug of the kind of call. */
  eventType: string;
  start: Date;
  end: Date;
  name: string;
  email: string;
  /** The signed-in person who booked. */
  userId: string | null;
};

export type BookCall = CallRequest & { eventType: string; idempotencyKey?: string | undefined };
export type Booked = { uid: string; start: Date; end: Date; manageUrl: string };

/**
 * Books one call. Refusals: unknown_event_type; taken (by another call); not_offered (outside hours, notice, horizon or
 * cap); key_reused (the idempotency key was used for another question). A repeat answers the booking as it is now.
 */
export async function bookCall(ctx: Ctx, request: BookCall): Promise<Result<Booked, BookRefusal>> {
  const schedule = await findSchedule(ctx, { slug: request.eventType });
  if (!schedule) return refuse("unknown_event_type");
  try {
    return await inTransaction(ctx, async (tx) => {
      await takeTurn(tx, "host-calendar", schedule.host.id);
      const repeated = await findRepeat(tx, request);
      if (repeated) return repeated;
      const refusal = await whyNot(tx, schedule, request.start);
      return refusal ? refuse(refusal) : ok(await book(tx, schedule, request));
    });
  } catch (error) {
    if (violates(error, "booking_one_call_at_a_time")) return refuse("taken");
    throw error;
  }
}

/** Null when the time may be booked. A time that only another call stands against is `taken`. */
export async function whyNot(
  tx: Ctx,
  schedule: Schedule,
  start: Date,
  except?: string,
): Promise<"taken" | "not_offered" | null> {
  const question = await slotQuestion(tx, schedule, { start, end: start }, except);
  if (isOffered(question, start)) return null;
  return isOffered({ ...question, taken: [] }, start) ? "taken" : "not_offered";
}

async function findRepeat(tx: Ctx, request: BookCall): Promise<Result<Booked, "key_reused"> | null> {
  const { idempotencyKeyHash, requestHash } = hashesOf(request);
  if (!idempotencyKeyHash) return null;
  const [row] = await tx.db.select().from(booking).where(eq(booking.idempotencyKeyHash, idempotencyKeyHash));
  if (!row) return null;
  return row.requestHash === requestHash && row.status === "confirmed" ? ok(answer(row)) : refuse("key_reused");
}

function hashesOf({ idempotencyKey: key, eventType, email, start, name, timezone, notes }: BookCall) {
  if (!key) return { idempotencyKeyHash: null, requestHash: null };
  return {
    idempotencyKeyHash: hashIdempotencyKey(key, eventType, email),
    requestHash: hashRequest([start.toISOString(), name, timezone, notes]),
  };
}

async function book(tx: Ctx, schedule: Schedule, request: BookCall): Promise<Booked> {
  const { kind, host } = schedule;
  const id = newId();
  const token = manageToken(id);
  const userId = tx.actor.kind === "user" ? tx.actor.userId : null;
  const [row] = await tx.db
    .insert(booking)
    .values({
      id,
      uid: crypto.randomUUID(),
      eventTypeId: kind.id,
      hostId: host.id,
      ...timesOf(request.start, schedule),
      name: request.name,
      email: request.email,
      timezone: request.timezone,
      notes: request.notes,
      userId,
      manageTokenHash: hashManageToken(token),
      ...hashesOf(request),
      createdAt: tx.now,
    })
    .returning();
  if (!row) throw new Error("A booking that was written is not there");
  const call = { booking: row, kind, host, token };
  await noteChange(tx, row, "made");
  await queueMail(tx, callBookedMail(call, tx.now));
  await queueMail(tx, callBookedHostMail(call, tx.now));
  await publish(tx, "booking.made", eventOf(call));
  return answer(row);
}

/** The columns that say when. */
export function timesOf(start: Date, { rules }: Schedule) {
  const blocked = blockedBy(start.getTime(), rules);
  return {
    during: { start, end: new Date(start.getTime() + rules.durationMinutes * 60_000) },
    blocked: { start: new Date(blocked.start), end: new Date(blocked.end) },
  };
}

/** Adds to the history what the row has just become. */
export async function noteChange(tx: Ctx, row: BookingRow, act: "made" | "moved" | "cancelled", reason?: string) {
  await tx.db.insert(bookingChange).values({
    bookingId: row.id,
    act,
    at: tx.now,
    during: row.during,
    sequence: row.sequence,
    reason: reason || null,
    actorUserId: tx.actor.kind === "user" ? tx.actor.userId : null,
  });
}

/** What other rooms are told. */
export const eventOf = ({ booking: { id, uid, during, name, email, userId }, kind }: BookedCall): BookingEvent => ({
  bookingId: id,
  uid,
  eventType: kind.slug,
  ...during,
  name,
  email,
  userId,
});

const answer = ({ id, uid, during }: BookingRow): Booked => ({ uid, ...during, manageUrl: manageUrl(manageToken(id)) });

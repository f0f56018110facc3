import { eq } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import { queueMails } from "#app/features/mail/mail.server.ts";
import { countStrangerMail } from "#app/features/mail/stranger-mail.server.ts";
import { type Refusal, refuse, tooMany } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import { violates } from "#app/platform/constraint.server.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { callTimes } from "../availability/call-times.ts";
import { releaseHold } from "../availability/holds.server.ts";
import { findSchedule, type HostRow, type Schedule } from "../availability/schedule.server.ts";
import type { BookRefusal, CallRequest } from "../booking.ts";
import { callBookedHostMail, callBookedMail } from "../emails/call-booked.tsx";
import { bookingMade, type CallPayload } from "../events.ts";
import { chooseHost, takeHostTurns } from "../hosts/host-choice.server.ts";
import { answerFaults, keptAnswers } from "../questions.ts";
import { type BookingAct, booking, bookingChange } from "../tables.server.ts";
import type { BookedCall, BookingRow } from "./booked-call.server.ts";
import { findBrief } from "./brief.server.ts";
import { countAnonymousBooking, tooManyCallsAhead } from "./calls-ahead.server.ts";
import { hashIdempotencyKey, hashRequest, hashToken, manageToken, manageUrl } from "./manage-token.server.ts";
import { raceFor } from "./slot-race.ts";

/*
 * Booking calls. A visitor sees free times (calendar.server.ts asks the rule in slots.ts), picks one and leaves a name and an
 * address; both sides get a mail with a calendar file. The link in the visitor's mail shows, moves and cancels the call
 * (reschedule.server.ts). No account is needed. While the form is filled in, the slot is held (holds.server.ts).
 *
 * Life of a booking: confirmed, moved any number of times, perhaps cancelled; never deleted while its person is known. A move
 * keeps row, UID, host and link; every change after the first raises SEQUENCE, so calendars follow, and leaves a row in
 * booking_change. Reminders go out a day and an hour before (reminders.server.ts). When its end has passed it took place,
 * unless an admin says that nobody came (outcome.server.ts). A kind of call may have several hosts: round-robin.ts.
 *
 * What must always be true:
 * - A host is in one call at a time, buffers included. Whoever books takes the hosts' turn, looks again whether the time is
 *   offered, then writes; and the exclusion constraint in the database holds even if some other code forgets to.
 * - Row, history, both mails and the event are one transaction: nobody is told of a call that does not exist, or the
 *   other way round. Of fifty who want one slot at once, one gets it, and two mails leave.
 * - Nobody fills another person's calendar or mailbox: calls-ahead.server.ts, mail/stranger-mail.server.ts.
 * - The same Idempotency-Key with the same question is answered alike and books once; with another question it is refused.
 * - The right to change a call is its token (manage-token.server.ts) and nothing else; its UID gives no right.
 *
 * Bookings made in Calendly arrive in the same tables (calendly.server.ts); Calendly mails, moves and cancels those itself.
 */

export type BookCall = CallRequest & {
  eventType: string;
  idempotencyKey?: string | undefined;
  /** The client's, whose anonymous bookings are limited. */
  address?: string;
};
export type Booked = { uid: string; start: Date; end: Date; manageUrl: string };

/**
 * Books one call. Refusals: unknown_event_type; taken (by another call, hold or busy time); not_offered (outside hours,
 * notice, horizon or cap); answers_incomplete (the kind's questions: `answerFaults` tells which); key_reused (the idempotency
 * key was used for another question); address_has_calls and person_has_calls (as many ahead as allowed);
 * too_many (anonymous bookings of this client in an hour). A repeat returns the booking as it is now. Throws MailboxFull.
 */
export async function bookCall(ctx: Ctx, request: BookCall): Promise<Result<Booked, BookRefusal>> {
  // Whoever holds the slot is in no race.
  if (request.hold) return (await attempt(ctx, request)).result;
  const slot = `${request.eventType} ${request.start.toISOString()}`;
  const raced = await raceFor(slot, () => attempt(ctx, request), whatOthersLearn);
  if ("outcome" in raced) return raced.outcome.result;
  return (await findRepeat(ctx, request)) ?? refuse(raced.lesson);
}

type Attempt = {
  result: Result<Booked, BookRefusal>;
  /** Nobody else has that slot now. */
  isLast: boolean;
};

/** Those who asked for the same slot meanwhile: it is gone when it went to its last host, or was not to be had at all. */
function whatOthersLearn({ result, isLast }: Attempt): "taken" | "not_offered" | undefined {
  if (result.ok) return isLast ? "taken" : undefined;
  const { kind } = result.reason;
  return kind === "taken" || kind === "not_offered" ? kind : undefined;
}

async function attempt(ctx: Ctx, request: BookCall): Promise<Attempt> {
  const refused = (kind: Exclude<BookRefusal["kind"], "too_many">): Attempt => ({
    result: refuse(kind),
    isLast: false,
  });
  const schedule = await findSchedule(ctx, { slug: request.eventType });
  if (!schedule) return refused("unknown_event_type");
  if (Object.keys(answerFaults(schedule.kind.questions, request.answers)).length > 0)
    return refused("answers_incomplete");
  try {
    return await inTransaction(ctx, async (tx) => {
      await takeHostTurns(tx, schedule);
      const repeated = await findRepeat(tx, request);
      if (repeated) return { result: repeated, isLast: false };
      const chosen = await chooseHost(tx, schedule, request.start, { hold: request.hold });
      if (!chosen.ok) return refused(chosen.reason.kind);
      const callsAhead = await tooManyCallsAhead(tx, request.email);
      if (callsAhead) return refused(callsAhead);
      const limit = await countAnonymousBooking(tx, request.address);
      if (!limit.allowed) return { result: tooMany(limit.retryAfterSeconds), isLast: false };
      if (request.hold) await releaseHold(tx, request.hold);
      const { host, isLast } = chosen.value;
      return { result: ok(await book(tx, schedule, host, request)), isLast };
    });
  } catch (error) {
    if (violates(error, "booking_one_call_at_a_time")) return refused("taken");
    throw error;
  }
}

async function findRepeat(tx: Ctx, request: BookCall): Promise<Result<Booked, Refusal<"key_reused">> | null> {
  const { idempotencyKeyHash, requestHash } = hashesOf(request);
  if (!idempotencyKeyHash) return null;
  const [row] = await tx.db.select().from(booking).where(eq(booking.idempotencyKeyHash, idempotencyKeyHash));
  if (!row) return null;
  return row.requestHash === requestHash && row.status === "confirmed" ? ok(answer(row)) : refuse("key_reused");
}

function hashesOf({ idempotencyKey: key, eventType, email, start, name, timezone, notes, answers }: BookCall) {
  if (!key) return { idempotencyKeyHash: null, requestHash: null };
  return {
    idempotencyKeyHash: hashIdempotencyKey(key, eventType, email),
    requestHash: hashRequest([start.toISOString(), name, timezone, notes, answers]),
  };
}

async function book(tx: Ctx, { kind, rules }: Schedule, host: HostRow, request: BookCall): Promise<Booked> {
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
      ...callTimes(request.start, rules),
      name: request.name,
      email: request.email,
      timezone: request.timezone,
      notes: request.notes,
      answers: keptAnswers(kind.questions, request.answers),
      tracking: request.tracking,
      userId,
      manageTokenHash: hashToken(token),
      ...hashesOf(request),
      createdAt: tx.now,
    })
    .returning();
  if (!row) throw new Error("A booking that was written is not there");
  const call = { booking: row, kind, host, token };
  await noteChange(tx, row, "made");
  const brief = await findBrief(tx, row);
  await countStrangerMail(tx, row.email);
  await queueMails(tx, [callBookedMail(call, tx.now), callBookedHostMail(call, brief, tx.now)]);
  await publish(tx, bookingMade, eventOf(call));
  return answer(row);
}

/** Adds to the history what the row has just become. */
export async function noteChange(tx: Ctx, row: BookingRow, act: BookingAct, reason?: string) {
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

/** The payload of every event about a call. */
export const eventOf = ({ booking: { id, uid, during, name, email, userId }, kind }: BookedCall): CallPayload => ({
  bookingId: id,
  uid,
  eventType: kind.slug,
  ...during,
  name,
  email,
  userId,
});

const answer = ({ id, uid, during }: BookingRow): Booked => ({ uid, ...during, manageUrl: manageUrl(manageToken(id)) });

import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import { queueMails } from "#app/features/mail/mail.server.ts";
import { countStrangerMail } from "#app/features/mail/sending/stranger-mail.server.ts";
import { userIdOf } from "#app/lib/actor.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type Refusal, refuse, tooMany } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { violates } from "#app/platform/database/constraint.server.ts";
import { hashToken } from "#app/platform/secrets/hashes.server.ts";
import { hasUnlockCall, ownBlueprint } from "../agenda/blueprint-calls.server.ts";
import { type BookedCall, type BookingRow, perHost, placeWithoutVideo } from "../agenda/booked-call.server.ts";
import { findBrief } from "../agenda/brief.server.ts";
import { callTimes } from "../availability/call-times.ts";
import { releaseHold } from "../availability/holds.server.ts";
import { calendarHosts, findSchedule, type HostRow, type Schedule } from "../availability/schedule.server.ts";
import { raceFor } from "../availability/slot-race.ts";
import {
  type BookingStatus,
  type BookRefusal,
  blueprintUnlockCall,
  type CallRequest,
  type TimeRefusal,
} from "../booking.ts";
import { queueCalendarWrite } from "../calendars/queue.server.ts";
import { refreshCalendars } from "../calendars/refresh.server.ts";
import { callBookedHostMail, callBookedMail } from "../emails/call-booked.tsx";
import { callRequestedHostMail, callRequestedMail } from "../emails/call-requested.tsx";
import { bookingMade, type CallPayload } from "../events.ts";
import { nameLinkedCall, offerLinkAgain, takeBookingLink, whyBarred } from "../hosts/audience.server.ts";
import { askedQuestions } from "../hosts/event-type.ts";
import { chooseHost, findHold, takeHostTurns } from "../hosts/host-choice.server.ts";
import { answerFaults, keptAnswers } from "../hosts/questions.ts";
import { type BookingAction, booking, bookingChange, bookingCohost, bookingGuest } from "../tables.server.ts";
import { countAnonymousBooking, tooManyCallsAhead } from "./calls-ahead.server.ts";
import { decisionUrl, pendingOf } from "./decision-token.server.ts";
import { inviteGuests } from "./guests.server.ts";
import { hashIdempotencyKey, hashRequest, manageToken, manageUrl } from "./manage-token.server.ts";
import { roomPlaceholder } from "./meeting-link.ts";

/*
 * Booking calls. A visitor sees free times (calendar.server.ts, which uses the rule in slots.ts), picks one and enters a
 * name and an address; both sides get a mail with a calendar file. The link in the visitor's mail shows, reschedules and
 * cancels the call (reschedule.server.ts). No account is needed. The slot is held while the visitor fills in the form
 * (holds.server.ts).
 *
 * Life of a booking: pending if a host must confirm it first (pending.server.ts), confirmed, rescheduled any number of times, possibly canceled; never deleted while its person is
 * known. Rescheduling keeps row, UID, host and link; every change after the first increases SEQUENCE, so that calendars
 * update, and inserts a row into booking_change. Reminders are sent a day and an hour before (reminders.server.ts). After
 * its end the call counts as held unless an admin marks it as a no-show (outcome.server.ts). An event type can have several
 * hosts: round-robin.ts.
 *
 * Invariants:
 * - A host has one call at a time, buffers included. A booking locks the hosts, checks again that the time is offered, then
 *   writes; the exclusion constraint in the database holds even if other code forgets to lock.
 * - Row, history, both mails and the event are one transaction: there is no notification without a booking and no booking
 *   without notifications. Of fifty simultaneous bookings of one slot, one succeeds and two mails are sent.
 * - No one can fill another person's calendar or mailbox: calls-ahead.server.ts, mail/sending/stranger-mail.server.ts.
 * - Requests with the same Idempotency-Key and the same input book once and get the same response; other input is refused.
 * - Only the token (manage-token.server.ts) grants the right to change a call; its UID does not.
 *
 * Calls booked in Calendly are stored in the same tables (calendly.server.ts); Calendly mails, reschedules and cancels
 * them.
 */

/** Returns the video link of a new call from its host's setting; a pattern gets 80 random bits. */
const newMeetingUrl = (setting: string | null): string | null =>
  setting?.replaceAll(roomPlaceholder, () => `gtmarc-${randomBytes(10).toString("hex")}`) ?? null;

export type BookCall = Omit<CallRequest, "guests"> & {
  guests?: readonly string[];
  eventType: string;
  idempotencyKey?: string | undefined;
  /** The client address; anonymous bookings are limited per client. */
  address?: string;
};
export type Booked = { uid: string; start: Date; end: Date; status: BookingStatus; manageUrl: string };

/**
 * Books one call. Refusals: unknown_event_type; those of `whyBarred` (audience.server.ts); taken (by another call, hold or busy time); calendar_unread; not_offered (outside hours,
 * notice, horizon or cap); answers_incomplete (questions of the event type, see `answerFaults`); price_changed (not the price that the form showed); key_reused (the
 * idempotency key was used with other input); address_has_calls and person_has_calls (the maximum number of upcoming
 * calls); blueprint_has_call (a second unlock call of one blueprint); too_many (anonymous bookings of this client in an hour). A repeat returns the current booking. Throws
 * MailboxFull.
 */
export async function bookCall(ctx: Ctx, request: BookCall): Promise<Result<Booked, BookRefusal>> {
  // A slot with a hold has no competing requests.
  if (request.hold) return (await attempt(ctx, request)).result;
  const slot = `${request.eventType} ${request.start.toISOString()} ${request.host ?? ""}`;
  const raced = await raceFor(slot, () => attempt(ctx, request), whatOthersLearn);
  if ("outcome" in raced) return raced.outcome.result;
  return (await findRepeat(ctx, request)) ?? refuse(raced.refusal);
}

type Attempt = {
  result: Result<Booked, BookRefusal>;
  /** The slot has no other free host. */
  isLast: boolean;
};

/** The outcome for concurrent requests for the same slot: taken if its last host was booked, or the shared refusal. */
function whatOthersLearn({ result, isLast }: Attempt): TimeRefusal["kind"] | undefined {
  if (result.ok) return isLast ? "taken" : undefined;
  const { kind } = result.reason;
  return kind === "taken" || kind === "not_offered" || kind === "calendar_unread" ? kind : undefined;
}

async function attempt(ctx: Ctx, request: BookCall): Promise<Attempt> {
  const refused = (kind: Exclude<BookRefusal["kind"], "too_many" | "price_changed">): Attempt => ({
    result: refuse(kind),
    isLast: false,
  });
  const schedule = await findSchedule(ctx, { slug: request.eventType, chosen: request.host });
  if (!schedule) return refused("unknown_event_type");
  if (Object.keys(answerFaults(askedQuestions(schedule.kind), request.answers)).length > 0)
    return refused("answers_incomplete");
  const bar = await whyBarred(ctx, schedule.kind, request.link);
  // A repeat of a booking has used its link.
  if (bar && bar !== "link_used") return refused(bar);
  await refreshCalendars(ctx, calendarHosts(schedule), 0);
  try {
    return await inTransaction(ctx, async (tx) => {
      await takeHostTurns(tx, schedule);
      const repeated = await findRepeat(tx, request);
      if (repeated) return { result: repeated, isLast: false };
      if (bar) return refused(bar);
      const { id: eventTypeId, priceCents } = schedule.kind;
      if (request.priceCents !== undefined && request.priceCents !== priceCents)
        return { result: refuse("price_changed", { priceCents }), isLast: false };
      const { hold: token, start } = request;
      const held = token ? await findHold(tx, { token, eventTypeId, start }) : undefined;
      const chosen = await chooseHost(tx, schedule, request.start, { hold: request.hold }, held?.heldAt);
      if (!chosen.ok) return refused(chosen.reason.kind);
      const blueprintId = await ownBlueprint(tx, request.blueprint);
      if (blueprintId && request.eventType === blueprintUnlockCall && (await hasUnlockCall(tx, blueprintId)))
        return refused("blueprint_has_call");
      const callsAhead = await tooManyCallsAhead(tx, request.email);
      if (callsAhead) return refused(callsAhead);
      const limit = await countAnonymousBooking(tx, request.address);
      if (!limit.allowed) return { result: tooMany(limit.retryAfterSeconds), isLast: false };
      const isByLink = schedule.kind.audience === "link";
      const linkId = isByLink ? await takeBookingLink(tx, schedule.kind.id, request.link ?? "") : null;
      if (isByLink && !linkId) return refused("link_used");
      if (request.hold) await releaseHold(tx, request.hold);
      const { isLast, ...hosts } = chosen.value;
      const booked = await book(tx, schedule, hosts, { ...request, blueprintId, linkId });
      return { result: ok(booked), isLast };
    });
  } catch (error) {
    if (isClash(error)) return refused("taken");
    throw error;
  }
}

/** Another call of one of the hosts has this time. */
export const isClash = (error: unknown): boolean =>
  violates(error, "booking_one_call_at_a_time") || violates(error, "booking_cohost_one_call_at_a_time");

async function findRepeat(tx: Ctx, request: BookCall): Promise<Result<Booked, Refusal<"key_reused">> | null> {
  const { idempotencyKeyHash, requestHash } = hashesOf(request);
  if (!idempotencyKeyHash) return null;
  const [row] = await tx.db.select().from(booking).where(eq(booking.idempotencyKeyHash, idempotencyKeyHash));
  if (!row) return null;
  return row.requestHash === requestHash && row.status !== "cancelled" ? ok(answer(row)) : refuse("key_reused");
}

function hashesOf(request: BookCall) {
  const { idempotencyKey: key, eventType, email, start, name, timezone, notes, guests = [], answers, host } = request;
  if (!key) return { idempotencyKeyHash: null, requestHash: null };
  return {
    idempotencyKeyHash: hashIdempotencyKey(key, eventType, email),
    requestHash: hashRequest([start.toISOString(), name, timezone, notes, guests, answers, ...(host ? [host] : [])]),
  };
}

async function book(
  tx: Ctx,
  { kind, rules }: Schedule,
  { host, cohosts }: { host: HostRow; cohosts: HostRow[] },
  request: BookCall & { blueprintId: string | null; linkId: string | null },
): Promise<Booked> {
  const id = newId();
  const token = manageToken(id);
  const userId = userIdOf(tx.actor);
  const place = placeWithoutVideo(kind, host);
  const [row] = await tx.db
    .insert(booking)
    .values({
      id,
      uid: crypto.randomUUID(),
      eventTypeId: kind.id,
      hostId: host.id,
      ...callTimes(request.start, rules),
      ...pick(request, ["name", "email", "timezone", "notes", "tracking", "blueprintId"]),
      place,
      meetingUrl: place === null ? newMeetingUrl(host.meetingUrl) : null,
      answers: keptAnswers(askedQuestions(kind), request.answers),
      userId,
      manageTokenHash: hashToken(token),
      ...pendingOf(kind, request.start, tx.now),
      ...hashesOf(request),
      createdAt: tx.now,
    })
    .returning();
  if (!row) throw new Error("The inserted booking was not found");
  if (request.linkId) await nameLinkedCall(tx, request.linkId, id);
  if (cohosts.length > 0)
    await tx.db
      .insert(bookingCohost)
      .values(cohosts.map((cohost) => ({ bookingId: id, hostId: cohost.id, blocked: row.blocked })));
  if (row.status === "pending") {
    await noteChange(tx, row, "requested");
    await openPending(tx, { booking: row, kind, host, cohosts, token, guests: request.guests ?? [] });
    return answer(row);
  }
  await noteChange(tx, row, "made");
  const brief = await findBrief(tx, row);
  await countStrangerMail(tx, row.email);
  const guests = await inviteGuests(tx, { booking: row, kind, host, cohosts, token }, request.guests ?? []);
  const call = { booking: row, kind, host, cohosts, token, guests };
  await queueMails(tx, [
    callBookedMail(call, tx.now),
    ...perHost(call).map((each) => callBookedHostMail(each, brief, tx.now)),
  ]);
  await publish(tx, bookingMade, eventOf(call));
  return answer(row);
}

/** Stores the guests of a pending call, who are invited when it counts, and asks the hosts to confirm it if it waits for them. */
async function openPending(tx: Ctx, call: BookedCall): Promise<void> {
  const { booking: row, guests } = call;
  if (guests.length > 0)
    await tx.db
      .insert(bookingGuest)
      .values([...new Set(guests)].map((email) => ({ bookingId: row.id, email, createdAt: tx.now })));
  if (row.awaits !== "host") return;
  await countStrangerMail(tx, row.email);
  const brief = await findBrief(tx, row);
  await queueMails(tx, [
    callRequestedMail(call),
    ...perHost(call).map((each) => callRequestedHostMail(each, brief, decisionUrl(row.id))),
  ]);
}

/** Gives the further hosts of a call its time; none after its cancellation. */
export async function blockCohosts(tx: Ctx, { id, status, blocked }: BookingRow): Promise<void> {
  await tx.db
    .update(bookingCohost)
    .set({ blocked: status === "cancelled" ? null : blocked })
    .where(eq(bookingCohost.bookingId, id));
}

export async function noteChange(tx: Ctx, row: BookingRow, action: BookingAction, reason?: string) {
  await tx.db.insert(bookingChange).values({
    bookingId: row.id,
    action,
    at: tx.now,
    during: row.during,
    sequence: row.sequence,
    reason: reason || null,
    actorUserId: userIdOf(tx.actor),
  });
  if (action === "cancelled") await offerLinkAgain(tx, row);
  await queueCalendarWrite(tx, row, action);
}

export const eventOf = ({
  booking: { id, uid, during, name, email, userId },
  kind,
}: Pick<BookedCall, "booking" | "kind">): CallPayload => ({
  bookingId: id,
  uid,
  eventType: kind.slug,
  ...during,
  name,
  email,
  userId,
});

const answer = ({ id, uid, during, status }: BookingRow): Booked => ({
  uid,
  ...during,
  status,
  manageUrl: manageUrl(manageToken(id)),
});

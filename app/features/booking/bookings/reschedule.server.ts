import { and, eq, ne } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import { queueMails } from "#app/features/mail/mail.server.ts";
import { countStrangerMail, takeStrangerMail } from "#app/features/mail/sending/stranger-mail.server.ts";
import { adminCommand, recorded, unrecorded } from "#app/features/security/audit/admin-command.server.ts";
import { canChange } from "#app/lib/actor.ts";
import { hourMs, minuteMs } from "#app/lib/durations.ts";
import { forgottenAddress } from "#app/lib/people/forgotten-address.ts";
import { type NotAdmin, type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Refused, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { hashToken } from "#app/platform/secrets/hashes.server.ts";
import {
  type BookedCall,
  type BookingRow,
  isKnownToHosts,
  isRefundable,
  isTooLate,
  perHost,
  refundStart,
} from "../agenda/booked-call.server.ts";
import { bookingAudit } from "../audit.ts";
import { callTimes } from "../availability/call-times.ts";
import { findSchedule, type Schedule } from "../availability/schedule.server.ts";
import type { TimeRange } from "../availability/time-range.server.ts";
import type { BookingStatus, CancelRefusal, MoveRefusal, TimeRefusal } from "../booking.ts";
import { refreshForCall } from "../calendars/refresh.server.ts";
import { callCancelledHostMail, callCancelledMail } from "../emails/call-cancelled.tsx";
import { callMovedHostMail, callMovedMail } from "../emails/call-moved.tsx";
import { bookingCancelled, bookingMoved } from "../events.ts";
import { chooseHost, takeHostTurns } from "../hosts/host-choice.server.ts";
import { booking } from "../tables.server.ts";
import { blockCohosts, eventOf, isClash, noteChange } from "./booking.server.ts";
import { findGuests, notifyGuests, withdrawOldNews } from "./guests.server.ts";
import { currentToken } from "./manage-token.server.ts";

/*
 * Changes a booked call, using the link from its mail. Like booking, both commands lock the hosts and then read the row, so
 * simultaneous changes (two tabs, or a move and a cancellation) run one after the other and the second sees the first. Repeats are
 * idempotent: they change nothing, send nothing and get the same response.
 */

type Changed = { uid: string; start: Date; end: Date; status: BookingStatus };

/** Cancels a call that has not started; its slot becomes free. Refusals: not_found, already_started, elsewhere, too_late. */
export const cancelCall = (
  ctx: Ctx,
  input: { token: string; reason?: string },
): Promise<Result<Changed, CancelRefusal>> =>
  onCall(ctx, { token: input.token }, async (tx, { call }) => {
    if (call.booking.source !== "own") return refuse("elsewhere");
    if (call.booking.status === "cancelled") return ok(answer(call.booking));
    if (hasStarted(tx, call.booking)) return refuse("already_started");
    if (call.booking.status !== "pending" && isTooLate(call, tx.now)) return refuse("too_late");
    return ok(answer(await cancelBooked(tx, call, { reason: input.reason ?? "", by: "visitor" })));
  });

/**
 * Cancels a call as the firm, for admins; the visitor gets the reason by mail. Refusals: not_admin, not_found,
 * already_started, elsewhere.
 */
export async function cancelForFirm(
  ctx: Ctx,
  input: { bookingId: string; reason: string },
): Promise<Result<undefined, NotAdmin | CancelRefusal>> {
  return adminCommand(ctx, "calendar", (admin) =>
    onCall(admin, input, async (tx, { call }) => {
      if (call.booking.source !== "own") return refuse("elsewhere");
      if (call.booking.status === "cancelled") return unrecorded();
      if (hasStarted(tx, call.booking)) return refuse("already_started");
      await cancelBooked(tx, call, { reason: input.reason, by: "firm" });
      return recorded({ action: bookingAudit.bookingCancelled, subject: call.booking.id });
    }),
  );
}

/**
 * Cancels the call and notifies both sides, the guests and other features. The caller holds the hosts' lock. The mails count for the
 * mailbox limit and are sent even if it is reached: each cancels what a counted one announced.
 */
async function cancelBooked(
  tx: Ctx,
  call: BookedCall,
  { reason, by }: { reason: string; by: "visitor" | "firm" },
): Promise<BookingRow> {
  await withdrawOldNews(tx, call);
  const wasCounted = call.booking.status !== "pending";
  const isPriced = call.booking.priceCents !== null && wasCounted;
  const row = await change(tx, call.booking, {
    status: "cancelled",
    canceledAt: tx.now,
    cancellationReason: reason || null,
    ...{ awaits: null, awaitsUntil: null },
    isRefundDue: isPriced && (by === "firm" || isRefundable(call, tx.now)),
  });
  const cancelled = { ...call, booking: row };
  await noteChange(tx, row, "cancelled", reason);
  const reasonForVisitor = by === "firm" ? reason : null;
  await takeStrangerMail(tx, row.email);
  await queueMails(tx, [
    callCancelledMail(cancelled, tx.now, reasonForVisitor, wasCounted),
    ...(isKnownToHosts(call) ? perHost(cancelled) : []).map((each) => callCancelledHostMail(each, tx.now, wasCounted)),
  ]);
  if (!wasCounted) return row;
  await notifyGuests(tx, cancelled, { what: "cancelled" });
  await publish(tx, bookingCancelled, { ...eventOf(cancelled), reason });
  return row;
}

/**
 * Reschedules a call by the same rules as a new one; its current time does not block it. Row, UID and link are kept. Refusals:
 * not_found, cancelled, already_started, elsewhere, too_late, pending, taken, not_offered, calendar_unread. Throws MailboxFull.
 */
export async function moveCall(ctx: Ctx, input: { token: string; start: Date }): Promise<Result<Changed, MoveRefusal>> {
  await refreshForCall(ctx, { token: input.token });
  try {
    return await onCall(ctx, { token: input.token }, async (tx, { call, schedule }) => {
      const before = call.booking.during;
      if (call.booking.source !== "own") return refuse("elsewhere");
      if (call.booking.status === "cancelled") return refuse("cancelled");
      if (call.booking.status === "pending") return refuse("pending");
      if (hasStarted(tx, call.booking)) return refuse("already_started");
      if (isTooLate(call, tx.now)) return refuse("too_late");
      if (before.start.getTime() === input.start.getTime()) return ok(answer(call.booking));
      const moved = await moveBooked(tx, { call, schedule }, { start: input.start, firmsReason: null });
      return moved.ok ? ok(answer(moved.value)) : moved;
    });
  } catch (error) {
    if (isClash(error)) return refuse("taken");
    throw error;
  }
}

/**
 * Moves a call as the firm, for admins, by the same rules; the visitor and the guests get the new time by mail, the visitor
 * with the reason. Refusals: those of `moveCall`, not_admin.
 */
export async function moveForFirm(
  ctx: Ctx,
  input: { bookingId: string; start: Date; reason: string },
): Promise<Result<undefined, NotAdmin | MoveRefusal>> {
  if (canChange(ctx.actor, "calendar")) await refreshForCall(ctx, { bookingId: input.bookingId });
  try {
    return await adminCommand(ctx, "calendar", (admin) =>
      onCall(admin, input, async (tx, { call, schedule }) => {
        const { booking: row } = call;
        if (row.source !== "own") return refuse("elsewhere");
        if (row.status === "cancelled") return refuse("cancelled");
        if (row.status === "pending") return refuse("pending");
        if (hasStarted(tx, row)) return refuse("already_started");
        if (row.during.start.getTime() === input.start.getTime()) return unrecorded();
        const moved = await moveBooked(tx, { call, schedule }, { start: input.start, firmsReason: input.reason });
        if (!moved.ok) return moved;
        return recorded({ action: bookingAudit.bookingMoved, subject: row.id });
      }),
    );
  } catch (error) {
    if (isClash(error)) return refuse("taken");
    throw error;
  }
}

/** At most as long as an event type can be. */
const lengths = { shortest: 5 * minuteMs, longest: 12 * hourMs };

/**
 * Moves a call to where its host moved the event in their own calendar: hours, notice and caps do not count, other calls do. `guard`
 * runs the change under the hosts' locks, or not; returns whether it did. Refusals: not_found, cancelled, already_started, elsewhere, taken, not_offered (in the past, or of no possible length).
 */
export async function moveAsHost(
  ctx: Ctx,
  { bookingId, during }: { bookingId: string; during: TimeRange },
  guard: (tx: Ctx, act: (tx: Ctx) => Promise<unknown>) => Promise<boolean>,
): Promise<Result<boolean, MoveRefusal>> {
  try {
    return await onCall(ctx, { bookingId }, async (tx, { call, schedule }) => {
      const { booking: row } = call;
      if (row.source !== "own") return refuse("elsewhere");
      if (row.status === "cancelled") return refuse("cancelled");
      if (row.status === "pending") return refuse("pending");
      if (hasStarted(tx, row)) return refuse("already_started");
      const length = during.end.getTime() - during.start.getTime();
      if (during.start <= tx.now || length < lengths.shortest || length > lengths.longest) return refuse("not_offered");
      const times = callTimes(during.start, { ...schedule.rules, durationMinutes: length / minuteMs });
      return ok(await guard(tx, (guarded) => putAt(guarded, call, times, "")));
    });
  } catch (error) {
    if (isClash(error)) return refuse("taken");
    throw error;
  }
}

/** Cancels a call after its host deleted or declined the event in their own calendar. Refusals: those of `cancelCall`. */
export const cancelAsHost = (
  ctx: Ctx,
  { bookingId }: { bookingId: string },
): Promise<Result<undefined, CancelRefusal>> =>
  onCall(ctx, { bookingId }, async (tx, { call }) => {
    if (call.booking.source !== "own") return refuse("elsewhere");
    if (hasStarted(tx, call.booking)) return refuse("already_started");
    if (call.booking.status !== "cancelled") await cancelBooked(tx, call, { reason: "", by: "firm" });
    return ok(undefined);
  });

/** Moves the call and notifies everyone. `firmsReason` is null when the visitor moved it. The caller holds the hosts' lock. */
async function moveBooked(
  tx: Ctx,
  { call, schedule }: OnCall,
  { start, firmsReason }: { start: Date; firmsReason: string | null },
): Promise<Result<BookingRow, TimeRefusal>> {
  const chosen = await chooseHost(tx, schedule, start, { bookingId: call.booking.id });
  return chosen.ok ? ok(await putAt(tx, call, callTimes(start, schedule.rules), firmsReason)) : chosen;
}

async function putAt(
  tx: Ctx,
  call: BookedCall,
  times: ReturnType<typeof callTimes>,
  firmsReason: string | null,
): Promise<BookingRow> {
  const before = call.booking.during;
  await withdrawOldNews(tx, call);
  const isLapsed = firmsReason === null && call.booking.priceCents !== null && !isRefundable(call, tx.now);
  const lapsedStart = isLapsed ? refundStart(call.booking) : null;
  const row = await change(tx, call.booking, { ...times, lapsedStart });
  const moved = { ...call, booking: row };
  await noteChange(tx, row, "moved", firmsReason ?? "");
  await countStrangerMail(tx, row.email);
  await queueMails(tx, [
    callMovedMail(moved, before, tx.now, firmsReason),
    ...perHost(moved).map((each) => callMovedHostMail(each, before, tx.now)),
  ]);
  await notifyGuests(tx, moved, { what: "moved", before: before.start });
  await publish(tx, bookingMoved, { ...eventOf(moved), before });
  return row;
}

type OnCall = { call: BookedCall; schedule: Schedule };

/**
 * Runs `act` on the locked call of a manage link, or of an id: the firm's own acts must not depend on links, which a change of SECRET
 * replaces. In one transaction. Refusal: not_found (also a call without its person, by id).
 */
export async function onCall<Outcome extends Result<unknown, Refusal>>(
  ctx: Ctx,
  by: { token: string } | { bookingId: string },
  act: (tx: Ctx, on: OnCall) => Promise<Outcome>,
): Promise<Outcome | Refused<NotFound>> {
  return inTransaction(ctx, async (tx) => {
    const found = await findRow(tx, by);
    const schedule = found && (await findSchedule(tx, found));
    const [main] = schedule?.hosts ?? [];
    if (!schedule || !main) return notFound();
    await takeHostTurns(tx, schedule);
    const row = await findRow(tx, by);
    if (!row) return notFound();
    const token = "token" in by ? by.token : await currentToken(tx, row);
    const guests = await findGuests(tx, row.id);
    const cohosts = schedule.hosts.slice(1).map(({ host }) => host);
    return act(tx, { call: { booking: row, kind: schedule.kind, host: main.host, cohosts, token, guests }, schedule });
  });
}

async function findRow(tx: Ctx, by: { token: string } | { bookingId: string }): Promise<BookingRow | undefined> {
  if ("bookingId" in by && !isUuid(by.bookingId)) return undefined;
  const isIt =
    "token" in by
      ? eq(booking.manageTokenHash, hashToken(by.token))
      : and(eq(booking.id, by.bookingId), ne(booking.email, forgottenAddress));
  const [row] = await tx.db.select().from(booking).where(isIt);
  return row;
}

export async function change(tx: Ctx, row: BookingRow, changes: Partial<BookingRow>): Promise<BookingRow> {
  const [changed] = await tx.db
    .update(booking)
    .set({ ...changes, sequence: row.sequence + 1 })
    .where(eq(booking.id, row.id))
    .returning();
  if (!changed) throw new Error("The changed booking was not found");
  await blockCohosts(tx, changed);
  return changed;
}

const hasStarted = (ctx: Ctx, { during }: BookingRow) => during.start <= ctx.now;

const answer = ({ uid, during, status }: BookingRow): Changed => ({ uid, ...during, status });

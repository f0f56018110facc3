import { and, eq, isNull, sql } from "drizzle-orm";
import { publish } from "#app/features/events/events.server.ts";
import { adminCommand, recorded, unrecorded } from "#app/features/security/audit/admin-command.server.ts";
import { notFound, refuse } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import type { BookingRow } from "../agenda/booked-call.server.ts";
import { bookingAudit } from "../audit.ts";
import { bookingHeld, bookingMissed } from "../events.ts";
import { booking, eventType } from "../tables.server.ts";
import { noteChange } from "./booking.server.ts";
import type { MarkRefusal, OutcomeMark } from "./outcome.ts";

/*
 * The outcome of a call. A call that was not canceled counts as held once its end has passed (spec: unlock). After its start an admin
 * can mark it as held or missed, or remove a mark. `booking.held` is published at most once per booking, because other features unlock
 * something on it; a later no-show is a separate event.
 */

const perRun = 200;

/** Marks every past, confirmed and unmarked call as held. Returns their number. Safe to run concurrently. */
export async function closePastCalls(ctx: Ctx): Promise<number> {
  return inTransaction(ctx, async (tx) => {
    const over = await tx.db
      .select({ booking, slug: eventType.slug })
      .from(booking)
      .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
      .where(
        and(
          eq(booking.status, "confirmed"),
          isNull(booking.outcome),
          sql`upper(${booking.during}) <= ${tx.now.toISOString()}::timestamptz`,
        ),
      )
      .orderBy(booking.id)
      .limit(perRun)
      .for("update", { of: booking, skipLocked: true });
    for (const { booking: row, slug } of over) await hold(tx, row, slug);
    return over.length;
  });
}

/**
 * Marks one call, or removes its mark. Refusals: not_admin, not_found, cancelled, not_started (before the start only removing a mark is
 * allowed).
 */
export async function markCall(
  ctx: Ctx,
  input: { bookingId: string; outcome: OutcomeMark },
): Promise<Result<undefined, MarkRefusal>> {
  return adminCommand(ctx, "calendar", async (tx) => {
    const [found] = await tx.db
      .select({ booking, slug: eventType.slug })
      .from(booking)
      .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
      .where(eq(booking.id, input.bookingId))
      .for("update", { of: booking });
    if (!found) return notFound();
    const { booking: row, slug } = found;
    if (row.status === "cancelled") return refuse("cancelled");
    if (input.outcome !== "none" && row.during.start > tx.now) return refuse("not_started");
    if ((row.outcome ?? "none") === input.outcome) return unrecorded();
    if (input.outcome === "held") await hold(tx, row, slug);
    else await setOutcome(tx, row, input.outcome === "no-show" ? "no-show" : null);
    if (input.outcome === "no-show") await publish(tx, bookingMissed, eventOfRow(row, slug));
    return recorded({ action: bookingAudit.bookingMarked, subject: row.id, detail: { outcome: input.outcome } });
  });
}

/** Applies Calendly's report of a no-show, or its removal. The row must be locked. Returns whether anything changed. */
export async function setNoShow(tx: Ctx, bookingId: string, isNoShow: boolean): Promise<boolean> {
  const [found] = await tx.db
    .select({ booking, slug: eventType.slug })
    .from(booking)
    .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
    .where(eq(booking.id, bookingId));
  if (!found || found.booking.status === "cancelled") return false;
  if ((found.booking.outcome === "no-show") === isNoShow) return false;
  if (isNoShow) {
    await setOutcome(tx, found.booking, "no-show");
    await publish(tx, bookingMissed, eventOfRow(found.booking, found.slug));
  } else await setOutcome(tx, found.booking, null);
  return true;
}

async function hold(tx: Ctx, row: BookingRow, slug: string): Promise<void> {
  await setOutcome(tx, row, "held");
  if (!row.tookPlaceAt) await publish(tx, bookingHeld, eventOfRow(row, slug));
}

async function setOutcome(tx: Ctx, row: BookingRow, outcome: "held" | "no-show" | null): Promise<void> {
  await tx.db
    .update(booking)
    .set({ outcome, ...(outcome === "held" && !row.tookPlaceAt ? { tookPlaceAt: tx.now } : {}) })
    .where(eq(booking.id, row.id));
  await noteChange(tx, row, outcome ?? "unmarked");
}

const eventOfRow = ({ id, uid, during, name, email, userId }: BookingRow, slug: string) => ({
  bookingId: id,
  uid,
  eventType: slug,
  ...during,
  name,
  email,
  userId,
});

import { eq } from "drizzle-orm";
import { Temporal } from "temporal-polyfill";
import { bookingAudit } from "#app/features/booking/audit.ts";
import { blockedTime, host } from "#app/features/booking/tables.server.ts";
import { adminCommand, recorded } from "#app/features/security/audit/admin-command.server.ts";
import { type NotAdmin, type NotFound, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";
import type { TimeToBlock } from "./blocked-times.ts";

/*
 * Times in which a host takes no calls, blocked in the firm's calendar. Calls that are booked already stay. Whole days and other hours
 * are the dates of the host's page.
 */

/**
 * Blocks a time on one day of a time zone. A minute that the clocks skip is the one an hour later. For admins. Refusals: not_admin,
 * not_found, already_over.
 */
export const blockTime = (
  ctx: Ctx,
  { hostId, date, from, to, timezone }: TimeToBlock & { hostId: string },
): Promise<Result<{ id: string }, NotAdmin | NotFound | Refusal<"already_over">>> =>
  adminCommand(ctx, "calendar", async (tx) => {
    const [known] = isUuid(hostId) ? await tx.db.select({ id: host.id }).from(host).where(eq(host.id, hostId)) : [];
    if (!known) return notFound();
    const day = Temporal.PlainDate.from(date);
    const at = (on: Temporal.PlainDate, plainTime: string) =>
      new Date(on.toZonedDateTime({ timeZone: timezone, plainTime }).epochMilliseconds);
    const start = at(day, from);
    const end = to === "00:00" ? at(day.add({ days: 1 }), to) : at(day, to);
    if (end <= tx.now) return refuse("already_over");
    await takeTurn(tx, "host-calendar", hostId);
    const [row] = await tx.db
      .insert(blockedTime)
      .values({ hostId, during: { start, end }, createdAt: tx.now })
      .returning({ id: blockedTime.id });
    if (!row) throw new Error("The inserted time was not returned");
    return recorded({ action: bookingAudit.timeBlocked, subject: hostId, detail: { date, from, to, timezone } }, row);
  });

/** Offers a blocked time again. For admins. Refusals: not_admin, not_found. */
export const unblockTime = (
  ctx: Ctx,
  { blockedTimeId }: { blockedTimeId: string },
): Promise<Result<undefined, NotAdmin | NotFound>> =>
  adminCommand(ctx, "calendar", async (tx) => {
    if (!isUuid(blockedTimeId)) return notFound();
    const [row] = await tx.db.delete(blockedTime).where(eq(blockedTime.id, blockedTimeId)).returning();
    if (!row) return notFound();
    const { start, end } = row.during;
    const detail = { start: start.toISOString(), end: end.toISOString() };
    return recorded({ action: bookingAudit.timeUnblocked, subject: row.hostId, detail });
  });

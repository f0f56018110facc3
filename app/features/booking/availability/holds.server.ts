import { eq, lte } from "drizzle-orm";
import { minuteMs } from "#app/lib/durations.ts";
import { refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { hashToken, randomToken } from "#app/platform/secrets/hashes.server.ts";
import { type HoldRefusal, holdMinutes } from "../booking.ts";
import { whyBarred } from "../hosts/audience.server.ts";
import { chooseHost, takeHostTurns } from "../hosts/host-choice.server.ts";
import { slotHold } from "../tables.server.ts";
import { callTimes } from "./call-times.ts";
import { findSchedule } from "./schedule.server.ts";

/*
 * A hold reserves a slot for a few minutes while a visitor fills in the form. It sends no mail and expires, and a booking without a
 * hold succeeds if the slot is free. The minimum notice of a booking with a hold counts from the hold; that of a new hold from now, so
 * that holding a slot again does not extend it. A page holds one slot at a time: a new hold replaces the previous one. The endpoint's
 * rate limit and the short lifetime keep a client from blocking the calendar with holds.
 */

export type Hold = { hold: string; expiresAt: Date };

/**
 * Holds a slot and releases the previous hold (`hold` is its token). Refusals: unknown_event_type, those of `whyBarred`, taken,
 * not_offered, calendar_unread; the previous hold is then kept.
 */
export async function holdSlot(
  ctx: Ctx,
  input: {
    eventType: string;
    start: Date;
    hold?: string | undefined;
    host?: string | undefined;
    link?: string | undefined;
  },
): Promise<Result<Hold, HoldRefusal>> {
  const schedule = await findSchedule(ctx, { slug: input.eventType, chosen: input.host });
  if (!schedule) return refuse("unknown_event_type");
  const bar = await whyBarred(ctx, schedule.kind, input.link);
  if (bar) return refuse(bar);
  return inTransaction(ctx, async (tx) => {
    await takeHostTurns(tx, schedule);
    const chosen = await chooseHost(tx, schedule, input.start, { hold: input.hold });
    if (!chosen.ok) return chosen;
    await tx.db.delete(slotHold).where(lte(slotHold.expiresAt, tx.now));
    if (input.hold) await tx.db.delete(slotHold).where(eq(slotHold.tokenHash, hashToken(input.hold)));
    const token = randomToken();
    const expiresAt = new Date(tx.now.getTime() + holdMinutes * minuteMs);
    const { host, cohosts } = chosen.value;
    await tx.db.insert(slotHold).values(
      [host, ...cohosts].map(({ id: hostId }) => ({
        id: newId(),
        tokenHash: hashToken(token),
        eventTypeId: schedule.kind.id,
        hostId,
        startsAt: input.start,
        blocked: callTimes(input.start, schedule.rules).blocked,
        expiresAt,
      })),
    );
    return ok({ hold: token, expiresAt });
  });
}

/** Releases a held slot. Ignores unknown and expired tokens. */
export async function releaseHold(ctx: Ctx, token: string): Promise<void> {
  await ctx.db.delete(slotHold).where(eq(slotHold.tokenHash, hashToken(token)));
}

import { eq } from "drizzle-orm";
import { ok, type Result, refuse } from "../../lib/result.ts";
import type { Ctx } from "../../platform/context.server.ts";
import { visitorEntry } from "./booked-call.server.ts";
import type { CallDetails, CallKind } from "./booking.ts";
import { calendarFile } from "./calendar-file.server.ts";
import { hashManageToken } from "./manage-token.server.ts";
import { findSchedule, type Schedule, slotQuestion } from "./schedule.server.ts";
import { freeSlots, type Slot } from "./slots.ts";
import { booking, bookingChange, eventType, host } from "./tables.server.ts";

/** A kind of call that is offered, by its slug; null when there is none. */
export async function findCallKind(ctx: Ctx, slug: string): Promise<CallKind | null> {
  const schedule = await findSchedule(ctx, { slug });
  return schedule && callKind(schedule);
}

/**
 * The free times of a kind of call whose start lies in [from, to). With the token of a booked call of that kind its own
 * time counts as free: it is about to move. Refusal: unknown_event_type.
 */
export async function listSlots(
  ctx: Ctx,
  { eventType: slug, from, to, moving }: { eventType: string; from: Date; to: Date; moving?: string | undefined },
): Promise<Result<Slot[], "unknown_event_type">> {
  const schedule = await findSchedule(ctx, { slug });
  if (!schedule) return refuse("unknown_event_type");
  const moved = moving ? await findRow(ctx, moving) : undefined;
  const clipped = clip(ctx, schedule, from, to);
  if (clipped.start >= clipped.end) return ok([]);
  return ok(freeSlots(await slotQuestion(ctx, schedule, clipped, moved?.booking.id)));
}

/** Nothing is free in the past or far beyond the horizon, so nothing need be read about it. */
function clip(ctx: Ctx, { rules }: Schedule, from: Date, to: Date) {
  const furthest = ctx.now.getTime() + (rules.horizonDays + 2) * 86_400_000;
  return {
    start: new Date(Math.max(from.getTime(), ctx.now.getTime())),
    end: new Date(Math.min(to.getTime(), furthest)),
  };
}

/** The call of a manage link, or null: a wrong link tells nothing. */
export async function findCall(ctx: Ctx, token: string): Promise<CallDetails | null> {
  const row = await findRow(ctx, token);
  if (!row) return null;
  const { booking: call, kind, host: by } = row;
  return {
    uid: call.uid,
    kind: callKind({ kind, host: by }),
    ...call.during,
    status: call.status,
    hasStarted: call.during.start <= ctx.now,
    name: call.name,
    email: call.email,
    timezone: call.timezone,
    notes: call.notes,
    hostEmail: by.email,
    meetingUrl: by.meetingUrl,
    cancellationReason: call.cancellationReason ?? "",
  };
}

/** The calendar file of a manage link, to download: the call as it is now, or its cancellation. Null for a wrong link. */
export async function findCalendarFile(ctx: Ctx, token: string): Promise<string | null> {
  const row = await findRow(ctx, token);
  if (!row) return null;
  const changes = await ctx.db
    .select({ at: bookingChange.at })
    .from(bookingChange)
    .where(eq(bookingChange.bookingId, row.booking.id))
    .orderBy(bookingChange.at);
  const changedAt = changes.at(-1)?.at ?? row.booking.createdAt;
  const method = row.booking.status === "cancelled" ? "cancel" : "publish";
  return calendarFile(visitorEntry({ ...row, token }, changedAt), method);
}

async function findRow(ctx: Ctx, token: string) {
  const [row] = await ctx.db
    .select({ booking, kind: eventType, host })
    .from(booking)
    .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
    .innerJoin(host, eq(host.id, booking.hostId))
    .where(eq(booking.manageTokenHash, hashManageToken(token)));
  return row;
}

const callKind = ({ kind, host: by }: Pick<Schedule, "kind" | "host">): CallKind => ({
  slug: kind.slug,
  title: kind.title,
  description: kind.description,
  durationMinutes: kind.durationMinutes,
  hostName: by.name,
  hostTimezone: by.timezone,
});

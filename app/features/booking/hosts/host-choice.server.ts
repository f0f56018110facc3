import { and, eq, gt, ne, sql } from "drizzle-orm";
import { dayMs, minuteMs } from "#app/lib/durations.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { takeTurn } from "#app/platform/database/turns.server.ts";
import { hashToken } from "#app/platform/secrets/hashes.server.ts";
import {
  type HostRow,
  type IgnoredConflicts,
  isOneUnread,
  type Schedule,
  slotQuestions,
} from "../availability/schedule.server.ts";
import { isOffered } from "../availability/slots.ts";
import { holdMinutes, type TimeRefusal } from "../booking.ts";
import { booking, slotHold } from "../tables.server.ts";
import { countedDays, nextHost } from "./round-robin.ts";

/**
 * Locks the calendars of these hosts, always in the order of their ids, so that bookings of event types that share hosts cannot
 * deadlock.
 */
export async function takeHostTurns(tx: Ctx, schedule: Schedule): Promise<void> {
  const ids = schedule.hosts.map(({ host: { id } }) => id).sort();
  for (const id of ids) await takeTurn(tx, "host-calendar", id);
}

/**
 * Chooses the hosts of a new call: all of them if the call needs all, else the host of the visitor's own hold, otherwise the next free
 * host in turn. `askedAt`: when the time was offered; the minimum notice counts from then, but a call never starts in the past. `taken`:
 * only other calls, holds or busy times conflict; `calendar_unread`: only a calendar that cannot be read does; otherwise `not_offered`.
 * `isLast`: no other host is free then. The caller holds the hosts' locks.
 */
export async function chooseHost(
  tx: Ctx,
  schedule: Schedule,
  start: Date,
  except: IgnoredConflicts = {},
  askedAt: Date = tx.now,
): Promise<Result<Chosen, TimeRefusal>> {
  const chosen = await choose(tx, schedule, start, except, askedAt);
  if (chosen.ok || chosen.reason.kind !== "taken" || !(await isOneUnread(tx, schedule))) return chosen;
  const isFreeOtherwise = (await choose(tx, schedule, start, { ...except, unread: true }, askedAt)).ok;
  return isFreeOtherwise ? refuse("calendar_unread") : chosen;
}

type Chosen = { host: HostRow; cohosts: HostRow[]; isLast: boolean };

async function choose(
  tx: Ctx,
  schedule: Schedule,
  start: Date,
  except: IgnoredConflicts,
  askedAt: Date,
): Promise<Result<Chosen, Refusal<"taken" | "not_offered">>> {
  if (start < tx.now) return refuse("not_offered");
  const questions = (await slotQuestions(tx, schedule, { start, end: start }, except)).map((each) => ({
    ...each,
    question: { ...each.question, now: askedAt },
  }));
  const [one, ...others] = questions.map(({ question }) => question);
  if (!one) return refuse("not_offered");
  if (schedule.needsAll) {
    const [host, ...cohosts] = questions.map((each) => each.host);
    if (isOffered(one, start, ...others)) return ok({ host: host!, cohosts, isLast: true });
    const isOpen = isOffered({ ...one, taken: [] }, start, ...others.map((other) => ({ ...other, taken: [] })));
    return refuse(isOpen ? "taken" : "not_offered");
  }
  const free = questions.filter(({ question }) => isOffered(question, start)).map(({ host }) => host);
  const [only] = free;
  if (only) {
    const isLast = free.length === 1;
    return ok({ host: isLast ? only : await pick(tx, schedule, free, start, except.hold), cohosts: [], isLast });
  }
  const couldBe = questions.some(({ question }) => isOffered({ ...question, taken: [] }, start));
  return refuse(couldBe ? "taken" : "not_offered");
}

async function pick(
  tx: Ctx,
  { kind, hosts }: Schedule,
  free: readonly HostRow[],
  start: Date,
  hold: string | undefined,
) {
  const held = hold && (await findHold(tx, { token: hold, eventTypeId: kind.id, start }));
  const kept = held && free.find(({ id }) => id === held.hostId);
  if (kept) return kept;
  const since = new Date(tx.now.getTime() - countedDays * dayMs);
  const assigned = await tx.db
    .select({ hostId: booking.hostId })
    .from(booking)
    .where(
      and(
        eq(booking.eventTypeId, kind.id),
        ne(booking.status, "cancelled"),
        sql`upper(${booking.during}) > ${since.toISOString()}::timestamptz`,
      ),
    )
    .orderBy(booking.createdAt, booking.id);
  const next = nextHost(
    hosts.map(({ host, weight }) => ({ hostId: host.id, weight })),
    new Set(free.map(({ id }) => id)),
    assigned.map(({ hostId }) => hostId),
  );
  return free.find(({ id }) => id === next)!;
}

/** A host of the hold with this token on the slot of an event type, and when it was held; undefined without a valid one. */
export async function findHold(
  tx: Ctx,
  { token, eventTypeId, start }: { token: string; eventTypeId: string; start: Date },
): Promise<{ hostId: string; heldAt: Date } | undefined> {
  const [row] = await tx.db
    .select({ hostId: slotHold.hostId, expiresAt: slotHold.expiresAt })
    .from(slotHold)
    .where(
      and(
        eq(slotHold.tokenHash, hashToken(token)),
        eq(slotHold.eventTypeId, eventTypeId),
        eq(slotHold.startsAt, start),
        gt(slotHold.expiresAt, tx.now),
      ),
    );
  return row && { hostId: row.hostId, heldAt: new Date(row.expiresAt.getTime() - holdMinutes * minuteMs) };
}

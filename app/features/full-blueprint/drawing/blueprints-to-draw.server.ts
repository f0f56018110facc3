import { and, asc, eq, isNull, lt, ne, or } from "drizzle-orm";
import { blueprint } from "#app/features/wizard/tables.server.ts";
import { businessDayAfter } from "#app/lib/dates/business-days.ts";
import { dayMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { companyTimezone, targetDay } from "../full-blueprint.server.ts";
import { fullBlueprint, unlock } from "../tables.server.ts";
import { daysLate } from "./days-late.ts";

/**
 * An unlocked, unpublished blueprint that needs an admin now: it has no architect, its kickoff is missing for too long, or it is past its
 * target date.
 */
export type UrgentBlueprint = {
  blueprintId: string;
  companyName: string;
  userId: string;
  architectId: string | null;
  requestedAt: Date;
  /** Set if the client paid for it. */
  paidAt: Date | null;
  /** Null before the kickoff. */
  targetAt: Date | null;
  /** Since the target date, or without a kickoff since the day by which it should be held; null before that day. */
  daysLate: number | null;
};

/** Business days from the unlock to the kickoff (decision 0129). */
const kickoffBusinessDays = 5;

/** The target date, or before the kickoff the day by which it should be held. */
export const dueAtOf = ({ kickoffAt, unlockedAt }: { kickoffAt: Date | null; unlockedAt: Date }): Date =>
  kickoffAt ? targetDay(kickoffAt) : businessDayAfter(unlockedAt, kickoffBusinessDays, companyTimezone());

export type UrgentCounts = { total: number; unassigned: number; late: number };

/** Lower bound of ten business days in calendar days. */
const minTargetDays = 11;

/**
 * The one definition behind the list of today's page, its figure, the figures of the blueprints page and the count in the navigation,
 * so that they agree. Late ones first, of these paid ones, the latest first; then paid ones, then the longest waiting. Callers check for admin
 * rights.
 */
export async function readUrgentBlueprints(ctx: Ctx): Promise<UrgentBlueprint[]> {
  const rows = await ctx.db
    .select({
      blueprintId: fullBlueprint.blueprintId,
      companyName: blueprint.companyName,
      userId: blueprint.userId,
      architectId: fullBlueprint.architectId,
      requestedAt: fullBlueprint.requestedAt,
      kickoffAt: fullBlueprint.kickoffAt,
      unlockedAt: unlock.unlockedAt,
      method: unlock.method,
    })
    .from(fullBlueprint)
    .innerJoin(blueprint, and(eq(blueprint.id, fullBlueprint.blueprintId), isNull(blueprint.deletedAt)))
    .innerJoin(unlock, and(eq(unlock.blueprintId, blueprint.id), isNull(unlock.withdrawnAt)))
    .where(
      and(
        ne(fullBlueprint.stage, "published"),
        or(
          isNull(fullBlueprint.architectId),
          lt(fullBlueprint.kickoffAt, new Date(ctx.now.getTime() - minTargetDays * dayMs)),
          and(
            isNull(fullBlueprint.kickoffAt),
            lt(unlock.unlockedAt, new Date(ctx.now.getTime() - kickoffBusinessDays * dayMs)),
          ),
        ),
      ),
    )
    .orderBy(asc(fullBlueprint.requestedAt), asc(fullBlueprint.blueprintId));
  return rows
    .map(({ kickoffAt, unlockedAt, method, ...row }) => {
      const paidAt = method === "payment" ? unlockedAt : null;
      const late = daysLate(dueAtOf({ kickoffAt, unlockedAt }), ctx.now, companyTimezone());
      return { ...row, paidAt, targetAt: kickoffAt && targetDay(kickoffAt), daysLate: late };
    })
    .filter((row) => row.architectId === null || row.daysLate !== null)
    .sort(
      (one, other) =>
        Number(other.daysLate !== null) - Number(one.daysLate !== null) ||
        paidFirst(one, other) ||
        (other.daysLate ?? 0) - (one.daysLate ?? 0),
    );
}

const paidFirst = (one: UrgentBlueprint, other: UrgentBlueprint) =>
  Number(other.paidAt !== null) - Number(one.paidAt !== null);

export const countsOf = (urgent: readonly UrgentBlueprint[]): UrgentCounts => ({
  total: urgent.length,
  unassigned: urgent.filter(({ architectId }) => architectId === null).length,
  late: urgent.filter((row) => row.daysLate !== null).length,
});

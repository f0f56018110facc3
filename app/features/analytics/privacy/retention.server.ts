import { monthStart } from "#app/lib/dates/calendar-dates.ts";
import { visitMonths } from "#app/lib/dates/visit-months.ts";
import { dayMs } from "#app/lib/durations.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { currentTime } from "#app/platform/dates/clock.server.ts";
import { deleteOldSalts } from "../collecting/client-hash.server.ts";
import { visitStore } from "../store/current-store.server.ts";
import { deriveSessions } from "../visits/visits.server.ts";
import { forgetIdentities } from "./identity.server.ts";

/** Months beyond the current one that are prepared. */
export const monthsAhead = 3;

/**
 * Returns the instant from which hits are kept. Hits are deleted by dropping partitions of whole months, so nothing is older
 * than `visitMonths`, and one month less is complete.
 */
export const keptSince = (now: Date): Date => monthStart(now, 1 - visitMonths());

/** Prepares for the hits of the next months. */
export const prepareVisits = (ctx: Pick<Ctx, "db">, now = currentTime()): Promise<void> =>
  visitStore().prepareMonths(ctx, now, monthStart(now, monthsAhead));

/** Prepares for the next months, and deletes data older than the retention and the salts of past days. Run nightly. */
export async function maintainVisits(ctx: Ctx): Promise<{ partitionsDropped: number }> {
  await prepareVisits(ctx, ctx.now);
  await deleteOldSalts(ctx.db, ctx.now);
  const since = keptSince(ctx.now);
  const partitionsDropped = await deleteOldVisits(ctx, since);
  await forgetIdentities(ctx, { before: since });
  // Another process may have stored hits for a session just after its deletion (my-data.server.ts).
  await visitStore().deleteOrphans(ctx, new Date(ctx.now.getTime() - 2 * dayMs));
  return { partitionsDropped };
}

async function deleteOldVisits(ctx: Ctx, since: Date): Promise<number> {
  const { monthsDropped, across } = await visitStore().deleteBefore(ctx, since);
  for (let n = 0; n < across.length; n += 1000) await deriveSessions(ctx, across.slice(n, n + 1000));
  await visitStore().deleteSessionsWithoutVisits(ctx, since);
  return monthsDropped;
}

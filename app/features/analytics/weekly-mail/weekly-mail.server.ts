import { and, eq, inArray, lt } from "drizzle-orm";
import { queueMail } from "#app/features/mail/mail.server.ts";
import { adminCommand, recorded, unrecorded } from "#app/features/security/audit/admin-command.server.ts";
import { addDays, weekdayNumber } from "#app/lib/dates/calendar-dates.ts";
import { wallClock } from "#app/lib/dates/wall-clock.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { isSameText, keyedHash } from "#app/platform/secrets/hashes.server.ts";
import { analyticsAudit } from "../audit.ts";
import { type WeekReport, weeklyVisitsMail } from "../emails/weekly-visits.tsx";
import { mainChange } from "../reports/figures/main-change.ts";
import { readBreakdown, readPages } from "../reports/lists/lists.server.ts";
import { openScope } from "../reports/open-report.server.ts";
import type { Period } from "../reports/period/period.ts";
import { readTotals } from "../reports/sums/totals.server.ts";
import { analyticsWeeklyReader } from "../tables.server.ts";

/*
 * The weekly mail about visits, for admins who opt in. It is sent on Monday from 08:00 in the firm's time zone, or later in the week if
 * no server ran then. The week's completion and the mail are written in one transaction, so repeated, concurrent or killed runs never
 * send duplicates. The link in the mail unsubscribes without signing in; its token contains the reader's id and is signed.
 */

const sentFrom = "08:00";

/** Returns the week before the one that contains `now`, and the week before that. `monday`: of the current week, ISO date. */
export function pastWeeks(
  now: Date,
  timezone: string,
): { week: Period; before: Period; monday: string; isDue: boolean } {
  const { date, time } = wallClock(now, timezone);
  const weekday = weekdayNumber(date);
  const monday = addDays(date, 1 - weekday);
  const from = (weeks: number) => ({
    ...{ from: addDays(monday, -7 * weeks), to: addDays(monday, -7 * weeks + 6), timezone },
  });
  return { week: from(1), before: from(2), monday, isDue: weekday > 1 || time >= sentFrom };
}

/** Queues the mails that are due. Returns their number. `admins`: current admins; `firmZone`: IANA name. */
export async function sendWeeklyMails(
  ctx: Ctx,
  { admins, firmZone }: { admins: readonly { userId: string; email: string }[]; firmZone: string },
): Promise<number> {
  const { week, before, monday, isDue } = pastWeeks(ctx.now, firmZone);
  if (!isDue || admins.length === 0) return 0;
  const waiting = await ctx.db
    .select({ userId: analyticsWeeklyReader.userId })
    .from(analyticsWeeklyReader)
    .where(
      and(
        lt(analyticsWeeklyReader.doneWeek, monday),
        inArray(
          analyticsWeeklyReader.userId,
          admins.map(({ userId }) => userId),
        ),
      ),
    );
  if (waiting.length === 0) return 0;
  const report = await readWeek(ctx, week, before);
  let sent = 0;
  for (const { userId } of waiting) {
    const to = admins.find((admin) => admin.userId === userId)!.email;
    if (await send(ctx, { userId, to, monday, report })) sent += 1;
  }
  return sent;
}

const send = (
  ctx: Ctx,
  { userId, to, monday, report }: { userId: string; to: string; monday: string; report: WeekReport },
): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const [mine] = await tx.db
      .update(analyticsWeeklyReader)
      .set({ doneWeek: monday })
      .where(and(eq(analyticsWeeklyReader.userId, userId), lt(analyticsWeeklyReader.doneWeek, monday)))
      .returning();
    if (!mine) return false;
    await queueMail(tx, weeklyVisitsMail({ to, report, unsubscribeHref: weeklyUnsubscribeUrl(userId) }));
    return true;
  });

const listed = 5;
/** Enough to find the source behind a change, which may appear in only one of the weeks. */
const comparedSources = 1000;

export async function readWeek(ctx: Pick<Ctx, "db">, week: Period, before: Period): Promise<WeekReport> {
  const [scope, scopeBefore] = await Promise.all([
    openScope(ctx, { period: week, filters: [] }),
    openScope(ctx, { period: before, filters: [] }),
  ]);
  const [totals, sources, pages, totalsBefore, sourcesBefore] = await Promise.all([
    readTotals(ctx, scope),
    readBreakdown(ctx, scope, "source", { limit: comparedSources }),
    readPages(ctx, scope, { limit: listed }),
    readTotals(ctx, scopeBefore),
    readBreakdown(ctx, scopeBefore, "source", { limit: comparedSources }),
  ]);
  const past = totalsBefore.visits > 0 ? totalsBefore : null;
  return {
    ...{ period: week, totals, before: past },
    change: past && mainChange(totals, past, { current: sources.rows, compared: sourcesBefore.rows }).text,
    pages: pages.rows.map(({ name, figures }) => ({ path: name, views: figures.views ?? 0 })),
    sources: sources.rows.slice(0, listed).map(({ name, figures }) => ({
      ...{ name: name || "direct", visits: figures.visits ?? 0 },
    })),
  };
}

export async function getsWeeklyMail({ db, actor }: Pick<Ctx, "db" | "actor">): Promise<boolean> {
  if (actor.kind !== "user") return false;
  return (await db.$count(analyticsWeeklyReader, eq(analyticsWeeklyReader.userId, actor.userId))) > 0;
}

/**
 * Switches the actor's weekly mail on or off. The first one is sent on the next Monday. Idempotent. For admins (aal2). Refusal:
 * not_admin.
 */
export async function setWeeklyMail(
  ctx: Ctx,
  { isWanted, firmZone }: { isWanted: boolean; firmZone: string },
): Promise<Result<undefined, NotAdmin>> {
  const { actor } = ctx;
  if (actor.kind !== "user") return notAdmin();
  return adminCommand(ctx, "analytics", async (tx) => {
    const changed = isWanted
      ? await tx.db
          .insert(analyticsWeeklyReader)
          .values({ userId: actor.userId, since: tx.now, doneWeek: pastWeeks(tx.now, firmZone).monday })
          .onConflictDoNothing()
          .returning()
      : await tx.db.delete(analyticsWeeklyReader).where(eq(analyticsWeeklyReader.userId, actor.userId)).returning();
    if (changed.length === 0) return unrecorded();
    const { weeklyMailStarted, weeklyMailStopped } = analyticsAudit;
    return recorded({ action: isWanted ? weeklyMailStarted : weeklyMailStopped, subject: actor.userId });
  });
}

/** Whether the link's admin gets the mail. Refusal: not_found (not one of our links). */
export async function findWeeklyReader(
  ctx: Pick<Ctx, "db">,
  token: string,
): Promise<Result<{ isWanted: boolean }, NotFound>> {
  const userId = weeklyReaderOf(token);
  if (!userId) return notFound();
  return ok({ isWanted: (await ctx.db.$count(analyticsWeeklyReader, eq(analyticsWeeklyReader.userId, userId))) > 0 });
}

/** Unsubscribes the link's admin from the weekly mail. Idempotent. Refusal: not_found. */
export async function unsubscribeWeeklyMail(ctx: Pick<Ctx, "db">, token: string): Promise<Result<undefined, NotFound>> {
  const userId = weeklyReaderOf(token);
  if (!userId) return notFound();
  await ctx.db.delete(analyticsWeeklyReader).where(eq(analyticsWeeklyReader.userId, userId));
  return ok();
}

const prefix = "weekly.";

/** Returns the unsubscribe URL of this admin's weekly mail: their id, signed. */
export const weeklyUnsubscribeUrl = (userId: string): string =>
  `${env().SITE_URL}/unsubscribe/${prefix}${userId}.${signatureOf(userId)}`;

export const isWeeklyToken = (token: string): boolean => token.startsWith(prefix);

export function weeklyReaderOf(token: string): string | null {
  const [userId = "", signature = ""] = isWeeklyToken(token) ? token.slice(prefix.length).split(".") : [];
  if (!isUuid(userId)) return null;
  return isSameText(signature, signatureOf(userId)) ? userId : null;
}

const signatureOf = (userId: string) => keyedHash("weekly-mail", userId, { encoding: "hex" }).slice(0, 32);

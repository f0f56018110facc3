import { and, count, eq, isNotNull, isNull, lte, or } from "drizzle-orm";
import { adminCommand, recorded } from "#app/features/security/audit/admin-command.server.ts";
import { canChange } from "#app/lib/actor.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import type { Refused, Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { checkOutside, type Reach, theOutside } from "#app/platform/outside/outside-request.server.ts";
import { bookingAudit } from "../audit.ts";
import { refreshCalendars } from "../calendars/refresh.server.ts";
import { busyFeed, connectedCalendar, host } from "../tables.server.ts";
import { feedLimits, problemOf, problemText, readFeed, storeAttempt, tryReading } from "./feed-reading.server.ts";

/*
 * Busy times of a host's other calendars, read every ten minutes from the URL of an .ics file. Only the times are stored, and the lines
 * of skipped events. A failed read keeps the last known times and shows the host a problem: an unreadable calendar must not make a busy
 * host look free. A calendar that was never read makes the host busy at all times, unless the host's settings say otherwise.
 */

const maxFeeds = 10;

const unreadable = ["not_https", "has_credentials", "bad_port", "not_public"] as const;
type Unreadable = Refusal<(typeof unreadable)[number]>;
const isUnreadable = (refusal: Refusal): refusal is Unreadable =>
  (unreadable as readonly string[]).includes(refusal.kind);

export type FeedRefusal =
  | NotAdmin
  | NotFound
  | Unreadable
  | Refusal<"too_many_feeds" | "already_there" | "reader_ended">;

export const feedRefusalText = {
  not_admin: "Admin rights are needed for that.",
  not_found: "There is no such host.",
  not_https: problemText.not_https,
  has_credentials: problemText.has_credentials,
  bad_port: problemText.bad_port,
  not_public: problemText.not_public,
  too_many_feeds: `A host has at most ${maxFeeds} calendars.`,
  already_there: "This calendar is already connected.",
  reader_ended: `${problemText.reader_ended} It was not connected. Use a calendar with fewer events.`,
} as const satisfies Record<FeedRefusal["kind"], string>;

/**
 * Adds a calendar to a host after reading it once. `problem` is the error of that read: a calendar whose server is briefly unavailable
 * is kept and retried. For admins. Refusals: not_admin, not_found, too_many_feeds, already_there; not_https, has_credentials, bad_port
 * and not_public (the URL can never be read); reader_ended (its reading took too much time or memory). Nothing is stored then.
 */
export async function addBusyFeed(
  ctx: Ctx,
  { hostId, url }: { hostId: string; url: string },
  reach: Reach = theOutside,
): Promise<Result<{ id: string; problem: string | null }, FeedRefusal>> {
  if (!canChange(ctx.actor, "calendar")) return notAdmin();
  const problem = await checkOutside(url, feedLimits, reach);
  if (problem && isUnreadable(problem)) return refuse(problem.kind);
  const refused = await whyNotAdded(ctx, { hostId, url });
  if (refused) return refused;
  const tried = await tryReading(ctx, { hostId, url }, reach);
  if (tried.outcome === "ended") return refuse("reader_ended");
  return adminCommand(ctx, "calendar", async (tx) => {
    await tx.db.select({ id: host.id }).from(host).where(eq(host.id, hostId)).for("update");
    const refused = await whyNotAdded(tx, { hostId, url });
    if (refused) return refused;
    const feed = { id: newId(), hostId, url, createdAt: tx.now };
    await tx.db.insert(busyFeed).values(feed);
    await storeAttempt(tx, feed, tried);
    const detail = { id: feed.id, problem: problemOf(tried) };
    return recorded({ action: bookingAudit.busyFeedAdded, subject: hostId }, detail);
  });
}

async function whyNotAdded(
  { db }: Pick<Ctx, "db">,
  { hostId, url }: { hostId: string; url: string },
): Promise<Refused<NotFound | Refusal<"already_there" | "too_many_feeds">> | null> {
  if ((await db.$count(host, eq(host.id, hostId))) === 0) return notFound();
  const present = await db.select({ url: busyFeed.url }).from(busyFeed).where(eq(busyFeed.hostId, hostId));
  if (present.some((feed) => feed.url === url)) return refuse("already_there");
  return present.length >= maxFeeds ? refuse("too_many_feeds") : null;
}

/** Removes a calendar and its busy times. For admins. Refusals: not_admin, not_found. */
export async function removeBusyFeed(
  ctx: Ctx,
  input: { feedId: string },
): Promise<Result<undefined, NotAdmin | NotFound>> {
  return adminCommand(ctx, "calendar", async (tx) => {
    const [gone] = await tx.db.delete(busyFeed).where(eq(busyFeed.id, input.feedId)).returning();
    if (!gone) return notFound();
    return recorded({ action: bookingAudit.busyFeedRemoved, subject: gone.hostId });
  });
}

/** Reads every calendar that is due, one after the other. Returns the number of successful reads. */
export async function readBusyFeeds(ctx: Ctx, reach: Reach = theOutside): Promise<number> {
  let read = 0;
  for (const feed of await ctx.db.select().from(busyFeed).where(isDue(ctx.now)).orderBy(busyFeed.id))
    if ((await readFeed(ctx, feed, reach)) === null) read += 1;
  return read;
}

const isDue = (now: Date) => or(isNull(busyFeed.heldUntil), lte(busyFeed.heldUntil, now));

/** Reads every calendar of the hosts, feeds and connected ones. Returns the number of those that could be read. */
export async function readEveryCalendar(ctx: Ctx, reach: Reach = theOutside): Promise<number> {
  const read = await readBusyFeeds(ctx, reach);
  const hosts = await ctx.db.selectDistinct({ id: connectedCalendar.hostId }).from(connectedCalendar);
  await refreshCalendars(
    ctx,
    hosts.map(({ id }) => id),
    0,
  );
  const isRead = and(
    connectedCalendar.isChecked,
    isNull(connectedCalendar.problem),
    isNotNull(connectedCalendar.readAt),
  );
  return read + (await ctx.db.$count(connectedCalendar, isRead));
}

/** Counts the calendars that busy times are read from, feeds and connected ones. */
export async function countCalendars(ctx: Pick<Ctx, "db">): Promise<{ total: number; failing: number }> {
  const [feeds] = await ctx.db.select({ total: count(), failing: count(busyFeed.problem) }).from(busyFeed);
  const [connected] = await ctx.db
    .select({ total: count(), failing: count(connectedCalendar.problem) })
    .from(connectedCalendar)
    .where(eq(connectedCalendar.isChecked, true));
  return { total: feeds!.total + connected!.total, failing: feeds!.failing + connected!.failing };
}

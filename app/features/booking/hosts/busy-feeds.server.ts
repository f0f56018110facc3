import { and, count, eq, inArray } from "drizzle-orm";
import { adminCommand, recorded } from "#app/features/security/admin-command.server.ts";
import { actsAsAdmin } from "#app/lib/actor.ts";
import { dayMs } from "#app/lib/durations.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound, type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { newId } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { type FetchRefusal, fetchOutside } from "#app/platform/outside-fetch.server.ts";
import { checkOutside, type Reach, theOutside } from "#app/platform/outside-request.server.ts";
import { bookingAudit } from "../audit.ts";
import { booking, busyFeed, busyTime, host } from "../tables.server.ts";
import { type CalendarRefusal, readCalendar } from "./busy-calendar.ts";

/*
 * Busy times of a host's other calendars, read every ten minutes from the URL of an .ics file. Only the times are stored. A failed read
 * keeps the last known times and shows the host a problem: an unreadable calendar must not make a busy host look free.
 */

const horizonMs = 370 * dayMs;
const limits = {
  ...{ maxBytes: 4_000_000, timeoutMs: 15_000, accept: "text/calendar, text/plain;q=0.5" },
  userAgent: "GTMarc calendar reader",
};
const maxFeeds = 10;

const problemText = {
  not_https: "The address must begin with https://.",
  has_credentials: "Remove the user name and password from the address; use the calendar's secret address instead.",
  bad_port: "The port in the address is not allowed. Remove it, or use one from 1024.",
  unknown_name: "The host name was not found.",
  not_public: "The address leads to a private network. Enter a public address.",
  unreachable: "The server could not be reached, or its certificate is not valid.",
  timed_out: "The server did not respond in time.",
  too_large: "The calendar is larger than 4 MB.",
  too_many_redirects: "The address redirects too often.",
  refused_by_server: "The server did not return the calendar. Check that the secret address is still valid.",
  incomplete: "The calendar ends in the middle. It is read again in ten minutes.",
  not_a_calendar: "There is no calendar at that address: the response is not in the iCalendar format.",
  too_many_events: "The calendar has too many recurring events.",
} as const satisfies Record<(FetchRefusal | CalendarRefusal)["kind"], string>;

const unreadable = ["not_https", "has_credentials", "bad_port", "not_public"] as const;
type Unreadable = Refusal<(typeof unreadable)[number]>;
const isUnreadable = (refusal: Refusal): refusal is Unreadable =>
  (unreadable as readonly string[]).includes(refusal.kind);

export type FeedRefusal = NotAdmin | NotFound | Unreadable | Refusal<"too_many_feeds" | "already_there">;

export const feedRefusalText = {
  not_admin: "Admin rights are needed for that.",
  not_found: "There is no such host.",
  not_https: problemText.not_https,
  has_credentials: problemText.has_credentials,
  bad_port: problemText.bad_port,
  not_public: problemText.not_public,
  too_many_feeds: `A host has at most ${maxFeeds} calendars.`,
  already_there: "This calendar is already connected.",
} as const satisfies Record<FeedRefusal["kind"], string>;

/**
 * Adds a calendar to a host and reads it once: `problem` is the error of that read; the calendar is kept and retried. For admins.
 * Refusals: not_admin, not_found, too_many_feeds, already_there; not_https, has_credentials, bad_port and not_public (the URL can never
 * be read; nothing is stored).
 */
export async function addBusyFeed(
  ctx: Ctx,
  { hostId, url }: { hostId: string; url: string },
  reach: Reach = theOutside,
): Promise<Result<{ id: string; problem: string | null }, FeedRefusal>> {
  if (!actsAsAdmin(ctx.actor)) return notAdmin();
  const problem = await checkOutside(url, limits, reach);
  if (problem && isUnreadable(problem)) return refuse(problem.kind);
  const added = await adminCommand(ctx, async (tx) => {
    const [by] = await tx.db.select({ id: host.id }).from(host).where(eq(host.id, hostId)).for("update");
    if (!by) return notFound();
    const present = await tx.db.select().from(busyFeed).where(eq(busyFeed.hostId, by.id));
    if (present.some((feed) => feed.url === url)) return refuse("already_there");
    if (present.length >= maxFeeds) return refuse("too_many_feeds");
    const [feed] = await tx.db
      .insert(busyFeed)
      .values({ id: newId(), hostId: by.id, url, createdAt: tx.now })
      .returning();
    return recorded({ action: bookingAudit.busyFeedAdded, subject: by.id }, feed!);
  });
  if (!added.ok) return added;
  return ok({ id: added.value.id, problem: await readFeed(ctx, added.value, reach) });
}

/** Removes a calendar and its busy times. For admins. Refusals: not_admin, not_found. */
export async function removeBusyFeed(
  ctx: Ctx,
  input: { feedId: string },
): Promise<Result<undefined, NotAdmin | NotFound>> {
  return adminCommand(ctx, async (tx) => {
    const [gone] = await tx.db.delete(busyFeed).where(eq(busyFeed.id, input.feedId)).returning();
    if (!gone) return notFound();
    return recorded({ action: bookingAudit.busyFeedRemoved, subject: gone.hostId });
  });
}

/** Reads every calendar, one after the other. Returns the number of successful reads. */
export async function readBusyFeeds(ctx: Ctx, reach: Reach = theOutside): Promise<number> {
  let read = 0;
  for (const feed of await ctx.db.select().from(busyFeed).orderBy(busyFeed.id))
    if ((await readFeed(ctx, feed, reach)) === null) read += 1;
  return read;
}

export async function countBusyFeeds(ctx: Pick<Ctx, "db">): Promise<{ total: number; failing: number }> {
  const [counts] = await ctx.db.select({ total: count(), failing: count(busyFeed.problem) }).from(busyFeed);
  return counts!;
}

type FeedRow = typeof busyFeed.$inferSelect;

/** Reads one calendar, outside a transaction while it waits for the server. Returns the problem, or null. */
async function readFeed(ctx: Ctx, feed: FeedRow, reach: Reach): Promise<string | null> {
  const fetched = await fetchOutside(feed.url, limits, reach);
  const spans = fetched.ok ? await spansOf(ctx, feed, fetched.value) : fetched;
  const problem = spans.ok ? null : problemText[spans.reason.kind];
  await inTransaction(ctx, async (tx) => {
    const [still] = await tx.db
      .update(busyFeed)
      .set({ attemptedAt: tx.now, problem, ...(spans.ok ? { readAt: tx.now } : {}) })
      .where(eq(busyFeed.id, feed.id))
      .returning();
    if (!still || !spans.ok) return;
    await tx.db.delete(busyTime).where(eq(busyTime.feedId, feed.id));
    const rows = spans.value.busy.map(({ start, end }) => ({
      id: newId(),
      feedId: feed.id,
      hostId: feed.hostId,
      during: { start: new Date(start), end: new Date(end) },
    }));
    for (let at = 0; at < rows.length; at += 1000) await tx.db.insert(busyTime).values(rows.slice(at, at + 1000));
  });
  return problem;
}

async function spansOf(ctx: Ctx, { hostId }: FeedRow, text: string) {
  const [by] = await ctx.db.select({ timezone: host.timezone }).from(host).where(eq(host.id, hostId));
  const from = ctx.now.getTime() - dayMs;
  const ours = await ownUids(ctx, hostId, text);
  return readCalendar(text, {
    from,
    to: from + horizonMs,
    timezone: by?.timezone ?? "UTC",
    emails: [],
    ownUids: ours,
  });
}

/** Returns the UIDs of our own invitations: when they appear in the host's calendar, a call must not block its own move. */
async function ownUids(ctx: Ctx, hostId: string, text: string): Promise<ReadonlySet<string>> {
  const named = [...new Set(text.replace(/\r?\n[ \t]/g, "").match(/^UID:.{1,255}$/gm) ?? [])].map((line) =>
    line.slice(4).trim(),
  );
  if (named.length === 0) return new Set();
  const found = await ctx.db
    .select({ uid: booking.uid })
    .from(booking)
    .where(and(eq(booking.hostId, hostId), inArray(booking.uid, named.slice(0, 10_000))));
  return new Set(found.map(({ uid }) => uid));
}

import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { desc, eq, or, sql } from "drizzle-orm";
import { findEmails } from "#app/features/accounts/profile/profile.server.ts";
import { dayMs, hourMs, minuteMs } from "#app/lib/durations.ts";
import { GateCrowded } from "#app/lib/program/narrow-gate.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { log } from "#app/platform/log.server.ts";
import { type FetchRefusal, fetchOutsideFile } from "#app/platform/outside/outside-fetch.server.ts";
import type { Reach } from "#app/platform/outside/outside-request.server.ts";
import { ThreadEnded, ThreadsClosed } from "#app/platform/threads.server.ts";
import { booking, bookingCohost, busyFeed, busyTime, host, type SeenCalendar } from "../tables.server.ts";
import { type BusyQuestion, readingProblemText } from "./busy-calendar.ts";
import { calendarProblemText, type FileReading, maxCalendarBytes, readCalendarFile } from "./read-calendar.server.ts";

/*
 * One attempt to read a host's other calendar, and what is stored of it. The file is parsed in a process of its own. An attempt that
 * ends the reader is counted before it begins and the count is undone afterwards, so that a calendar that ends the whole process is not read
 * again at once after the restart: after each such attempt the calendar rests twice as long.
 */

/** The furthest day that an event type can offer, and a day on each side. */
const horizonMs = 732 * dayMs;
/** A calendar that has not changed is read again after this time, because the horizon moves on. */
const seenMs = 20 * hourMs;
const maxSkipped = 50;
const rowsPerStatement = 1000;
const maxOwnCalls = 10_000;

export const feedLimits = {
  ...{ maxBytes: maxCalendarBytes, timeoutMs: 30_000, accept: "text/calendar, text/plain;q=0.5" },
  userAgent: "GTMarc calendar reader",
};

export const problemText = {
  ...readingProblemText,
  has_credentials: "Remove the user name and password from the address; use the calendar's secret address instead.",
  too_many_redirects: "The address redirects too often.",
  refused_by_server: "The server did not return the calendar. Check that the secret address is still valid.",
  ...calendarProblemText,
} as const satisfies Record<FetchRefusal["kind"] | "reader_ended" | keyof typeof calendarProblemText, string>;

/** `unchanged`: still the version that was read last. `ended`: the reader was stopped at a limit of time or memory, or failed. */
export type Attempt =
  | { outcome: "read"; reading: FileReading; seen: SeenCalendar }
  | { outcome: "unchanged" | "ended" }
  | { outcome: "failed"; problem: string };

type Wanted = { hostId: string; url: string; seen?: SeenCalendar | null };

/** Fetches and reads the calendar, and stores nothing. Throws GateCrowded and ThreadsClosed. */
export async function tryReading(ctx: Ctx, feed: Wanted, reach: Reach): Promise<Attempt> {
  // The calendar never is in the memory of the serving process: 20 MB there would stop it for its garbage collection.
  const folder = await mkdtemp(join(tmpdir(), "gtmarc-calendar-"));
  try {
    return await readThrough(join(folder, "calendar.ics"), ctx, feed, reach);
  } finally {
    await rm(folder, { recursive: true });
  }
}

async function readThrough(file: string, ctx: Ctx, feed: Wanted, reach: Reach): Promise<Attempt> {
  const of = await findOwner(ctx, feed.hostId);
  const readFor = JSON.stringify(of);
  const isCurrent = feed.seen && feed.seen.readFor === readFor && feed.seen.until > ctx.now.toISOString();
  const known = isCurrent ? feed.seen! : undefined;
  const fetched = await fetchOutsideFile(feed.url, { ...feedLimits, known, into: file }, reach);
  if (!fetched.ok) return { outcome: "failed", problem: problemText[fetched.reason.kind] };
  if (fetched.value === null) return { outcome: "unchanged" };
  const { validators } = fetched.value;
  try {
    const read = await readCalendarFile(file, { ...of, ...(await questionOf(ctx, feed.hostId)) }, maxSkipped);
    if (!read.ok) return { outcome: "failed", problem: problemText[read.reason.kind] };
    const until = new Date(ctx.now.getTime() + seenMs).toISOString();
    return { outcome: "read", reading: read.value, seen: { ...validators, readFor, until } };
  } catch (error) {
    if (error instanceof GateCrowded || error instanceof ThreadsClosed) throw error;
    if (!(error instanceof ThreadEnded)) log.error({ err: error }, "the reader of calendars failed");
    return { outcome: "ended" };
  }
}

export async function findOwner(ctx: Ctx, hostId: string): Promise<Pick<BusyQuestion, "timezone" | "emails">> {
  const [by] = await ctx.db
    .select({ timezone: host.timezone, email: host.email, userId: host.userId })
    .from(host)
    .where(eq(host.id, hostId));
  if (!by) return { timezone: "UTC", emails: [] };
  const accounts = await findEmails(ctx, by.userId ? [by.userId] : []);
  const emails = [by.email, ...accounts.values()].map((email) => email.toLowerCase());
  return { timezone: by.timezone, emails: [...new Set(emails)] };
}

/** Our own calls in the host's calendar are known by UID: a call must not block its own move. */
export async function questionOf(ctx: Ctx, hostId: string): Promise<Pick<BusyQuestion, "from" | "to" | "ownUids">> {
  const from = ctx.now.getTime() - dayMs;
  const ours = await ctx.db
    .select({ uid: booking.uid })
    .from(booking)
    .where(hostedBy(hostId))
    .orderBy(desc(booking.id))
    .limit(maxOwnCalls);
  return { from, to: from + horizonMs, ownUids: new Set(ours.map(({ uid }) => uid)) };
}

const hostedBy = (hostId: string) =>
  or(
    eq(booking.hostId, hostId),
    sql`${booking.id} in (select booking_id from ${bookingCohost} where ${bookingCohost.hostId} = ${hostId})`,
  );

export type FeedRow = typeof busyFeed.$inferSelect;

/** Reads a stored calendar and stores the outcome. Returns the problem, or null. Throws GateCrowded and ThreadsClosed. */
export async function readFeed(ctx: Ctx, feed: FeedRow, reach: Reach): Promise<string | null> {
  const readerEnds = feed.readerEnds + 1;
  const heldUntil = new Date(ctx.now.getTime() + restMs(readerEnds));
  await ctx.db.update(busyFeed).set({ readerEnds, heldUntil }).where(eq(busyFeed.id, feed.id));
  const tried = await tryReading(ctx, feed, reach).catch(async (error: unknown) => {
    const { readerEnds, heldUntil } = feed;
    await ctx.db.update(busyFeed).set({ readerEnds, heldUntil }).where(eq(busyFeed.id, feed.id));
    throw error;
  });
  await storeAttempt(ctx, feed, tried);
  return problemOf(tried);
}

/** 20 minutes after the first attempt that ended the reader, twice as long after each further one, at most a day. */
const restMs = (ends: number) => Math.min(dayMs, 10 * minuteMs * 2 ** Math.min(ends, 10));

export function problemOf(tried: Attempt): string | null {
  if (tried.outcome === "failed") return tried.problem;
  return tried.outcome === "ended" ? problemText.reader_ended : null;
}

/** Stores the outcome of an attempt. A failed one keeps the last known times. */
export async function storeAttempt(ctx: Ctx, feed: Pick<FeedRow, "id" | "hostId">, tried: Attempt): Promise<void> {
  await inTransaction(ctx, async (tx) => {
    const succeeded = tried.outcome === "read" || tried.outcome === "unchanged";
    const [still] = await tx.db
      .update(busyFeed)
      .set({
        attemptedAt: tx.now,
        problem: problemOf(tried),
        ...(succeeded ? { readAt: tx.now } : {}),
        ...(tried.outcome === "ended" ? {} : { readerEnds: 0, heldUntil: null }),
        ...(tried.outcome === "read" ? factsOf(tried) : {}),
      })
      .where(eq(busyFeed.id, feed.id))
      .returning();
    if (still && tried.outcome === "read") await storeTimes(tx, feed, tried.reading);
  });
}

const factsOf = ({ reading: { skipped, skippedCount }, seen }: Extract<Attempt, { outcome: "read" }>) => ({
  ...{ skipped, skippedCount, seen },
});

/** One parameter for many rows: building statements with one for each, or ids for all, would block the serving process. */
async function storeTimes(tx: Ctx, { id, hostId }: Pick<FeedRow, "id" | "hostId">, { busy }: FileReading) {
  await tx.db.delete(busyTime).where(eq(busyTime.feedId, id));
  for (let at = 0; at < busy.length; at += rowsPerStatement) {
    const spans = busy.slice(at, at + rowsPerStatement).map(({ start, end }) => [start / 1000, end / 1000]);
    await tx.db.execute(sql`
      insert into ${busyTime} (id, feed_id, host_id, during)
      select gen_random_uuid(), ${id}::uuid, ${hostId}::uuid,
        tstzrange(to_timestamp((span->>0)::float8), to_timestamp((span->>1)::float8))
      from jsonb_array_elements(${JSON.stringify(spans)}::jsonb) as span`);
  }
}

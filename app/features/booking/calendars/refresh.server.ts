import { and, eq, inArray, isNotNull, isNull, lte, or, type SQL, sql } from "drizzle-orm";
import { hourMs } from "#app/lib/durations.ts";
import { GateCrowded } from "#app/lib/program/narrow-gate.ts";
import { refuse } from "#app/lib/refusal.ts";
import type { Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import { type Ctx, inTransaction, isTransaction } from "#app/platform/context.server.ts";
import { log } from "#app/platform/log.server.ts";
import { hashToken } from "#app/platform/secrets/hashes.server.ts";
import { ThreadsClosed } from "#app/platform/threads.server.ts";
import { findOwner, questionOf } from "../busy-calendars/feed-reading.server.ts";
import { booking, bookingCohost, calendarAccount, calendarBusy, connectedCalendar, host } from "../tables.server.ts";
import { type CalendarProvider, type CalendarReading, type Trouble, troubleText } from "./provider.ts";
import { type AccountRow, providerOf } from "./provider-of.server.ts";

/*
 * Reads connected calendars: when slots are shown, unless that was done within the last minute, before a call is booked or moved, and
 * every minute for what hosts change there. A failed attempt keeps the last known times, and the host is busy at all times meanwhile
 * unless the host's settings say otherwise: a calendar that cannot be read never makes a host look free.
 */

export const shownMaxAgeMs = 60_000;
const wholeEveryMs = 20 * hourMs;
const rowsPerStatement = 1000;

export type CalendarRow = typeof connectedCalendar.$inferSelect;

/** Reads what it has to know before a calendar is read; what it returns gets the reading, and returns false to see it again. */
export type Follower = (
  ctx: Ctx,
  calendar: CalendarRow,
  provider: CalendarProvider,
) => Promise<(reading: CalendarReading) => Promise<boolean>>;

const underWay = new Map<string, Promise<void>>();

/** Reads the calendars of these hosts that were last tried longer than `maxAgeMs` ago. Does nothing within a transaction. */
export async function refreshCalendars(ctx: Ctx, hostIds: readonly string[], maxAgeMs: number): Promise<void> {
  if (isTransaction(ctx) || hostIds.length === 0) return;
  const tried = new Date(ctx.now.getTime() - maxAgeMs);
  const due = await listCalendars(
    ctx,
    and(
      inArray(connectedCalendar.hostId, [...hostIds]),
      connectedCalendar.isChecked,
      or(isNull(connectedCalendar.attemptedAt), lte(connectedCalendar.attemptedAt, tried)),
    ),
  );
  await Promise.all(
    due.map(({ calendar, account }) => {
      const present = underWay.get(calendar.id);
      // A read that began before a booking does not count for it.
      if (present && maxAgeMs > 0) return present;
      const read = readCalendar(ctx, calendar, account).finally(() => {
        if (underWay.get(calendar.id) === read) underWay.delete(calendar.id);
      });
      underWay.set(calendar.id, read);
      return read;
    }),
  );
}

/** Reads the calendars of all hosts of a call before it is moved. `token` opens the page of the call. */
export async function refreshForCall(ctx: Ctx, by: { token: string } | { bookingId: string }): Promise<void> {
  if ("bookingId" in by && !isUuid(by.bookingId)) return;
  const isIt = "token" in by ? eq(booking.manageTokenHash, hashToken(by.token)) : eq(booking.id, by.bookingId);
  const rows = await ctx.db
    .select({ hostId: booking.hostId, cohostId: bookingCohost.hostId })
    .from(booking)
    .leftJoin(bookingCohost, eq(bookingCohost.bookingId, booking.id))
    .where(isIt);
  const hosts = new Set(rows.flatMap(({ hostId, cohostId }) => [hostId, ...(cohostId ? [cohostId] : [])]));
  await refreshCalendars(ctx, [...hosts], 0);
}

/** Calendars that are followed at the same time: one slow server may not delay every host. */
const followedAtOnce = 4;

/** Reads every connected calendar of active hosts, or these, and follows what they changed there. */
export async function followCalendars(ctx: Ctx, follow: Follower, only?: readonly string[]): Promise<void> {
  const used = or(connectedCalendar.isChecked, connectedCalendar.isTarget);
  const these = only && inArray(connectedCalendar.id, [...only]);
  const waiting = await listCalendars(ctx, and(host.active, used, these));
  const followNext = async () => {
    for (let next = waiting.shift(); next; next = waiting.shift())
      await readCalendar(ctx, next.calendar, next.account, follow);
  };
  await Promise.all(Array.from({ length: followedAtOnce }, followNext));
}

/** Reads the calendars of which a service said that they changed. A notification during a read leads to another one. */
export async function followChanged(ctx: Ctx, follow: Follower): Promise<void> {
  const changed = await ctx.db
    .update(connectedCalendar)
    .set({ changedAt: null })
    .where(isNotNull(connectedCalendar.changedAt))
    .returning({ id: connectedCalendar.id });
  if (changed.length > 0)
    await followCalendars(
      ctx,
      follow,
      changed.map(({ id }) => id),
    );
}

const listCalendars = (ctx: Ctx, which: SQL | undefined) =>
  ctx.db
    .select({ calendar: connectedCalendar, account: calendarAccount })
    .from(connectedCalendar)
    .innerJoin(calendarAccount, eq(calendarAccount.id, connectedCalendar.accountId))
    .innerJoin(host, eq(host.id, connectedCalendar.hostId))
    .where(and(which, or(isNull(connectedCalendar.heldUntil), lte(connectedCalendar.heldUntil, ctx.now))))
    .orderBy(connectedCalendar.id);

async function readCalendar(ctx: Ctx, calendar: CalendarRow, account: AccountRow, follow?: Follower): Promise<void> {
  const owner = await findOwner(ctx, calendar.hostId);
  const readFor = JSON.stringify(owner);
  const { seen } = calendar;
  const isCurrent = seen && seen.readFor === readFor && seen.until > ctx.now.toISOString();
  const token = isCurrent ? (follow ? seen.followed : seen.token) : undefined;
  const question = async () => ({ ...owner, ...(await questionOf(ctx, calendar.hostId)) });
  const provider = providerOf(ctx, account);
  const apply = await follow?.(ctx, calendar, provider);
  const read = await tryReading(() => provider.read(calendar.ref, question, token ?? null));
  if (read === "later") return;
  const followed = apply && read.ok && read.value ? read.value.token : seen?.followed;
  const stored = await inTransaction(ctx, (tx) => store(tx, calendar, read, { readFor, followed }));
  if (!stored || !read.ok || !read.value || !apply) return;
  // What could not be decided is looked at again.
  if (!(await apply(read.value)))
    await ctx.db.update(connectedCalendar).set({ seen: null }).where(eq(connectedCalendar.id, calendar.id));
}

/** A reader without room is no trouble of the calendar: the last outcome stays. */
async function tryReading(
  read: () => Promise<Result<CalendarReading | null, Trouble>>,
): Promise<Result<CalendarReading | null, Trouble> | "later"> {
  try {
    return await read();
  } catch (error) {
    if (error instanceof GateCrowded || error instanceof ThreadsClosed) return "later";
    log.error({ err: error }, "reading a connected calendar failed");
    return refuse("reader_ended");
  }
}

async function store(
  tx: Ctx,
  calendar: CalendarRow,
  read: Result<CalendarReading | null, Trouble>,
  { readFor, followed }: { readFor: string; followed: string | undefined },
): Promise<boolean> {
  const outcome = read.ok
    ? {
        ...{ readAt: tx.now, problem: null, failingSince: null, warnedAt: null, heldUntil: null },
        ...(read.value && {
          skippedCount: read.value.skippedCount,
          seen: { token: read.value.token, followed, readFor, until: untilOf(tx) },
        }),
      }
    : {
        problem: troubleText[read.reason.kind],
        failingSince: sql`coalesce(${connectedCalendar.failingSince}, ${tx.now.toISOString()}::timestamptz)`,
        heldUntil: read.reason.waitSeconds ? new Date(tx.now.getTime() + read.reason.waitSeconds * 1000) : null,
      };
  const [still] = await tx.db
    .update(connectedCalendar)
    .set({ attemptedAt: tx.now, ...outcome })
    .where(eq(connectedCalendar.id, calendar.id))
    .returning({ isChecked: connectedCalendar.isChecked });
  if (still && read.ok && read.value) await storeTimes(tx, calendar, still.isChecked ? read.value.busy : []);
  return still !== undefined;
}

const untilOf = ({ now }: Ctx) => new Date(now.getTime() + wholeEveryMs).toISOString();

async function storeTimes(tx: Ctx, { id, hostId }: CalendarRow, busy: CalendarReading["busy"]) {
  await tx.db.delete(calendarBusy).where(eq(calendarBusy.calendarId, id));
  for (let at = 0; at < busy.length; at += rowsPerStatement) {
    const spans = busy.slice(at, at + rowsPerStatement).map(({ start, end }) => [start / 1000, end / 1000]);
    await tx.db.execute(sql`
      insert into ${calendarBusy} (id, calendar_id, host_id, during)
      select gen_random_uuid(), ${id}::uuid, ${hostId}::uuid,
        tstzrange(to_timestamp((span->>0)::float8), to_timestamp((span->>1)::float8))
      from jsonb_array_elements(${JSON.stringify(spans)}::jsonb) as span`);
  }
}

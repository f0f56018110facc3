import { and, eq, gt, inArray, isNull, sql } from "drizzle-orm";
import { minuteMs } from "#app/lib/durations.ts";
import { type Ctx, inTransaction } from "#app/platform/context.server.ts";
import { cancelAsHost, moveAsHost } from "../bookings/reschedule.server.ts";
import { questionOf } from "../busy-calendars/feed-reading.server.ts";
import { booking, bookingChange, calendarEvent, connectedCalendar, host } from "../tables.server.ts";
import type { CalendarProvider, CalendarReading, OwnEvent } from "./provider.ts";
import type { CalendarRow, Follower } from "./refresh.server.ts";
import { isEntry } from "./writing.server.ts";

/*
 * What the host does to the events of calls counts here: an event that was moved moves the call, one that was deleted, canceled or
 * declined cancels it, after an admin confirms or by the host's rule. An event counts only if it is up to date on our side before the
 * calendar was read and still is afterwards; otherwise our own change, which was being written meanwhile, would look like the host's.
 */

type Entry = typeof calendarEvent.$inferSelect;
type Known = { entry: Entry; uid: string; start: Date; end: Date; rule: "ask" | "cancel" };

/**
 * More than this within ten minutes are not canceled by rule: the calendar is probably being emptied, and a notification has it read
 * after each event.
 */
const maxByRule = 2;
const ruleWindowMs = 10 * minuteMs;

const texts = {
  not_offered:
    "The event of the call was moved to a time that has passed, or to another length than 5 minutes to 12 hours. The call stays where it was.",
  taken: "The event of the call was moved to a time of another call. The call stays where it was.",
} as const;

/** The written events of upcoming calls in a calendar, as they are before it is read. */
async function readKnownEvents(ctx: Ctx, calendarId: string): Promise<Known[]> {
  const rows = await ctx.db
    .select({ entry: calendarEvent, uid: booking.uid, during: booking.during, rule: host.calendarDeletion })
    .from(calendarEvent)
    .innerJoin(booking, eq(booking.id, calendarEvent.bookingId))
    .innerJoin(connectedCalendar, eq(connectedCalendar.id, calendarEvent.calendarId))
    .innerJoin(host, eq(host.id, connectedCalendar.hostId))
    .where(
      and(
        eq(calendarEvent.calendarId, calendarId),
        isNull(calendarEvent.dueAt),
        eq(calendarEvent.writtenSequence, booking.sequence),
        eq(booking.status, "confirmed"),
        sql`lower(${booking.during}) > ${ctx.now.toISOString()}::timestamptz`,
      ),
    );
  return rows.map(({ during, ...row }) => ({ ...row, ...during }));
}

/** Reads what is known before a calendar is read, and returns what applies the changes of the host that a reading shows. */
export const followHost: Follower = async (ctx, calendar, provider) => {
  const known = await readKnownEvents(ctx, calendar.id);
  return (reading) => followOwnEvents(ctx, { calendar, known, reading, provider });
};

/** Applies what the host changed. Returns false if something has to be looked at again. */
async function followOwnEvents(
  ctx: Ctx,
  of: { calendar: CalendarRow; known: readonly Known[]; reading: CalendarReading; provider: CalendarProvider },
): Promise<boolean> {
  const { known, reading, provider, calendar } = of;
  const byUid = new Map(reading.own.map((event) => [event.uid, event]));
  const gone: Known[] = [];
  let isComplete = true;
  for (const call of known) {
    let event: OwnEvent | null | undefined = byUid.get(call.uid);
    if (!event && call.entry.ref) {
      const question = { timezone: "UTC", emails: [], ...(await questionOf(ctx, calendar.hostId)) };
      const found = await provider.find(calendar.ref, call.entry.ref, question);
      if (!found.ok || found.value) isComplete = false;
      if (!found.ok || found.value) continue;
      event = null;
    }
    if (!event || event.isOff) gone.push(call);
    else if (event.start !== call.start.getTime() || event.end !== call.end.getTime()) {
      if (!(await move(ctx, call, event))) isComplete = false;
    } else if (event.etag !== call.entry.etag || call.entry.goneAt)
      await whileUnchanged(ctx, call, (tx) => note(tx, call, { ref: event.ref, etag: event.etag, goneAt: null }));
  }
  const since = new Date(ctx.now.getTime() - ruleWindowMs);
  const asked = gone.filter(({ entry }) => entry.goneAt && entry.goneAt <= since).length;
  const lost = gone.length === asked ? 0 : gone.length - asked + (await countCanceled(ctx, calendar.hostId, since));
  for (const call of gone) if (!(await lose(ctx, call, lost <= maxByRule))) isComplete = false;
  return isComplete;
}

/** Cancellations of a host's calls since a time without an account: by rule, or by visitors, which cannot be distinguished. */
const countCanceled = (ctx: Ctx, hostId: string, since: Date): Promise<number> =>
  ctx.db.$count(
    bookingChange,
    and(
      eq(bookingChange.action, "cancelled"),
      isNull(bookingChange.actorUserId),
      gt(bookingChange.at, since),
      inArray(
        bookingChange.bookingId,
        ctx.db.select({ id: booking.id }).from(booking).where(eq(booking.hostId, hostId)),
      ),
    ),
  );

/** Runs `act` if our side of the event has not changed since before the calendar was read. Returns whether it has not. */
const whileUnchanged = (ctx: Ctx, { entry }: Known, act: (tx: Ctx) => Promise<unknown>): Promise<boolean> =>
  inTransaction(ctx, async (tx) => {
    const [now] = await tx.db.select().from(calendarEvent).where(isEntry(entry)).for("update");
    const isSame =
      now &&
      !now.dueAt &&
      now.etag === entry.etag &&
      now.ref === entry.ref &&
      now.writtenSequence === entry.writtenSequence;
    if (!isSame) return false;
    await act(tx);
    return true;
  });

const note = (tx: Ctx, { entry }: Known, changes: Partial<Entry>) =>
  tx.db.update(calendarEvent).set(changes).where(isEntry(entry));

async function move(ctx: Ctx, call: Known, { ref, etag, start, end }: OwnEvent): Promise<boolean> {
  const { bookingId, writtenSequence } = call.entry;
  const during = { start: new Date(start), end: new Date(end) };
  const moved = await moveAsHost(ctx, { bookingId, during }, (tx, act) =>
    whileUnchanged(tx, call, async (locked) => {
      await act(locked);
      const isWritten = { writtenSequence: writtenSequence! + 1, dueAt: null, problem: null, goneAt: null };
      await note(locked, call, { ref, etag, ...isWritten });
    }),
  );
  if (moved.ok) return moved.value;
  const { kind } = moved.reason;
  if (kind !== "taken" && kind !== "not_offered") return true;
  // The event is written back to the time of the call.
  return whileUnchanged(ctx, call, (tx) =>
    note(tx, call, { ref, etag, dueAt: tx.now, attempts: 0, problem: texts[kind] }),
  );
}

async function lose(ctx: Ctx, call: Known, mayCancel: boolean): Promise<boolean> {
  // An admin was asked, and decides.
  if (call.entry.goneAt) return true;
  if (call.rule === "cancel" && mayCancel) return (await cancelAsHost(ctx, { bookingId: call.entry.bookingId })).ok;
  return whileUnchanged(ctx, call, (tx) => note(tx, call, { goneAt: tx.now }));
}

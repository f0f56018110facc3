import { and, eq, sql } from "drizzle-orm";
import { z } from "zod";
import { hourMs, minuteMs } from "#app/lib/durations.ts";
import { forgottenAddress } from "#app/lib/people/forgotten-address.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { defineJob } from "#app/platform/queues/jobs.server.ts";
import { type BookedCall, hostEntry, lacksLink, meetingUrlOf } from "../agenda/booked-call.server.ts";
import { findBrief } from "../agenda/brief.server.ts";
import type { CalendarCall } from "../agenda/calendar-file.server.ts";
import { selectGuests } from "../bookings/guests.server.ts";
import { questionOf } from "../busy-calendars/feed-reading.server.ts";
import { booking, calendarAccount, calendarEvent, connectedCalendar, eventType, host } from "../tables.server.ts";
import { type CalendarProvider, type Changed, type StoredEvent, type Trouble, troubleText } from "./provider.ts";
import { providerOf } from "./provider-of.server.ts";

/*
 * Writes calls to the calendars of their hosts. A row of `calendar_event` is due when its call was booked, moved or canceled, or when
 * a person was deleted: their calls' events are deleted, those that name them as a guest are written again, past ones too. A failed
 * attempt is repeated after one minute, then twice as long each time, at most an hour. An event has the UID and place of its call, so a
 * repeated attempt finds what the first one wrote. Visitors and guests are named in the description and are not attendees: calendar
 * servers would send them invitations of their own.
 */

const perRun = 100;
/** A claimed event is attempted again after this time, if the process was killed meanwhile. */
const leaseMs = 2 * minuteMs;

/** Writes everything that is due. Returns the number of events that are up to date afterwards. */
export async function writeCalendars(ctx: Ctx): Promise<number> {
  let written = 0;
  for (let count = 0; count < perRun; count += 1) {
    const leasedUntil = new Date(ctx.now.getTime() + leaseMs);
    const [claimed] = await ctx.db
      .update(calendarEvent)
      .set({ dueAt: leasedUntil, attempts: sql`${calendarEvent.attempts} + 1` })
      .where(
        eq(
          sql`(${calendarEvent.bookingId}, ${calendarEvent.calendarId})`,
          sql`(select booking_id, calendar_id from calendar_event where due_at <= ${ctx.now.toISOString()}::timestamptz
            order by due_at limit 1 for update skip locked)`,
        ),
      )
      .returning();
    if (!claimed) break;
    if (await writeOne(ctx, claimed, leasedUntil)) written += 1;
  }
  return written;
}

/** Runs every minute for repeated attempts, and as soon as a call changes (queue.server.ts). */
export const writeCalendarsJob = defineJob({
  name: "booking.write-calendars",
  payload: z.object({}),
  collapse: true,
  expireInSeconds: 900,
  run: writeCalendars,
});

type Entry = typeof calendarEvent.$inferSelect;

export const isEntry = ({ bookingId, calendarId }: Pick<Entry, "bookingId" | "calendarId">) =>
  and(eq(calendarEvent.bookingId, bookingId), eq(calendarEvent.calendarId, calendarId));

async function writeOne(ctx: Ctx, entry: Entry, leasedUntil: Date): Promise<boolean> {
  const [row] = await ctx.db
    .select({
      booking,
      kind: eventType,
      host,
      account: calendarAccount,
      ref: connectedCalendar.ref,
      calendarHostId: connectedCalendar.hostId,
      guests: selectGuests,
    })
    .from(booking)
    .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
    .innerJoin(host, eq(host.id, booking.hostId))
    .innerJoin(connectedCalendar, eq(connectedCalendar.id, entry.calendarId))
    .innerJoin(calendarAccount, eq(calendarAccount.id, connectedCalendar.accountId))
    .where(eq(booking.id, entry.bookingId));
  const isThis = isEntry(entry);
  const unchanged = and(isThis, eq(calendarEvent.dueAt, leasedUntil));
  if (!row) return false;
  const { account, ref, calendarHostId: _, ...call } = row;
  const isGone = call.booking.status === "cancelled" || call.booking.email === forgottenAddress;
  // A call that is over gets no event; the one that it has must not name a person who was deleted since.
  if (call.booking.during.end <= ctx.now && entry.ref === null && !isGone) {
    await ctx.db.update(calendarEvent).set({ dueAt: null }).where(unchanged);
    return false;
  }
  const provider = providerOf(ctx, account);
  const stored = entry.ref === null ? null : { ref: entry.ref, etag: entry.etag ?? "" };
  const calendarCall = await entryOf(ctx, { ...call, cohosts: [], token: "" });
  if (isGone) {
    const removed = await removeEvent(provider, { calendar: ref, stored, entry, call: calendarCall });
    if (!removed.ok) return fail(ctx, entry, leasedUntil, removed.reason);
    await ctx.db.delete(calendarEvent).where(unchanged);
    await lookAgain(ctx, entry.calendarId);
    return true;
  }
  const written = await writeEvent(ctx, provider, {
    calendar: ref,
    stored,
    call: calendarCall,
    hostId: row.calendarHostId,
  });
  if (!written.ok) return fail(ctx, entry, leasedUntil, written.reason);
  const isNow = { ...written.value, writtenSequence: call.booking.sequence };
  await ctx.db.update(calendarEvent).set(isNow).where(isThis);
  const done = {
    dueAt: null,
    attempts: 0,
    ...(entry.writtenSequence === call.booking.sequence ? {} : { problem: null }),
  };
  await ctx.db.update(calendarEvent).set(done).where(unchanged);
  await lookAgain(ctx, entry.calendarId);
  return true;
}

/** A version can be a hash of the content: without the event that was written, the calendar has the version from before it again. */
const lookAgain = (ctx: Ctx, calendarId: string) =>
  ctx.db
    .update(connectedCalendar)
    .set({ seen: sql`${connectedCalendar.seen} - 'followed'` })
    .where(eq(connectedCalendar.id, calendarId));

/** An event that was written, but not recorded because the process was killed, is found by writing it again. */
async function removeEvent(
  provider: CalendarProvider,
  of: { calendar: string; stored: StoredEvent | null; entry: Entry; call: CalendarCall },
): Promise<Result<undefined, Trouble | Changed>> {
  const { calendar, stored, entry, call } = of;
  if (stored) return provider.remove(calendar, stored);
  if (entry.attempts <= 1) return ok(undefined);
  const found = await provider.write(calendar, { ...call, cancelled: false }, null);
  return found.ok ? provider.remove(calendar, found.value) : found;
}

/** The call's own change wins over the host's if both happened since the last read: the visitor was notified already. */
async function writeEvent(
  ctx: Ctx,
  provider: CalendarProvider,
  of: { calendar: string; stored: StoredEvent | null; call: CalendarCall; hostId: string },
): Promise<Result<StoredEvent, Trouble | Changed>> {
  const { calendar, stored, call, hostId } = of;
  const written = await provider.write(calendar, call, stored);
  if (written.ok || written.reason.kind !== "changed_there" || !stored) return written;
  const question = { timezone: "UTC", emails: [], ...(await questionOf(ctx, hostId)) };
  const now = await provider.find(calendar, stored.ref, question);
  if (!now.ok) return now;
  return now.value ? provider.write(calendar, call, now.value) : written;
}

async function fail(ctx: Ctx, entry: Entry, leasedUntil: Date, reason: Trouble | Changed): Promise<false> {
  const unchanged = and(isEntry(entry), eq(calendarEvent.dueAt, leasedUntil));
  if (reason.kind === "gone_there") {
    await ctx.db.update(calendarEvent).set({ dueAt: null, goneAt: ctx.now }).where(unchanged);
    return false;
  }
  const waitMs = Math.min(hourMs, minuteMs * 2 ** Math.min(entry.attempts - 1, 10));
  const asked = "waitSeconds" in reason && reason.waitSeconds ? reason.waitSeconds * 1000 : 0;
  const problem = reason.kind === "changed_there" ? "The event was changed there meanwhile." : troubleText[reason.kind];
  const dueAt = new Date(ctx.now.getTime() + Math.max(waitMs, asked));
  await ctx.db.update(calendarEvent).set({ dueAt, problem }).where(unchanged);
  return false;
}

/** The host's entry with the brief and links, without attendees. */
async function entryOf(ctx: Ctx, call: BookedCall): Promise<CalendarCall> {
  const { organizer: _, ...entry } = hostEntry(call, ctx.now);
  const { booking: row } = call;
  const brief = await findBrief(ctx, row);
  const page = `${env().SITE_URL}/admin/calendar/calls/${row.id}`;
  const link = meetingUrlOf(call);
  return {
    ...entry,
    attendees: [],
    url: page,
    location: lacksLink(call) ? "Online" : entry.location,
    description: [
      ...entry.description,
      ...(link ? [`Video link: ${link}`] : []),
      ...(brief
        ? [
            `${brief.company}\n${[...brief.facts, ...brief.findings].map(({ label, value }) => `${label}: ${value}`).join("\n")}`,
          ]
        : []),
      ...(brief?.warning ? [brief.warning] : []),
      `The call and its brief: ${page}`,
    ],
  };
}

import { and, eq, gt, isNotNull, or, sql } from "drizzle-orm";
import { unionAll } from "drizzle-orm/pg-core";
import { canRead } from "#app/lib/actor.ts";
import { type NotAdmin, notAdmin } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { byLetters } from "#app/platform/database/search.server.ts";
import { feedLabel } from "../busy-calendars/feed-label.ts";
import { booking, busyFeed, calendarEvent, connectedCalendar, eventType, host } from "../tables.server.ts";
import { type AgendaCall, agendaColumns, agendaEntry } from "./agenda.server.ts";

const maxCalls = 50;

/** Lists the confirmed calls today (in their host's time zone), in order, at most 50. For admins. Refusal: not_admin. */
export async function listCallsOfToday(ctx: Ctx): Promise<Result<AgendaCall[], NotAdmin>> {
  if (!canRead(ctx.actor, "calendar")) return notAdmin();
  const now = sql`${ctx.now.toISOString()}::timestamptz`;
  const start = sql`lower(${booking.during})`;
  const found = await ctx.db
    .select(agendaColumns)
    .from(booking)
    .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
    .innerJoin(host, eq(host.id, booking.hostId))
    .where(
      and(
        eq(booking.status, "confirmed"),
        // Uses the index on the start: no time zone's day is further away.
        sql`${start} between ${now} - interval '2 days' and ${now} + interval '2 days'`,
        sql`(${start} at time zone ${host.timezone})::date = (${now} at time zone ${host.timezone})::date`,
      ),
    )
    .orderBy(start, booking.id)
    .limit(maxCalls);
  return ok(found.map((row) => agendaEntry(row, ctx.now)));
}

/** `until`: when the request ends without a decision. */
export type CallToConfirm = Pick<AgendaCall, "id" | "start" | "title" | "name" | "hostName" | "hostTimezone"> & {
  until: Date;
};

/** Lists calls that wait for a host's confirmation, the most urgent first. `total` counts all. For admins. Refusal: not_admin. */
export async function listCallsToConfirm(
  ctx: Ctx,
  size: number,
): Promise<Result<{ items: CallToConfirm[]; total: number }, NotAdmin>> {
  if (!canRead(ctx.actor, "calendar")) return notAdmin();
  const rows = await ctx.db
    .select({
      ...agendaColumns,
      until: sql`${booking.awaitsUntil}`.mapWith(booking.createdAt),
      total: sql<number>`count(*) over ()::int`,
    })
    .from(booking)
    .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
    .innerJoin(host, eq(host.id, booking.hostId))
    .where(and(eq(booking.status, "pending"), eq(booking.awaits, "host"), gt(booking.awaitsUntil, ctx.now)))
    .orderBy(booking.awaitsUntil, booking.id)
    .limit(size);
  return ok({
    items: rows.map(({ until, total: _, ...row }) => ({ ...agendaEntry(row, ctx.now), until })),
    total: rows[0]?.total ?? 0,
  });
}

/**
 * A connected calendar that could not be read, or an event of a call in it that needs a decision (`bookingId`); `label` distinguishes a
 * host's calendars, `problem` is a sentence.
 */
export type FailingCalendar = {
  id: string;
  hostId: string;
  hostName: string;
  label: string;
  problem: string;
  bookingId?: string;
};

const maxCalendars = 20;
const lastKnownCount = sql.raw("'The last known times still count.'");

/** Lists active hosts' calendars that could not be read, at most 20. For admins. Refusal: not_admin. */
export async function listFailingCalendars(ctx: Ctx): Promise<Result<FailingCalendar[], NotAdmin>> {
  if (!canRead(ctx.actor, "calendar")) return notAdmin();
  const rows = await ctx.db
    .select({
      ...{ id: busyFeed.id, hostId: host.id, hostName: host.name, url: busyFeed.url, problem: busyFeed.problem },
      effect: sql<string>`case when ${busyFeed.readAt} is not null then ${lastKnownCount}
        when ${host.busyUntilRead} then 'Until it can be read, ' || ${host.name} || ' gets no calls.'
        else 'Until it can be read, calls are offered in its busy times.' end`,
    })
    .from(busyFeed)
    .innerJoin(host, eq(host.id, busyFeed.hostId))
    .where(and(host.active, isNotNull(busyFeed.problem)))
    .orderBy(byLetters(host.name), busyFeed.id)
    .limit(maxCalendars);
  const feeds = rows.map(({ url, problem, effect, ...row }) => ({
    ...row,
    label: feedLabel(url),
    problem: `${problem} ${effect}`,
  }));
  return ok([...feeds, ...(await listFailingConnected(ctx))].slice(0, maxCalendars));
}

const listFailingConnected = async (ctx: Ctx): Promise<FailingCalendar[]> => {
  const of = { hostId: host.id, hostName: host.name, name: connectedCalendar.name };
  const unread = ctx.db
    .select({
      ...{
        id: connectedCalendar.id,
        bookingId: sql<string | null>`null::uuid`,
        who: sql<string | null>`null::text`,
        ...of,
      },
      problem: sql<string>`${connectedCalendar.problem} || case when ${host.calendarDown} = 'busy' or ${connectedCalendar.readAt} is null
        then ' Until it can be read, ' || ${host.name} || ' gets no calls.' else ' ' || ${lastKnownCount} end`,
    })
    .from(connectedCalendar)
    .innerJoin(host, eq(host.id, connectedCalendar.hostId))
    .where(and(host.active, isNotNull(connectedCalendar.problem), connectedCalendar.isChecked));
  const events = ctx.db
    .select({
      ...{
        id: sql<string>`${booking.id}`,
        bookingId: sql<string | null>`${booking.id}`,
        who: sql<string | null>`${booking.name}`,
      },
      ...of,
      problem: sql<string>`case when ${calendarEvent.goneAt} is not null
        then 'The event of the call was deleted or declined there. Cancel the call or keep it.'
        else coalesce(${calendarEvent.problem}, '') end`,
    })
    .from(calendarEvent)
    .innerJoin(booking, eq(booking.id, calendarEvent.bookingId))
    .innerJoin(connectedCalendar, eq(connectedCalendar.id, calendarEvent.calendarId))
    .innerJoin(host, eq(host.id, connectedCalendar.hostId))
    .where(
      and(
        or(isNotNull(calendarEvent.goneAt), isNotNull(calendarEvent.problem)),
        // Past ones that are due name a person who was deleted.
        or(sql`upper(${booking.during}) > ${ctx.now.toISOString()}::timestamptz`, isNotNull(calendarEvent.dueAt)),
      ),
    );
  const rows = await unionAll(unread, events).limit(maxCalendars);
  return rows.map(({ name, who, bookingId, ...row }) => ({
    ...row,
    label: who ? `${name}, call with ${who}` : name,
    ...(bookingId && { bookingId }),
  }));
};

import { and, asc, eq, gt, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { canRead } from "#app/lib/actor.ts";
import type { ListQuery } from "#app/lib/list-query.ts";
import { pick } from "#app/lib/record-of.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { keysetOf, type Page, pageOf } from "#app/platform/database/keyset.server.ts";
import { containsWords, splitSearch } from "#app/platform/database/search.server.ts";
import { dayPieces, openSpans } from "../availability/open-hours.ts";
import { findWorkingHours } from "../availability/schedule.server.ts";
import { openingsOn } from "../availability/slots.ts";
import { rangeText, type TimeRange } from "../availability/time-range.server.ts";
import type { BookingStatus } from "../booking.ts";
import { selectGuests } from "../bookings/guests.server.ts";
import { canSayLate } from "../bookings/host-messages.server.ts";
import { callText } from "../search.server.ts";
import { booking, bookingChange, busyTime, eventType, host } from "../tables.server.ts";
import { type CallFilter, type CallSort, type CallState, callState } from "./agenda.ts";
import { hostNames, isCallOf, meetingUrlOf, selectCohosts } from "./booked-call.server.ts";
import { type Brief, findBrief } from "./brief.server.ts";

export type AgendaCall = {
  id: string;
  start: Date;
  end: Date;
  title: string;
  name: string;
  email: string;
  hostId: string;
  hostName: string;
  hostTimezone: string;
  source: "own" | "calendly";
  state: CallState;
};

export const agendaColumns = {
  ...pick(booking, ["id", "during", "status", "outcome"]),
  title: eventType.title,
  name: booking.name,
  email: booking.email,
  hostId: booking.hostId,
  hostName: host.name,
  cohosts: selectCohosts,
  hostTimezone: host.timezone,
  source: booking.source,
};

type Row = {
  during: TimeRange;
  status: BookingStatus;
  outcome: "held" | "no-show" | null;
  cohosts: readonly { name: string }[];
} & Omit<AgendaCall, "start" | "end" | "state">;

export const agendaEntry = ({ during, status, outcome, cohosts, ...call }: Row, now: Date): AgendaCall => ({
  ...call,
  ...during,
  hostName: hostNames({ host: { name: call.hostName }, cohosts }),
  state: callState({ status, outcome, ...during }, now),
});

export type AgendaDay = {
  date: string;
  start: number;
  end: number;
  open: { start: number; end: number }[];
  busy: { start: number; end: number }[];
  calls: AgendaCall[];
};

/**
 * Returns the days of all hosts in a time zone, with their calls only: hours and other calendars are those of one host. For admins.
 * Refusal: not_admin.
 */
export async function readSharedAgenda(
  ctx: Ctx,
  { dates, zone }: { dates: readonly string[]; zone: string },
): Promise<Result<AgendaDay[], NotAdmin>> {
  if (!canRead(ctx.actor, "calendar")) return notAdmin();
  const days = dates.flatMap((date) => {
    const parts = dayPieces(date, zone);
    const [start, end] = [parts[0]?.start, parts.at(-1)?.end];
    return start === undefined || end === undefined ? [] : [{ date, start, end }];
  });
  const [first, last] = [days[0], days.at(-1)];
  if (!first || !last) return ok([]);
  const calls = await callsDuring(ctx, { start: new Date(first.start), end: new Date(last.end) });
  return ok(
    days.map((day) => ({
      ...day,
      open: [{ start: day.start, end: day.end }],
      busy: [],
      calls: calls.filter(({ start, end }) => start.getTime() < day.end && end.getTime() > day.start),
    })),
  );
}

async function callsDuring(ctx: Ctx, range: TimeRange, where?: SQL): Promise<AgendaCall[]> {
  const rows = await ctx.db
    .select(agendaColumns)
    .from(booking)
    .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
    .innerJoin(host, eq(host.id, booking.hostId))
    .where(and(where, ne(booking.status, "cancelled"), sql`${booking.during} && ${rangeText(range)}::tstzrange`))
    .orderBy(sql`lower(${booking.during})`, asc(booking.id));
  return rows.map((row) => agendaEntry(row, ctx.now));
}

/** Returns a host's days between two ISO dates. For admins. Refusals: not_admin, not_found. */
export async function readAgenda(
  ctx: Ctx,
  { hostId, dates }: { hostId: string; dates: readonly string[] },
): Promise<Result<AgendaDay[], NotAdmin | NotFound>> {
  if (!canRead(ctx.actor, "calendar")) return notAdmin();
  const [by] = isUuid(hostId) ? await ctx.db.select().from(host).where(eq(host.id, hostId)) : [];
  const pieces = by ? dates.map((date) => ({ date, pieces: dayPieces(date, by.timezone) })) : [];
  const first = pieces[0]?.pieces[0]?.start;
  const last = pieces.at(-1)?.pieces.at(-1)?.end;
  if (!by || first === undefined || last === undefined) return notFound();
  const range = { start: new Date(first), end: new Date(last) };
  const span = rangeText(range);
  const rows = await callsDuring(ctx, range, isCallOf(hostId));
  const busy = await ctx.db
    .select({ during: busyTime.during })
    .from(busyTime)
    .where(and(eq(busyTime.hostId, hostId), sql`${busyTime.during} && ${span}::tstzrange`));
  const hours = await findWorkingHours(ctx, hostId, { first: dates[0]!, last: dates.at(-1)! });
  return ok(
    pieces.flatMap(({ date, pieces: parts }) => {
      const [head] = parts;
      const end = parts.at(-1)?.end;
      if (!head || end === undefined || !hours) return [];
      const within = ({ start, end: until }: { start: number; end: number }) => start < end && until > head.start;
      return [
        {
          date,
          start: head.start,
          end,
          open: openSpans(parts, openingsOn(date, hours)),
          busy: busy
            .map(({ during }) => ({ start: during.start.getTime(), end: during.end.getTime() }))
            .filter(within)
            .map(({ start, end: until }) => ({ start: Math.max(start, head.start), end: Math.min(until, end) })),
          calls: rows.filter((call) => within({ start: call.start.getTime(), end: call.end.getTime() })),
        },
      ];
    }),
  );
}

const pageSize = 50;

/** Lists calls of every host, page by page. For admins. Refusal: not_admin. */
export async function listCalls(
  ctx: Ctx,
  query: ListQuery<CallSort> & { filter: CallFilter },
): Promise<Result<Page<AgendaCall>, NotAdmin>> {
  if (!canRead(ctx.actor, "calendar")) return notAdmin();
  const start = sql<Date>`lower(${booking.during})`;
  const keys = keysetOf({
    ...(query.sort.key === "start"
      ? { by: start, type: "timestamptz" as const }
      : { by: booking.name, type: "text" as const }),
    id: booking.id,
    direction: query.sort.direction,
    after: query.after,
    before: query.before,
    size: pageSize,
  });
  const found = await ctx.db
    .select({ row: agendaColumns, cursor: keys.cursor })
    .from(booking)
    .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
    .innerJoin(host, eq(host.id, booking.hostId))
    .where(and(filtered(query.filter, ctx.now), matching(query.search), keys.where))
    .orderBy(...keys.orderBy)
    .limit(keys.limit);
  const { rows, previous, next } = pageOf(keys, found);
  return ok({ rows: rows.map((row) => agendaEntry(row, ctx.now)), previous, next });
}

const maxOfPerson = 20;

/** Lists a person's latest calls, by account or address, at most 20. For admins. Refusal: not_admin. */
export async function listCallsOf(
  ctx: Ctx,
  { userId, email }: { userId: string; email: string },
): Promise<Result<AgendaCall[], NotAdmin>> {
  if (!canRead(ctx.actor, "calendar")) return notAdmin();
  const rows = await ctx.db
    .select(agendaColumns)
    .from(booking)
    .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
    .innerJoin(host, eq(host.id, booking.hostId))
    .where(or(eq(booking.userId, userId), eq(booking.email, email)))
    .orderBy(sql`lower(${booking.during}) desc`)
    .limit(maxOfPerson);
  return ok(rows.map((row) => agendaEntry(row, ctx.now)));
}

function filtered(filter: CallFilter, now: Date): SQL | undefined {
  const end = sql<Date>`upper(${booking.during})`;
  switch (filter) {
    case "upcoming":
      return and(ne(booking.status, "cancelled"), gt(end, now));
    case "past":
      return and(eq(booking.status, "confirmed"), lte(end, now));
    case "no-show":
      return eq(booking.outcome, "no-show");
    case "cancelled":
      return eq(booking.status, "cancelled");
    case "all":
      return undefined;
  }
}

const matching = (search: string): SQL | undefined => containsWords(callText, splitSearch(search));

export type CallFile = AgendaCall & {
  timezone: string;
  notes: string;
  eventTypeSlug: string;
  meetingUrl: string | null;
  guests: string[];
  answers: { question: string; answer: string }[];
  tracking: Record<string, string>;
  externalUrl: string | null;
  cancellationReason: string | null;
  brief: Brief | null;
  /** Pending until a host confirms it. */
  isAwaitingHost: boolean;
  canSayLate: boolean;
  changes: { at: Date; action: string; start: Date; reason: string | null; byAdmin: boolean }[];
};

/** Returns one call for its admin page. Refusals: not_admin, not_found. */
export async function readCallFile(ctx: Ctx, bookingId: string): Promise<Result<CallFile, NotAdmin | NotFound>> {
  if (!canRead(ctx.actor, "calendar")) return notAdmin();
  if (!isUuid(bookingId)) return notFound();
  const [row] = await ctx.db
    .select({ entry: agendaColumns, booking, host, eventTypeSlug: eventType.slug, guests: selectGuests })
    .from(booking)
    .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
    .innerJoin(host, eq(host.id, booking.hostId))
    .where(eq(booking.id, bookingId));
  if (!row) return notFound();
  const changes = await ctx.db
    .select()
    .from(bookingChange)
    .where(eq(bookingChange.bookingId, bookingId))
    .orderBy(asc(bookingChange.at), asc(bookingChange.id));
  const { timezone, notes, answers, tracking, externalUrl, cancellationReason } = row.booking;
  return ok({
    ...agendaEntry(row.entry, ctx.now),
    ...{ timezone, notes, answers, tracking, externalUrl, cancellationReason },
    eventTypeSlug: row.eventTypeSlug,
    meetingUrl: meetingUrlOf(row),
    guests: row.guests,
    brief: await findBrief(ctx, row.booking),
    canSayLate: row.booking.status === "confirmed" && canSayLate(row.booking.during, ctx.now),
    isAwaitingHost: row.booking.awaits === "host",
    changes: changes.map(({ at, action, during, reason, actorUserId }) => ({
      at,
      action,
      start: during.start,
      reason,
      byAdmin: actorUserId !== null && actorUserId !== row.booking.userId,
    })),
  });
}

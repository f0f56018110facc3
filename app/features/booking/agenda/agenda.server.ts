import { and, asc, eq, gt, lte, ne, or, type SQL, sql } from "drizzle-orm";
import { listAuditLines } from "#app/features/security/audit/audit.server.ts";
import { canRead } from "#app/lib/actor.ts";
import type { ListQuery } from "#app/lib/addresses/list-query.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type NotAdmin, type NotFound, notAdmin, notFound } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import { isUuid } from "#app/lib/uuid.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { keysetOf, type Page, pageOf } from "#app/platform/database/keyset.server.ts";
import { containsWords, splitSearch } from "#app/platform/database/search.server.ts";
import { bookingAudit } from "../audit.ts";
import type { TimeRange } from "../availability/time-range.server.ts";
import type { BookingStatus } from "../booking.ts";
import { selectGuests } from "../bookings/guests.server.ts";
import { canSayLate } from "../bookings/host-messages.server.ts";
import { callText } from "../search.server.ts";
import { booking, bookingChange, eventType, host } from "../tables.server.ts";
import { type CallFilter, type CallSort, type CallState, callState } from "./agenda.ts";
import { type BookingRow, hostNames, meetingUrlOf, placeOf, selectCohosts } from "./booked-call.server.ts";
import { type Brief, findBrief } from "./brief.server.ts";

export type AgendaCall = {
  id: string;
  start: Date;
  end: Date;
  title: string;
  name: string;
  email: string;
  hostId: string;
  /** All hosts of the call, the first one first. */
  hostIds: string[];
  hostName: string;
  hostTimezone: string;
  source: "own" | "calendly";
  state: CallState;
  /** Null: not a video call, or the host sends the link. */
  meetingUrl: string | null;
};

export const agendaColumns = {
  ...pick(booking, ["id", "during", "status", "outcome", "name", "email", "hostId", "source", "place"]),
  title: eventType.title,
  hostName: host.name,
  cohosts: selectCohosts,
  hostTimezone: host.timezone,
  callUrl: booking.meetingUrl,
  hostUrl: host.meetingUrl,
};

type Row = {
  during: TimeRange;
  status: BookingStatus;
  outcome: "held" | "no-show" | null;
  cohosts: readonly { id: string; name: string }[];
  callUrl: string | null;
  place: string | null;
  hostUrl: string | null;
} & Omit<AgendaCall, "start" | "end" | "state" | "hostIds" | "meetingUrl">;

export const agendaEntry = (
  { during, status, outcome, cohosts, callUrl, place, hostUrl, ...call }: Row,
  now: Date,
): AgendaCall => ({
  ...call,
  ...during,
  hostIds: [call.hostId, ...cohosts.map(({ id }) => id)],
  meetingUrl: meetingUrlOf({
    booking: { meetingUrl: callUrl, place, source: call.source },
    host: { meetingUrl: hostUrl },
  }),
  hostName: hostNames({ host: { name: call.hostName }, cohosts }),
  state: callState({ status, outcome, ...during }, now),
});

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

const hostMessages: readonly string[] = [bookingAudit.runningLateSaid, bookingAudit.rebookingInvited];

export type CallFile = AgendaCall &
  Pick<BookingRow, "priceCents" | "payBy" | "isRefundDue"> & {
    timezone: string;
    notes: string;
    guests: string[];
    answers: { question: string; answer: string }[];
    tracking: Record<string, string>;
    externalUrl: string | null;
    cancellationReason: string | null;
    /** The link, or a sentence. */
    place: string;
    brief: Brief | null;
    /** Pending until a host confirms it. */
    isAwaitingHost: boolean;
    canSayLate: boolean;
    /** What happened to the call and what the firm mailed about it, oldest first. */
    changes: { at: Date; action: string; start: Date; reason: string | null; byAdmin: boolean }[];
    /** When the visitor was last told that the host runs late for this start, and invited to book the missed call again. */
    lateSaidAt: Date | null;
    rebookSentAt: Date | null;
  };

/** Returns one call for its admin page. Refusals: not_admin, not_found. */
export async function readCallFile(ctx: Ctx, bookingId: string): Promise<Result<CallFile, NotAdmin | NotFound>> {
  if (!canRead(ctx.actor, "calendar")) return notAdmin();
  if (!isUuid(bookingId)) return notFound();
  const [row] = await ctx.db
    .select({ entry: agendaColumns, booking, host, guests: selectGuests })
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
  const messages = (await listAuditLines(ctx, [bookingId])).filter(({ act }) => hostMessages.includes(act));
  const lastOf = (action: string) => messages.findLast(({ act }) => act === action)?.at ?? null;
  const lateSaidAt = lastOf(bookingAudit.runningLateSaid);
  const { timezone, notes, answers, tracking, externalUrl, cancellationReason } = row.booking;
  return ok({
    ...agendaEntry(row.entry, ctx.now),
    ...{ timezone, notes, answers, tracking, externalUrl, cancellationReason },
    ...pick(row.booking, ["priceCents", "payBy", "isRefundDue"]),
    place: placeOf(row),
    guests: row.guests,
    brief: await findBrief(ctx, row.booking),
    canSayLate: row.booking.status === "confirmed" && canSayLate(row.booking.during, ctx.now),
    isAwaitingHost: row.booking.awaits === "host",
    lateSaidAt: lateSaidAt && canSayLate(row.booking.during, lateSaidAt) ? lateSaidAt : null,
    rebookSentAt: lastOf(bookingAudit.rebookingInvited),
    changes: [
      ...changes.map(({ at, action, during, reason, actorUserId }) => ({
        at,
        action: action as string,
        start: during.start,
        reason,
        byAdmin: actorUserId !== null && actorUserId !== row.booking.userId,
      })),
      ...messages.map(({ at, act }) => ({
        ...{ at, action: act, reason: null, byAdmin: true },
        start: row.booking.during.start,
      })),
    ].sort((a, b) => a.at.getTime() - b.at.getTime()),
  });
}

import { and, asc, eq, exists, inArray, sql } from "drizzle-orm";
import { addDays, addMonths, monthOf } from "#app/lib/dates/calendar-dates.ts";
import { dayMs, minuteMs } from "#app/lib/durations.ts";
import { firmName } from "#app/lib/firm.ts";
import { listed } from "#app/lib/numbers.ts";
import { pick } from "#app/lib/program/record-of.ts";
import { type Refusal, refuse } from "#app/lib/refusal.ts";
import { ok, type Result } from "#app/lib/result.ts";
import type { Ctx } from "#app/platform/context.server.ts";
import { env } from "#app/platform/env.server.ts";
import { hashToken } from "#app/platform/secrets/hashes.server.ts";
import {
  hostNames,
  isRefundable,
  isTooLate,
  meetingUrlOf,
  placeOf,
  selectCohosts,
  visitorEntry,
} from "../agenda/booked-call.server.ts";
import { calendarFile } from "../agenda/calendar-file.server.ts";
import {
  type AgendaPart,
  blueprintUnlockCall,
  type CallDetails,
  type EventType,
  type SlotQuery,
  type SlotsRefusal,
  strategySession,
} from "../booking.ts";
import { selectGuests } from "../bookings/guests.server.ts";
import { refreshCalendars, shownMaxAgeMs } from "../calendars/refresh.server.ts";
import { findLinkAgain, whyBarred } from "../hosts/audience.server.ts";
import { agendaOf, askedQuestions, type Bar } from "../hosts/event-type.ts";
import { type BookingAction, booking, bookingChange, eventType, host } from "../tables.server.ts";
import { isMonth, spanOf } from "./month.ts";
import { localDate, startOfDate } from "./open-hours.ts";
import {
  calendarHosts,
  type EventTypeRow,
  findSchedule,
  type HostRow,
  type IgnoredConflicts,
  isOneUnread,
  type Schedule,
  slotQuestions,
} from "./schedule.server.ts";
import { slotSpan } from "./slot-span.ts";
import { freeSlots, type Slot } from "./slots.ts";
import type { TimeRange } from "./time-range.server.ts";

export async function findEventType(ctx: Ctx, slug: string): Promise<EventType | null> {
  const schedule = await findSchedule(ctx, { slug });
  return schedule && publicFacts(schedule);
}

/** An event type for anyone that cannot be booked now; null for others. */
export async function findClosed(
  ctx: Pick<Ctx, "db">,
  slug: string,
): Promise<{ title: string; isArchived: boolean } | null> {
  const [row] = await ctx.db
    .select({ title: eventType.title, isArchived: sql<boolean>`${eventType.archivedAt} is not null` })
    .from(eventType)
    .where(and(eq(eventType.slug, slug), eq(eventType.audience, "anyone")));
  return row ?? null;
}

/** Minutes of the two calls that pages and documents name, and the agenda of the strategy session, as the admin set them. */
export type CallLengths = { session: number; unlock: number; agenda: AgendaPart[] };

export async function findCallLengths(ctx: Pick<Ctx, "db">): Promise<CallLengths> {
  const rows = await ctx.db
    .select({ slug: eventType.slug, minutes: eventType.durationMinutes, agenda: eventType.agenda })
    .from(eventType)
    .where(inArray(eventType.slug, [strategySession, blueprintUnlockCall]));
  const find = (slug: string) => {
    const row = rows.find((row) => row.slug === slug);
    if (!row) throw new Error(`The event type ${slug} was not found`);
    return row;
  };
  const session = find(strategySession);
  return {
    ...{ session: session.minutes, unlock: find(blueprintUnlockCall).minutes },
    agenda: agendaOf(session, session.minutes),
  };
}

/**
 * Lists the free slots of an event type, of any of its hosts, that start in the given range; without a time zone, dates are in the
 * host's. `moving`: the token of a booked call that is being rescheduled; only its host counts and its own time is free. `known`: the
 * schedule, if the caller has already read it. Refusals: unknown_event_type, range_backwards, range_too_long (more than 62 days).
 */
export async function listSlots(
  ctx: Ctx,
  query: SlotQuery & { eventType: string },
  known?: Schedule,
): Promise<Result<Slot[], SlotsRefusal>> {
  const subject = await subjectOf(ctx, query, known);
  if (!subject) return refuse("unknown_event_type");
  const { schedule } = subject;
  const asked = slotSpan(query, query.timezone ?? sharedZone(hostsOf(schedule)));
  if (!asked.ok) return asked;
  const span = clip(ctx, schedule, asked.value);
  return ok(span.start < span.end ? (await readSlots(ctx, subject, span))(span) : []);
}

/**
 * Whether a calendar of one of the hosts cannot be read now, so that free times are missing; false for unknown event types. Asked when
 * there are none.
 */
export async function areTimesUnread(
  ctx: Ctx,
  query: Pick<SlotQuery, "moving" | "host"> & { eventType: string },
  known?: Schedule,
): Promise<boolean> {
  const subject = await subjectOf(ctx, query, known);
  return subject !== null && isOneUnread(ctx, subject.schedule);
}

/**
 * Lists the free times of a booked call's own hosts on a date of the first one, its own time included; null without such a call.
 * `isUnread`: there are none because a calendar cannot be read.
 */
export async function listTimesToMove(
  ctx: Ctx,
  { bookingId, date }: { bookingId: string; date: string },
): Promise<{ starts: Date[]; isUnread: boolean } | null> {
  const [call] = await ctx.db.select().from(booking).where(eq(booking.id, bookingId));
  const schedule = call && (await findSchedule(ctx, call));
  const [main] = schedule?.hosts ?? [];
  const day = main && slotSpan({ from: date, to: date }, main.host.timezone);
  if (!schedule || !day?.ok) return null;
  const span = clip(ctx, schedule, day.value);
  const subject = { schedule, except: { bookingId } };
  const slots = span.start < span.end ? (await readSlots(ctx, subject, span))(span) : [];
  const isUnread = slots.length === 0 && (await isOneUnread(ctx, schedule));
  return { starts: slots.map(({ start }) => start), isUnread };
}

type Subject = { schedule: Schedule; except: IgnoredConflicts };

/** What is booked or moved; null for an unknown event type. */
async function subjectOf(
  ctx: Ctx,
  { eventType: slug, moving, host: chosen, hold }: Pick<SlotQuery, "moving" | "host" | "hold"> & { eventType: string },
  known?: Schedule,
): Promise<Subject | null> {
  const moved = moving ? await findRow(ctx, moving) : undefined;
  const schedule = moved
    ? await findSchedule(ctx, moved.booking)
    : (known ?? (await findSchedule(ctx, { slug, chosen })));
  return schedule && { schedule, except: { bookingId: moved?.booking.id, hold } };
}

/** Reads what is taken in a span, once. Returns a function that lists the free slots of a range within it. */
async function readSlots(
  ctx: Ctx,
  { schedule, except }: Subject,
  span: TimeRange,
): Promise<(range: TimeRange) => Slot[]> {
  await refreshCalendars(ctx, calendarHosts(schedule), shownMaxAgeMs);
  const asks = await slotQuestions(ctx, schedule, span, except);
  return ({ start: from, end: to }) => {
    const [one, ...others] = asks.map(({ question }) => ({ ...question, from, to }));
    if (!one || from >= to) return [];
    if (schedule.needsAll) return freeSlots(one, ...others);
    return union([one, ...others].map((question) => freeSlots(question)));
  };
}

export const zoneOf = (schedule: Schedule): string => sharedZone(hostsOf(schedule));

function union(offers: readonly Slot[][]): Slot[] {
  const [only] = offers;
  if (only && offers.length === 1) return only;
  const byStart = new Map(offers.flat().map((slot) => [slot.start.getTime(), slot]));
  return [...byStart.values()].sort((a, b) => a.start.getTime() - b.start.getTime());
}

/**
 * The first page of the scheduler: why the visitor cannot book (null: they can), a month, the slot starts (milliseconds) around it, and the
 * last bookable instant. `isUnread`: there are none because a calendar cannot be read.
 */
export type ShownMonth = {
  kind: EventType;
  bar: Bar | null;
  month: string;
  starts: number[];
  isUnread: boolean;
  until: Date;
};

/**
 * Returns the month that the scheduler shows first: the requested month if it can have free slots, otherwise the first month with one,
 * otherwise the current month. Months are in the host's time zone. Refusal: unknown_event_type.
 */
export async function findMonth(
  ctx: Ctx,
  {
    eventType: slug,
    month: named,
    start,
    moving,
    host: chosen,
    link,
  }: {
    eventType: string;
    month: string | null;
    /** Without `month`, the month of this time is shown. Its time zone is `zone`, or the hosts' if that is null. */
    start?: { at: Date; zone: string | null } | null;
    moving?: string | undefined;
    host?: string | undefined;
    link?: string | undefined;
  },
): Promise<Result<ShownMonth, Refusal<"unknown_event_type">>> {
  const whole = await findSchedule(ctx, { slug });
  if (!whole) return refuse("unknown_event_type");
  const kind = publicFacts(whole);
  const bar = moving ? null : await whyBarred(ctx, whole.kind, link);
  const only = kind.hosts.find(({ id }) => id === chosen);
  const schedule = only ? { ...whole, hosts: whole.hosts.filter(({ host: by }) => by.id === only.id) } : whole;
  const timezone = kind.hostTimezone;
  const asked = named ?? (start ? monthOf(localDate(start.at.getTime(), start.zone ?? timezone)) : null);
  const today = localDate(ctx.now.getTime(), timezone);
  const lastDate = addDays(today, schedule.rules.horizonDays);
  const until = new Date(startOfDate(addDays(lastDate, 1), timezone) - 1);

  const startsAround = async (month: string) => {
    const slots = await listSlots(ctx, { eventType: slug, ...spanOf(month), timezone: "UTC", moving }, schedule);
    return slots.ok ? slots.value.map(({ start }) => start.getTime()) : [];
  };
  // One day more on both sides: in another time zone it may be a different month.
  const wanted =
    asked && isMonth(asked) && asked >= monthOf(addDays(today, -1)) && asked <= monthOf(addDays(lastDate, 1));
  const shown = async (month: string, starts: number[]) => {
    const isUnread = starts.length === 0 && (await areTimesUnread(ctx, { eventType: slug, moving }, schedule));
    return ok({ kind, bar, month, starts, isUnread, until });
  };
  if (wanted) return shown(asked, await startsAround(asked));
  const first = monthOf(today);
  const hasStart = (month: string, starts: readonly number[]) =>
    starts.some((start) => monthOf(localDate(start, timezone)) === month);
  const soon = await startsAround(first);
  if (hasStart(first, soon)) return shown(first, soon);
  // Months without a free slot cost no statements.
  const subject = await subjectOf(ctx, { eventType: slug, moving }, schedule);
  const rest = clip(ctx, schedule, { start: ctx.now, end: new Date(until.getTime() + 2 * dayMs) });
  const slotsIn = subject && (await readSlots(ctx, subject, rest));
  for (let month = addMonths(first, 1); slotsIn && month <= monthOf(lastDate); month = addMonths(month, 1)) {
    const span = slotSpan(spanOf(month), "UTC");
    const starts = span.ok ? slotsIn(clip(ctx, schedule, span.value)).map(({ start }) => start.getTime()) : [];
    if (hasStart(month, starts)) return shown(month, starts);
  }
  return shown(first, []);
}

/** Limits the range to now and the horizon, because there are no slots outside. */
function clip(ctx: Ctx, { rules }: Schedule, asked: TimeRange): TimeRange {
  const furthest = ctx.now.getTime() + (rules.horizonDays + 2) * dayMs;
  return {
    start: new Date(Math.max(asked.start.getTime(), ctx.now.getTime())),
    end: new Date(Math.min(asked.end.getTime(), furthest)),
  };
}

/** Returns the call of a manage link, or null for an invalid link. */
export async function findCall(ctx: Ctx, token: string): Promise<CallDetails | null> {
  const row = await findRow(ctx, token);
  if (!row) return null;
  const { booking: call, kind, host: by, guests, isMoved, hasCounted } = row;
  return {
    uid: call.uid,
    kind: { ...factsOf(kind, hostNames(row), by.timezone), hosts: [] },
    ...call.during,
    ...pick(call, ["status", "awaits", "awaitsUntil", "pendingEnd", "priceCents", "payBy", "isRefundDue"]),
    changeLimitHours: kind.changeLimitHours,
    isTooLate: isTooLate(row, ctx.now),
    needsLink: kind.audience === "link",
    againLink: await findLinkAgain(ctx, row),
    isRefundable: isRefundable(row, ctx.now),
    refundHours: kind.refundHours,
    isMovedLate: call.lapsedStart !== null,
    hasStarted: call.during.start <= ctx.now,
    isMoved,
    hasCounted,
    name: call.name,
    email: call.email,
    timezone: call.timezone,
    notes: call.notes,
    guests,
    answers: call.answers,
    elsewhere: call.source === "own" ? null : { url: call.externalUrl },
    hostEmail: by.email,
    meetingUrl: meetingUrlOf({ booking: call, host: by }),
    place: placeOf({ booking: call, host: by }),
    agenda: agendaOf(kind, (call.during.end.getTime() - call.during.start.getTime()) / minuteMs),
    cancellationReason: call.cancellationReason ?? "",
    blueprintId: call.blueprintId,
  };
}

/** Returns the calendar file of a manage link: the call in its current state, also if canceled. Null for an invalid link. */
export async function findCalendarFile(ctx: Ctx, token: string): Promise<string | null> {
  const row = await findRow(ctx, token);
  if (!row) return null;
  const changes = await ctx.db
    .select({ at: bookingChange.at })
    .from(bookingChange)
    .where(eq(bookingChange.bookingId, row.booking.id))
    .orderBy(asc(bookingChange.at));
  const changedAt = changes.at(-1)?.at ?? row.booking.createdAt;
  return calendarFile(visitorEntry({ ...row, token }, changedAt));
}

async function findRow(ctx: Ctx, token: string) {
  const has = (action: BookingAction) =>
    sql<boolean>`${exists(
      ctx.db
        .select({ id: bookingChange.id })
        .from(bookingChange)
        .where(and(eq(bookingChange.bookingId, booking.id), eq(bookingChange.action, action))),
    )}`;
  const [row] = await ctx.db
    .select({
      booking,
      kind: eventType,
      host,
      cohosts: selectCohosts,
      guests: selectGuests,
      isMoved: has("moved"),
      hasCounted: has("made"),
    })
    .from(booking)
    .innerJoin(eventType, eq(eventType.id, booking.eventTypeId))
    .innerJoin(host, eq(host.id, booking.hostId))
    .where(eq(booking.manageTokenHash, hashToken(token)));
  return row;
}

const hostsOf = ({ hosts }: Schedule) => hosts.map((entry) => entry.host);

function sharedZone([first, ...others]: readonly HostRow[]): string {
  const zone = first?.timezone;
  return zone && others.every(({ timezone }) => timezone === zone) ? zone : env().COMPANY_TIMEZONE;
}

export function publicFacts(schedule: Schedule): EventType {
  const hosts = hostsOf(schedule);
  const { kind, needsAll } = schedule;
  const isNamed = hosts.length === 1 || (needsAll && hosts.length > 0);
  const hostName = isNamed ? listed(hosts.map(({ name }) => name)) : firmName();
  const choice = kind.hostChoice === "invitee" && hosts.length > 1 ? hosts : [];
  return { ...factsOf(kind, hostName, sharedZone(hosts)), hosts: choice.map(({ id, name }) => ({ id, name })) };
}

function factsOf(kind: EventTypeRow, hostName: string, hostTimezone: string): Omit<EventType, "hosts"> {
  return {
    slug: kind.slug,
    title: kind.title,
    description: kind.description,
    durationMinutes: kind.durationMinutes,
    hostName,
    hostTimezone,
    questions: askedQuestions(kind),
    agenda: agendaOf(kind, kind.durationMinutes),
    where: whereText(kind, hostName),
    redirectUrl: kind.redirectUrl,
    needsConfirmation: kind.needsConfirmation,
    changeLimitHours: kind.changeLimitHours,
    priceCents: kind.priceCents,
    payBy: kind.payBy,
  };
}

function whereText({ place, location }: EventTypeRow, hostName: string): string {
  if (place === "phone") return `By phone. ${hostName} calls you.`;
  return place === "in-person" ? `In person: ${location}` : "Online. The link comes by email.";
}

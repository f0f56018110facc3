import { type SQL, sql } from "drizzle-orm";
import { hourMs, minuteMs } from "#app/lib/durations.ts";
import { exactUsd } from "#app/lib/money.ts";
import { counted, listed } from "#app/lib/numbers.ts";
import { env } from "#app/platform/env.server.ts";
import type { EventTypeRow, HostRow } from "../availability/schedule.server.ts";
import { againLink, manageUrl } from "../bookings/manage-token.server.ts";
import { fixedMeetingUrl } from "../bookings/meeting-link.ts";
import { agendaOf, agendaSentence, type CallPlace } from "../hosts/event-type.ts";
import { booking } from "../tables.server.ts";
import { scheduleHref } from "./blueprint-call.ts";
import type { CalendarCall } from "./calendar-file.server.ts";

export type BookingRow = typeof booking.$inferSelect;

export type Cohost = Pick<HostRow, "id" | "name" | "email" | "timezone">;

/** The further hosts of a call, in a statement with the table of bookings. */
export const selectCohosts = sql<Cohost[]>`(
  select coalesce(json_agg(json_build_object('id', h.id, 'name', h.name, 'email', h.email, 'timezone', h.timezone)
    order by h.created_at, h.id), '[]')
  from booking_cohost c join host h on h.id = c.host_id where c.booking_id = ${booking.id})`;

/** Whether a host takes part in a call, as its first host or a further one. */
export const isCallOf = (hostId: string): SQL => sql`(${booking.hostId} = ${hostId} or exists (
  select 1 from booking_cohost c where c.booking_id = ${booking.id} and c.host_id = ${hostId}))`;

export const hostNames = ({
  host,
  cohosts,
}: {
  host: { name: string };
  cohosts: readonly { name: string }[];
}): string => listed([host, ...cohosts].map(({ name }) => name));

/** The call as each of its hosts sees it, for their mails. The place stays the one of the first host. */
export const perHost = (call: BookedCall): BookedCall[] => [
  call,
  ...call.cohosts.map((cohost) => ({ ...call, host: { ...call.host, ...cohost } })),
];

/** A booking with the data of its mails and calendar files. `token` opens its page; only the visitor gets it. */
export type BookedCall = {
  booking: BookingRow;
  kind: EventTypeRow;
  host: HostRow;
  /** The further hosts of a call that needs several. */
  cohosts: readonly Cohost[];
  token: string;
  guests: readonly string[];
};

/**
 * Returns the video link of a call: its own, which does not change with the host's setting. A call booked without one uses the host's
 * current fixed URL, if any. Calendly announces the links of its own calls.
 */
export const meetingUrlOf = ({
  booking,
  host,
}: {
  booking: Pick<BookingRow, "meetingUrl" | "source" | "place">;
  host: Pick<HostRow, "meetingUrl">;
}): string | null =>
  booking.meetingUrl ?? (booking.source === "own" && booking.place === null ? fixedMeetingUrl(host.meetingUrl) : null);

export const placeOf = (call: Pick<BookedCall, "booking" | "host">): string =>
  call.booking.place ?? meetingUrlOf(call) ?? `Online. ${call.host.name} sends the link before the call.`;

/** Whether the host still has to send a link. */
export const lacksLink = (call: Pick<BookedCall, "booking" | "host">): boolean =>
  call.booking.place === null && meetingUrlOf(call) === null;

/** What a call without video stores as its place; null for a video call. */
export const placeWithoutVideo = (
  { place, location }: { place: CallPlace; location: string },
  host: { name: string },
): string | null => {
  if (place === "phone") return `By phone: ${host.name} calls the number given at booking.`;
  return place === "in-person" ? location : null;
};

/** Whether its visitor can no longer move or cancel the call. */
export const isTooLate = (
  { booking, kind }: { booking: BookingRow; kind: Pick<EventTypeRow, "changeLimitHours"> },
  now: Date,
): boolean =>
  kind.changeLimitHours > 0 && booking.during.start.getTime() - now.getTime() < kind.changeLimitHours * hourMs;

/** The start that the time for a refund ends before: the visitor cannot win it back by moving the call. */
export const refundStart = ({ during, lapsedStart }: Pick<BookingRow, "during" | "lapsedStart">): Date =>
  lapsedStart && lapsedStart < during.start ? lapsedStart : during.start;

/** Whether the visitor gets the price back by canceling now. */
export const isRefundable = (
  { booking, kind }: { booking: BookingRow; kind: Pick<EventTypeRow, "refundHours"> },
  now: Date,
): boolean => kind.refundHours !== null && refundStart(booking).getTime() - now.getTime() >= kind.refundHours * hourMs;

/** A call that is paid when it is booked is announced to its hosts once it is paid. */
export const isKnownToHosts = ({ booking, kind }: Pick<BookedCall, "booking" | "kind">): boolean =>
  booking.awaits !== "payment" || kind.needsConfirmation;

/** What a priced call costs, for sentences of mails. */
export const priceOf = ({ booking: { priceCents } }: Pick<BookedCall, "booking">): string =>
  `${exactUsd((priceCents ?? 0) / 100)} (USD)`;

/** Of the call as it was booked: the event type may have another length by now. */
export const minutesOf = ({ booking: { during } }: Pick<BookedCall, "booking">): number =>
  (during.end.getTime() - during.start.getTime()) / minuteMs;

export const agendaLine = (call: Pick<BookedCall, "kind" | "booking">): string | undefined =>
  agendaSentence(agendaOf(call.kind, minutesOf(call)));

const changeText = ({ changeLimitHours }: EventTypeRow) =>
  changeLimitHours > 0
    ? `Move or cancel this call until ${counted(changeLimitHours, "hour")} before its start`
    : "Move or cancel this call";

/**
 * Returns the visitor's calendar entry. It contains nothing that they typed except their address: the form is public and must not put
 * arbitrary text into other people's calendars in our name.
 */
export function visitorEntry(call: BookedCall, changedAt: Date): CalendarCall {
  const { booking, kind } = call;
  const url = manageUrl(call.token);
  const agenda = agendaLine(call);
  return {
    ...entry(call, changedAt),
    summary: `${kind.title} with ${hostNames(call)}`,
    description: [kind.description, ...(agenda ? [agenda] : []), `${changeText(kind)}: ${url}`],
    url,
    attendees: [booking.email, ...call.guests].map((email) => ({ name: email, email })),
  };
}

/** Returns a guest's calendar entry: without the manage link and without typed text. */
export function guestEntry(call: BookedCall, guest: string, changedAt: Date): CalendarCall {
  const { kind } = call;
  return {
    ...entry(call, changedAt),
    summary: `${kind.title} with ${hostNames(call)}`,
    description: [kind.description],
    attendees: [{ name: guest, email: guest }],
  };
}

/** Returns the host's calendar entry, with the visitor's details, time zone and notes. */
export function hostEntry(call: BookedCall, changedAt: Date): CalendarCall {
  const { booking, kind } = call;
  return {
    ...entry(call, changedAt),
    summary: `${kind.title}: ${booking.name}`,
    description: [
      `${booking.name}, ${booking.email} (${booking.timezone})`,
      ...booking.answers.map(({ question, answer }) => `${question}\n${answer}`),
      ...(booking.notes ? [booking.notes] : []),
      ...(call.cohosts.length > 0 ? [`Hosts: ${hostNames(call)}`] : []),
      ...(call.guests.length > 0 ? [`Guests: ${call.guests.join(", ")}`] : []),
    ],
    attendees: [{ name: booking.name, email: booking.email }, ...call.guests.map((email) => ({ name: email, email }))],
  };
}

const entry = ({ booking, host }: BookedCall, changedAt: Date) => ({
  uid: booking.uid,
  sequence: booking.sequence,
  start: booking.during.start,
  end: booking.during.end,
  cancelled: booking.status === "cancelled",
  location: placeOf({ booking, host }),
  organizer: { name: host.name, email: host.email },
  changedAt,
});

/** Returns the absolute URL to book the same event type again, for the same analysis. */
export const scheduleUrl = ({ kind, booking }: Pick<BookedCall, "kind" | "booking">): string =>
  `${env().SITE_URL}${scheduleHref(kind.slug, booking.blueprintId, kind.audience === "link" ? againLink(booking.id) : null)}`;

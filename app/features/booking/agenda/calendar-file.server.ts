import {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalAttendeeType,
  type ICalCalendarData,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
  default as ical,
} from "ical-generator";
import { pick } from "#app/lib/program/record-of.ts";
import { env } from "#app/platform/env.server.ts";
import type { MailAttachment } from "#app/platform/mail/mailer.server.ts";

export type CalendarCall = {
  uid: string;
  sequence: number;
  start: Date;
  end: Date;
  cancelled: boolean;
  summary: string;
  description: readonly string[];
  location: string;
  url?: string;
  organizer?: { name: string; email: string };
  attendees: readonly { name: string; email: string }[];
  /** DTSTAMP: when this state was reached. */
  changedAt: Date;
};

/** Mailed; makes mail programs add, move or remove the call (RFC 5546: same UID, a higher SEQUENCE wins). */
export type CalendarMethod = "request" | "cancel";

const methods = { request: ICalCalendarMethod.REQUEST, cancel: ICalCalendarMethod.CANCEL } as const;

/**
 * Formats one call as iCalendar text (RFC 5545). Times are in UTC; calendars show them in their owner's time zone. Only a mailed file
 * has a method: a file that is stored on a calendar server must not have one (RFC 4791, 4.1).
 */
export const calendarFile = (call: CalendarCall, method?: CalendarMethod): string =>
  textOf({ prodId: prodId(), ...(method && { method: methods[method] }) }, [call]);

/** Formats several calls as a calendar to subscribe to; programs refresh it hourly. */
export const calendarOfCalls = (name: string, calls: readonly CalendarCall[]): string =>
  textOf({ prodId: prodId(), name, ttl: 3600 }, calls);

/** Ends the last line too (RFC 5545, 3.1), which the library does not. */
function textOf(settings: ICalCalendarData, calls: readonly CalendarCall[]): string {
  const calendar = ical(settings);
  for (const call of calls) calendar.createEvent(eventOf(call));
  return `${calendar}\r\n`;
}

/** Names the call of an event by its UID. */
const callMark = "X-GTMARC-CALL";

const prodId = () => ({ company: new URL(env().SITE_URL).host, product: "Scheduler", language: "EN" });

const eventOf = (call: CalendarCall): ICalEventData => ({
  id: call.uid,
  ...pick(call, ["sequence", "start", "end", "summary", "location"]),
  stamp: call.changedAt,
  description: call.description.join("\n\n"),
  ...(call.url ? { url: call.url } : {}),
  status: call.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  busystatus: call.cancelled ? ICalEventBusyStatus.FREE : ICalEventBusyStatus.BUSY,
  transparency: call.cancelled ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
  // Recognizes the call when a calendar that replaced its UID is read as a busy calendar.
  x: { [callMark]: call.uid },
  ...(call.organizer ? { organizer: call.organizer } : {}),
  attendees: call.attendees.map((attendee) => ({
    ...attendee,
    type: ICalAttendeeType.INDIVIDUAL,
    role: ICalAttendeeRole.REQ,
    status: ICalAttendeeStatus.ACCEPTED,
    rsvp: false,
  })),
});

/**
 * Returns an attachment that mail programs recognize as an invitation: the content type repeats the method, and it is an alternative
 * of the body too (RFC 6047).
 */
export const calendarAttachment = (call: CalendarCall, method: CalendarMethod): MailAttachment => ({
  filename: method === "cancel" ? "canceled.ics" : "call.ics",
  contentType: `text/calendar; charset=utf-8; method=${methods[method]}`,
  content: calendarFile(call, method),
  isAlternative: true,
});

import {
  ICalAttendeeRole,
  ICalAttendeeStatus,
  ICalAttendeeType,
  ICalCalendarMethod,
  ICalEventBusyStatus,
  type ICalEventData,
  ICalEventStatus,
  ICalEventTransparency,
  default as ical,
} from "ical-generator";
import type { MailAttachment } from "#app/platform/mailer.server.ts";

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
  organizer: { name: string; email: string };
  attendees: readonly { name: string; email: string }[];
  /** DTSTAMP: when this state was reached. */
  changedAt: Date;
};

/**
 * `request` and `cancel` are mailed and make mail programs add, move or remove the call (RFC 5546: same UID, a higher SEQUENCE wins);
 * `publish` is a file to download.
 */
export type CalendarMethod = "request" | "cancel" | "publish";

const methods = {
  request: ICalCalendarMethod.REQUEST,
  cancel: ICalCalendarMethod.CANCEL,
  publish: ICalCalendarMethod.PUBLISH,
} as const;

/** Formats one call as iCalendar text (RFC 5545). Times are in UTC; calendars show them in their owner's time zone. */
export function calendarFile(call: CalendarCall, method: CalendarMethod): string {
  const calendar = ical({ prodId, method: methods[method] });
  calendar.createEvent(eventOf(call));
  return calendar.toString();
}

/** Formats several calls as a calendar to subscribe to; programs refresh it hourly. */
export function calendarOfCalls(name: string, calls: readonly CalendarCall[]): string {
  const calendar = ical({ prodId, method: methods.publish, name, ttl: 3600 });
  for (const call of calls) calendar.createEvent(eventOf(call));
  return calendar.toString();
}

const prodId = { company: "GTMarc", product: "Scheduler", language: "EN" };

const eventOf = (call: CalendarCall): ICalEventData => ({
  id: call.uid,
  sequence: call.sequence,
  stamp: call.changedAt,
  start: call.start,
  end: call.end,
  summary: call.summary,
  description: call.description.join("\n\n"),
  location: call.location,
  ...(call.url ? { url: call.url } : {}),
  status: call.cancelled ? ICalEventStatus.CANCELLED : ICalEventStatus.CONFIRMED,
  busystatus: call.cancelled ? ICalEventBusyStatus.FREE : ICalEventBusyStatus.BUSY,
  transparency: call.cancelled ? ICalEventTransparency.TRANSPARENT : ICalEventTransparency.OPAQUE,
  organizer: call.organizer,
  attendees: call.attendees.map((attendee) => ({
    ...attendee,
    type: ICalAttendeeType.INDIVIDUAL,
    role: ICalAttendeeRole.REQ,
    status: ICalAttendeeStatus.ACCEPTED,
    rsvp: false,
  })),
});

/** Returns an attachment that mail programs recognize as an invitation: the content type repeats the method (RFC 6047). */
export const calendarAttachment = (call: CalendarCall, method: "request" | "cancel"): MailAttachment => ({
  filename: method === "cancel" ? "cancelled.ics" : "call.ics",
  contentType: `text/calendar; charset=utf-8; method=${methods[method]}`,
  content: calendarFile(call, method),
});

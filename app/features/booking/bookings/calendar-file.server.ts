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
  /** Paragraphs. */
  description: readonly string[];
  location: string;
  url?: string;
  organizer: { name: string; email: string };
  attendees: readonly { name: string; email: string }[];
  /** DTSTAMP: when this state of the call came about. */
  changedAt: Date;
};

/**
 * `request` and `cancel` are sent by mail and make mail programs enter, move or remove the call (RFC 5546: same UID, a higher
 * SEQUENCE wins); `publish` is a file to download.
 */
export type CalendarMethod = "request" | "cancel" | "publish";

const methods = {
  request: ICalCalendarMethod.REQUEST,
  cancel: ICalCalendarMethod.CANCEL,
  publish: ICalCalendarMethod.PUBLISH,
} as const;

/** One call as iCalendar text (RFC 5545). Times are in UTC, which every calendar shows in its owner's zone. */
export function calendarFile(call: CalendarCall, method: CalendarMethod): string {
  const calendar = ical({ prodId, method: methods[method] });
  calendar.createEvent(eventOf(call));
  return calendar.toString();
}

/** Several calls as one calendar to subscribe to; programs look again after an hour. */
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

/** The attachment that mail programs recognize as an invitation: the content type repeats the method (RFC 6047). */
export const calendarAttachment = (call: CalendarCall, method: "request" | "cancel"): MailAttachment => ({
  filename: method === "cancel" ? "cancelled.ics" : "call.ics",
  contentType: `text/calendar; charset=utf-8; method=${methods[method]}`,
  content: calendarFile(call, method),
});

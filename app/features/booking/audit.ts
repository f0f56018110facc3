import { type AuditObject, auditActions, auditGroup } from "#app/features/security/audit/audit-action.ts";

export const bookingAudit = auditActions({
  bookingMarked: "booking.marked",
  bookingCancelled: "booking.cancelled",
  bookingMoved: "booking.moved",
  bookingConfirmed: "booking.confirmed",
  bookingDeclined: "booking.declined",
  runningLateSaid: "booking.running-late",
  rebookingInvited: "booking.rebooking-invited",
  hostChanged: "host.changed",
  hostFeedMade: "host.feed-made",
  hostFeedRevoked: "host.feed-revoked",
  timeBlocked: "host.time-blocked",
  timeUnblocked: "host.time-unblocked",
  busyFeedAdded: "busy-feed.added",
  busyFeedRemoved: "busy-feed.removed",
  calendarConsentStarted: "calendar.consent-started",
  calendarConnected: "calendar.connected",
  calendarsChosen: "calendar.chosen",
  calendarDisconnected: "calendar.disconnected",
  eventRestored: "booking.event-restored",
  eventTypeChanged: "event-type.changed",
  eventTypeAdded: "event-type.added",
  eventTypeArchived: "event-type.archived",
  eventTypeRestored: "event-type.restored",
  eventTypesOrdered: "event-types.ordered",
  bookingLinkMade: "booking-link.made",
  bookingLinkRevoked: "booking-link.revoked",
});

export const callObject: AuditObject = { name: "Call", page: (id) => `/admin/calendar/calls/${id}` };
export const hostObject: AuditObject = { name: "Host", page: (id) => `/admin/calendar/hosts/${id}` };
export const eventTypeObject: AuditObject = { name: "Event type", page: () => "/admin/calendar/event-types" };
const eventTypesObject: AuditObject = { name: "Event types", page: () => "/admin/calendar/event-types" };

export const bookingAuditGroup = auditGroup("Calendar", bookingAudit, {
  bookingMarked: ["recorded the outcome of a call", callObject],
  bookingCancelled: ["canceled a call", callObject],
  bookingMoved: ["moved a call", callObject],
  bookingConfirmed: ["confirmed a requested call", callObject],
  bookingDeclined: ["declined a requested call", callObject],
  runningLateSaid: ["said that the host of a call runs late", callObject],
  rebookingInvited: ["invited the visitor of a missed call to book again", callObject],
  hostChanged: ["changed a host", hostObject],
  hostFeedMade: ["created the calendar address of a host", hostObject],
  hostFeedRevoked: ["revoked the calendar address of a host", hostObject],
  timeBlocked: ["blocked a time of a host", hostObject],
  timeUnblocked: ["offered a blocked time of a host again", hostObject],
  busyFeedAdded: ["added a calendar to a host", hostObject],
  busyFeedRemoved: ["removed a calendar from a host", hostObject],
  calendarConsentStarted: ["started to connect a calendar account of a host", hostObject],
  calendarConnected: ["connected a calendar account of a host", hostObject],
  calendarsChosen: ["chose the calendars of a host", hostObject],
  calendarDisconnected: ["disconnected a calendar account of a host", hostObject],
  eventRestored: ["kept a call after its calendar event was deleted", callObject],
  eventTypeChanged: ["changed an event type", eventTypeObject],
  eventTypeAdded: ["added an event type", eventTypeObject],
  eventTypeArchived: ["archived an event type", eventTypeObject],
  eventTypeRestored: ["restored an event type", eventTypeObject],
  eventTypesOrdered: ["changed the order of the event types", eventTypesObject],
  bookingLinkMade: ["created a personal link for an event type", eventTypeObject],
  bookingLinkRevoked: ["revoked a personal link for an event type", eventTypeObject],
});

import { type AuditObject, auditActions } from "#app/features/security/audit/audit-action.ts";

export const callObject: AuditObject = { name: "Call", page: (id) => `/admin/calendar/calls/${id}` };
export const hostObject: AuditObject = { name: "Host", page: (id) => `/admin/calendar/hosts/${id}` };
export const eventTypeObject: AuditObject = { name: "Event type", page: () => "/admin/calendar/event-types" };
const eventTypesObject: AuditObject = { name: "Event types", page: () => "/admin/calendar/event-types" };

export const { names: bookingAudit, group: bookingAuditGroup } = auditActions("Calendar", {
  bookingMarked: ["booking.marked", "recorded the outcome of a call", callObject],
  bookingCancelled: ["booking.cancelled", "canceled a call", callObject],
  bookingMoved: ["booking.moved", "moved a call", callObject],
  bookingConfirmed: ["booking.confirmed", "confirmed a requested call", callObject],
  bookingDeclined: ["booking.declined", "declined a requested call", callObject],
  runningLateSaid: ["booking.running-late", "said that the host of a call runs late", callObject],
  rebookingInvited: ["booking.rebooking-invited", "invited the visitor of a missed call to book again", callObject],
  hostChanged: ["host.changed", "changed a host", hostObject],
  hostFeedMade: ["host.feed-made", "created the calendar address of a host", hostObject],
  hostFeedRevoked: ["host.feed-revoked", "revoked the calendar address of a host", hostObject],
  timeBlocked: ["host.time-blocked", "blocked a time of a host", hostObject],
  timeUnblocked: ["host.time-unblocked", "offered a blocked time of a host again", hostObject],
  busyFeedAdded: ["busy-feed.added", "added a calendar to a host", hostObject],
  busyFeedRemoved: ["busy-feed.removed", "removed a calendar from a host", hostObject],
  calendarConsentStarted: ["calendar.consent-started", "started to connect a calendar account of a host", hostObject],
  calendarConnected: ["calendar.connected", "connected a calendar account of a host", hostObject],
  calendarsChosen: ["calendar.chosen", "chose the calendars of a host", hostObject],
  calendarDisconnected: ["calendar.disconnected", "disconnected a calendar account of a host", hostObject],
  eventRestored: ["booking.event-restored", "kept a call after its calendar event was deleted", callObject],
  eventTypeChanged: ["event-type.changed", "changed an event type", eventTypeObject],
  eventTypeAdded: ["event-type.added", "added an event type", eventTypeObject],
  eventTypeArchived: ["event-type.archived", "archived an event type", eventTypeObject],
  eventTypeRestored: ["event-type.restored", "restored an event type", eventTypeObject],
  eventTypesOrdered: ["event-types.ordered", "changed the order of the event types", eventTypesObject],
  bookingLinkMade: ["booking-link.made", "created a personal link for an event type", eventTypeObject],
  bookingLinkRevoked: ["booking-link.revoked", "revoked a personal link for an event type", eventTypeObject],
});

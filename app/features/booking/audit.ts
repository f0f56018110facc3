import { auditActions } from "#app/features/security/audit-action.ts";

/** The audit actions of this feature. */
export const bookingAudit = auditActions({
  bookingMarked: "booking.marked",
  bookingCancelled: "booking.cancelled",
  hostChanged: "host.changed",
  hostFeedMade: "host.feed-made",
  hostFeedRevoked: "host.feed-revoked",
  busyFeedAdded: "busy-feed.added",
  busyFeedRemoved: "busy-feed.removed",
  eventTypeChanged: "event-type.changed",
});

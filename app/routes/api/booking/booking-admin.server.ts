import { z } from "@hono/zod-openapi";
import { blockTime, unblockTime } from "#app/features/booking/agenda/week/blocked-times.server.ts";
import { blockRefusalText, TimeToBlock } from "#app/features/booking/agenda/week/blocked-times.ts";
import { listFreeTimesOf } from "#app/features/booking/agenda/week/free-times.server.ts";
import { Decision, MoveRequest, refusalText } from "#app/features/booking/booking.ts";
import { inviteAgain, sayRunningLate } from "#app/features/booking/bookings/host-messages.server.ts";
import { markCall } from "#app/features/booking/bookings/outcome.server.ts";
import { markRefusalText, OutcomeMark } from "#app/features/booking/bookings/outcome.ts";
import { decideForFirm } from "#app/features/booking/bookings/pending.server.ts";
import { cancelForFirm, moveForFirm } from "#app/features/booking/bookings/reschedule.server.ts";
import {
  chooseCalendars,
  connectCaldav,
  connectRefusalText,
  disconnectCalendars,
  keepDeletedCall,
} from "#app/features/booking/calendars/accounts.server.ts";
import { CaldavAccount, CalendarChoice, CalendarProviderChoice } from "#app/features/booking/calendars/connection.ts";
import { startCalendarConsent } from "#app/features/booking/calendars/consent.server.ts";
import {
  EventTypeOrder,
  EventTypeSettings,
  eventTypeRefusalText,
  NewBookingLink,
  NewEventType,
  SeenVersion,
} from "#app/features/booking/hosts/event-type.ts";
import {
  FeedAddress,
  HostSettings,
  hostRefusalText,
  OverrideRange,
  WeeklyHours,
} from "#app/features/booking/hosts/host-settings.ts";
import {
  addBusyFeed,
  addEventType,
  addHost,
  archiveEventType,
  changeEventType,
  changeHost,
  feedRefusalText,
  makeBookingLink,
  makeHostFeed,
  orderEventTypes,
  removeBusyFeed,
  removeOverride,
  restoreEventType,
  revokeBookingLink,
  revokeHostFeed,
  setOverride,
  setWeeklyHours,
} from "#app/features/booking/hosts/hosts.server.ts";
import { calendarDate } from "#app/lib/dates/instant.ts";
import { ok } from "#app/lib/result.ts";
import { text } from "#app/lib/text.ts";
import { keepProviderCookie } from "../auth/cookies.server.ts";
import { Created, recordId, seenVersion } from "../endpoint.server.ts";
import { adminArea, commonRefusals, endpoints, inField } from "../endpoints.server.ts";

const ofHost = z.object({ hostId: recordId() });
const hostMessage = z.object({ again: z.boolean().default(false) });
const ofDate = ofHost.extend({ date: calendarDate() });

const { not_admin } = commonRefusals;
const marks = adminArea("calendar", { ...markRefusalText, not_admin }, [404, 409]);
const noCall = "There is no such call.";
const calls = adminArea("calendar", { ...refusalText, not_admin, not_found: noCall }, [404, 409]);
const hosts = adminArea("calendar", { ...hostRefusalText, not_admin }, [404, 409]);
const blocks = adminArea("calendar", { ...blockRefusalText, not_admin }, [404, 409]);
const eventTypes = adminArea("calendar", { ...eventTypeRefusalText, not_admin }, [404, 409]);
const feeds = adminArea(
  "calendar",
  {
    ...feedRefusalText,
    not_admin,
    ...inField("url", feedRefusalText, "not_https", "has_credentials", "bad_port", "not_public", "reader_ended"),
  },
  [404, 409],
);
const calendars = adminArea(
  "calendar",
  {
    ...connectRefusalText,
    not_admin,
    ...inField("server", connectRefusalText, "not_https", "has_credentials", "bad_port", "not_public", "unknown_name"),
    ...inField("password", connectRefusalText, "wrong_password"),
  },
  [404, 409],
);

export const bookingAdminEndpoints = endpoints(
  marks.put("/admin/bookings/{bookingId}/outcome", {
    summary: "Record the outcome of a call: held, missed, or none to remove a mark",
    body: z.object({ outcome: OutcomeMark }),
    command: markCall,
  }),
  calls.post("/admin/bookings/{bookingId}/cancellation", {
    summary: "Cancel a call for the firm; the visitor gets the reason by mail",
    body: z.object({ reason: text({ max: 500, required: "Please give a reason.", shape: "lines" }) }),
    command: cancelForFirm,
  }),
  calls.post("/admin/bookings/{bookingId}/decision", {
    summary: "Confirm or decline a call that waits for a host; the visitor gets the decision by mail",
    body: Decision,
    command: decideForFirm,
  }),
  calls.post("/admin/bookings/{bookingId}/running-late", {
    summary: "Mail the visitor that the host runs a few minutes late; `again` sends it once more",
    body: hostMessage,
    command: sayRunningLate,
  }),
  calls.post("/admin/bookings/{bookingId}/rebooking", {
    summary: "Mail the visitor of a missed call a link to book it again; `again` sends it once more",
    body: hostMessage,
    command: inviteAgain,
  }),
  calls.post("/admin/bookings/{bookingId}/reschedule", {
    summary: "Move a call for the firm to a free time; the visitor and the guests get the new time by mail",
    body: MoveRequest.extend({ reason: text({ max: 500, required: "Please give a reason.", shape: "lines" }) }),
    statuses: [404, 409, 422, 503],
    refusals: {
      calendar_unread: [
        503,
        "A calendar of this call's hosts cannot be read, so the call was not moved. Check the calendars on the host's page.",
      ],
    },
    command: moveForFirm,
  }),
  calls.get("/admin/bookings/{bookingId}/free-times", {
    summary: "Free times of a call's own hosts on one day, to which the firm can move it",
    query: z.object({ date: calendarDate() }),
    returns: z.object({ starts: z.array(z.iso.datetime()), isUnread: z.boolean() }),
    statuses: [404, 422],
    command: listFreeTimesOf,
  }),
  hosts.post("/admin/hosts", {
    summary: "Add a host with office hours",
    body: HostSettings,
    creates: Created,
    command: addHost,
  }),
  hosts.put("/admin/hosts/{hostId}", {
    summary: "Change a host's name, address, zone and whether they take calls",
    body: HostSettings.extend(SeenVersion.shape),
    command: changeHost,
  }),
  hosts.put("/admin/hosts/{hostId}/hours", {
    summary: "Replace a host's weekly hours",
    body: WeeklyHours.extend(SeenVersion.shape),
    command: setWeeklyHours,
  }),
  hosts.put("/admin/hosts/{hostId}/dates", {
    summary: "Set the hours for a range of dates; no openings means closed",
    body: OverrideRange.safeExtend(SeenVersion.shape),
    command: setOverride,
  }),
  hosts.delete("/admin/hosts/{hostId}/dates/{date}", {
    summary: "Restore the weekly hours on a date",
    params: ofDate,
    query: seenVersion,
    command: removeOverride,
  }),
  hosts.post("/admin/hosts/{hostId}/feed", {
    summary: "Create the secret URL of a host's calendar file, shown once; needs a fresh code, and ends an earlier URL",
    isFresh: true,
    creates: z.object({ url: z.url() }),
    command: (ctx, { hostId }) => makeHostFeed(ctx, hostId),
  }),
  hosts.delete("/admin/hosts/{hostId}/feed", {
    summary: "End the secret address of a host's calendar file",
    command: (ctx, { hostId }) => revokeHostFeed(ctx, hostId),
  }),
  blocks.post("/admin/hosts/{hostId}/blocked-times", {
    summary: "Block a time of a host on one day: no calls are offered then, booked ones stay",
    body: TimeToBlock,
    creates: Created,
    command: blockTime,
  }),
  blocks.delete("/admin/blocked-times/{blockedTimeId}", {
    summary: "Offer a blocked time again",
    statuses: [404, 409, 422],
    command: unblockTime,
  }),
  feeds.post("/admin/hosts/{hostId}/busy-calendars", {
    summary: "Read busy times from the .ics address of another calendar; `problem` says why the first attempt failed",
    body: FeedAddress,
    creates: z.object({ id: z.string(), problem: z.string().nullable() }),
    command: (ctx, input) => addBusyFeed(ctx, input),
  }),
  feeds.delete("/admin/busy-calendars/{feedId}", {
    summary: "Stop reading a calendar and delete its busy times",
    statuses: [404, 409, 422],
    command: removeBusyFeed,
  }),
  calendars.post("/admin/hosts/{hostId}/calendar-accounts", {
    summary: "Connect a CalDAV account of a host after testing it",
    body: CaldavAccount,
    creates: Created,
    command: (ctx, input) => connectCaldav(ctx, input),
  }),
  calendars.post("/admin/hosts/{hostId}/calendar-consents", {
    summary: "Start connecting a Google or Microsoft calendar of a host: the URL where the browser continues",
    body: CalendarProviderChoice,
    returns: z.object({ url: z.url() }),
    statuses: [404, 409, 422, 503],
    command: async (ctx, input, c) => {
      const started = await startCalendarConsent(ctx, input);
      if (!started.ok) return started;
      const { url, token } = started.value;
      keepProviderCookie(c, token);
      return ok({ url });
    },
  }),
  calendars.put("/admin/hosts/{hostId}/connected-calendars", {
    summary: "Set which calendars of a host are checked, which one calls are written to, and what happens without them",
    body: CalendarChoice.extend(SeenVersion.shape),
    command: chooseCalendars,
  }),
  calendars.delete("/admin/calendar-accounts/{accountId}", {
    summary: "Disconnect a calendar account and delete its credentials and busy times",
    statuses: [404, 409, 422],
    command: disconnectCalendars,
  }),
  calendars.delete("/admin/bookings/{bookingId}/calendar-deletion", {
    summary: "Keep a call whose event the host deleted: the event is written again",
    statuses: [404, 409, 422],
    refusals: { not_found: "This call's event is no longer missing, or there is no such call. Reload the page." },
    command: keepDeletedCall,
  }),
  eventTypes.put("/admin/event-types/order", {
    summary: "Set the order of the event types that are not archived",
    body: EventTypeOrder,
    command: orderEventTypes,
  }),
  eventTypes.put("/admin/event-types/{eventTypeId}", {
    summary: "Change the rules, hosts and questions of an event type",
    body: EventTypeSettings.safeExtend(SeenVersion.shape),
    command: changeEventType,
  }),
  eventTypes.post("/admin/event-types", {
    summary: "Add an event type with the rules, hosts and questions of another; it is not offered yet",
    body: NewEventType,
    creates: Created,
    command: addEventType,
  }),
  eventTypes.post("/admin/event-types/{eventTypeId}/links", {
    summary: "Create a link that books one call of an event type, shown once",
    body: NewBookingLink,
    creates: z.object({ id: z.string(), url: z.url() }),
    command: makeBookingLink,
  }),
  eventTypes.delete("/admin/booking-links/{linkId}", {
    summary: "Revoke a link that was not used",
    command: revokeBookingLink,
  }),
  eventTypes.post("/admin/event-types/{eventTypeId}/archive", {
    summary: "Archive an event type: it is no longer listed or offered, and its calls stay",
    command: archiveEventType,
  }),
  eventTypes.post("/admin/event-types/{eventTypeId}/restore", {
    summary: "List an archived event type again",
    command: restoreEventType,
  }),
);

import { createRoute, z } from "@hono/zod-openapi";
import type { Context } from "hono";
import { MoveRequest, refusalText } from "#app/features/booking/booking.ts";
import { cancelForFirm, markCall, moveForFirm } from "#app/features/booking/bookings/bookings.server.ts";
import {
  EventTypeSettings,
  eventTypeRefusalText,
  FeedAddress,
  HostSettings,
  hostRefusalText,
  OverrideRange,
  SeenVersion,
  WeeklyHours,
} from "#app/features/booking/host-settings.ts";
import {
  addBusyFeed,
  addHost,
  changeEventType,
  changeHost,
  feedRefusalText,
  makeHostFeed,
  removeBusyFeed,
  removeOverride,
  revokeHostFeed,
  setOverride,
  setWeeklyHours,
} from "#app/features/booking/hosts/hosts.server.ts";
import { markRefusalText, OutcomeMark } from "#app/features/booking/outcome.ts";
import { calendarDate } from "#app/lib/instant.ts";
import { text } from "#app/lib/text.ts";
import {
  adminFirst,
  adminOnly,
  answers,
  Created,
  Done,
  done,
  freshCode,
  freshCodeFirst,
  jsonBody,
  newEndpoints,
  recordId,
  refusal,
  refusals,
  seenVersion,
} from "./endpoint.server.ts";

const ofCall = z.object({ bookingId: recordId() });
const ofHost = z.object({ hostId: recordId() });
const ofDate = ofHost.extend({ date: calendarDate() });
const ofFeed = z.object({ feedId: recordId() });
const ofEventType = z.object({ eventTypeId: recordId() });

export const bookingAdminEndpoints = newEndpoints()
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/bookings/{bookingId}/outcome",
      summary: "Record the outcome of a call: held, missed, or none to remove a mark",
      middleware: adminOnly,
      request: { params: ofCall, body: jsonBody(z.object({ outcome: OutcomeMark })) },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => {
      const result = await markCall(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") });
      return result.ok ? c.json(done, 200) : refuse(c, result.reason, markRefusalText);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/bookings/{bookingId}/cancellation",
      summary: "Cancel a call for the firm; the visitor gets the reason by mail",
      middleware: adminOnly,
      request: {
        params: ofCall,
        body: jsonBody(z.object({ reason: text({ max: 500, required: "Please give a reason.", shape: "lines" }) })),
      },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => {
      const result = await cancelForFirm(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") });
      return result.ok ? c.json(done, 200) : refuse(c, result.reason, { ...refusalText, not_admin: "" });
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/bookings/{bookingId}/reschedule",
      summary: "Move a call for the firm to a free time; the visitor and the guests get the new time by mail",
      middleware: adminOnly,
      request: {
        params: ofCall,
        body: jsonBody(
          MoveRequest.extend({ reason: text({ max: 500, required: "Please give a reason.", shape: "lines" }) }),
        ),
      },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => {
      const result = await moveForFirm(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") });
      return result.ok ? c.json(done, 200) : refuse(c, result.reason, { ...refusalText, not_admin: "" });
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/hosts",
      summary: "Add a host with office hours",
      middleware: adminOnly,
      request: { body: jsonBody(HostSettings) },
      responses: { ...answers(201, Created), ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => {
      const result = await addHost(c.get("ctx"), c.req.valid("json"));
      return result.ok ? c.json(result.value, 201) : refuse(c, result.reason, hostRefusalText);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/hosts/{hostId}",
      summary: "Change a host's name, address, zone and whether they take calls",
      middleware: adminOnly,
      request: { params: ofHost, body: jsonBody(HostSettings.extend(SeenVersion.shape)) },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => {
      const result = await changeHost(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") });
      return result.ok ? c.json(done, 200) : refuse(c, result.reason, hostRefusalText);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/hosts/{hostId}/hours",
      summary: "Replace a host's weekly hours",
      middleware: adminOnly,
      request: { params: ofHost, body: jsonBody(WeeklyHours.extend(SeenVersion.shape)) },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => {
      const result = await setWeeklyHours(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") });
      return result.ok ? c.json(done, 200) : refuse(c, result.reason, hostRefusalText);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/hosts/{hostId}/dates",
      summary: "Set the hours for a range of dates; no openings means closed",
      middleware: adminOnly,
      request: { params: ofHost, body: jsonBody(OverrideRange.safeExtend(SeenVersion.shape)) },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => {
      const result = await setOverride(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") });
      return result.ok ? c.json(done, 200) : refuse(c, result.reason, hostRefusalText);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/hosts/{hostId}/dates/{date}",
      summary: "Restore the weekly hours on a date",
      middleware: adminOnly,
      request: { params: ofDate, query: seenVersion },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => {
      const result = await removeOverride(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("query") });
      return result.ok ? c.json(done, 200) : refuse(c, result.reason, hostRefusalText);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/hosts/{hostId}/feed",
      summary:
        "Create the secret URL of a host's calendar file, shown once; needs a fresh code, and ends an earlier URL",
      middleware: [adminOnly, freshCode],
      request: { params: ofHost },
      responses: { ...answers(201, z.object({ url: z.url() })), ...refusals(401, 403, 404, 409) },
    }),
    async (c) => {
      const result = await makeHostFeed(c.get("ctx"), c.req.valid("param").hostId);
      return result.ok ? c.json(result.value, 201) : refuse(c, result.reason, hostRefusalText);
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/hosts/{hostId}/feed",
      summary: "End the secret address of a host's calendar file",
      middleware: adminOnly,
      request: { params: ofHost },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409) },
    }),
    async (c) => {
      const result = await revokeHostFeed(c.get("ctx"), c.req.valid("param").hostId);
      return result.ok ? c.json(done, 200) : refuse(c, result.reason, hostRefusalText);
    },
  )
  .openapi(
    createRoute({
      method: "post",
      path: "/admin/hosts/{hostId}/busy-calendars",
      summary: "Read busy times from the .ics address of another calendar; `problem` says why the first attempt failed",
      middleware: adminOnly,
      request: { params: ofHost, body: jsonBody(FeedAddress) },
      responses: {
        ...answers(201, z.object({ id: z.string(), problem: z.string().nullable() })),
        ...refusals(401, 403, 404, 409, 422),
      },
    }),
    async (c) => {
      const result = await addBusyFeed(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") });
      if (result.ok) return c.json(result.value, 201);
      const { reason } = result;
      switch (reason.kind) {
        case "not_https":
        case "has_credentials":
        case "bad_port":
        case "not_public":
        case "reader_ended": {
          const message = feedRefusalText[reason.kind];
          return refusal(c, 422, reason.kind, message, { fields: { url: message } });
        }
        default:
          return refuse(c, reason, feedRefusalText);
      }
    },
  )
  .openapi(
    createRoute({
      method: "delete",
      path: "/admin/busy-calendars/{feedId}",
      summary: "Stop reading a calendar and delete its busy times",
      middleware: adminOnly,
      request: { params: ofFeed },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => {
      const result = await removeBusyFeed(c.get("ctx"), c.req.valid("param"));
      return result.ok ? c.json(done, 200) : refuse(c, result.reason, feedRefusalText);
    },
  )
  .openapi(
    createRoute({
      method: "put",
      path: "/admin/event-types/{eventTypeId}",
      summary: "Change the rules, hosts and questions of an event type",
      middleware: adminOnly,
      request: { params: ofEventType, body: jsonBody(EventTypeSettings.extend(SeenVersion.shape)) },
      responses: { ...answers(200, Done), ...refusals(401, 403, 404, 409, 422) },
    }),
    async (c) => {
      const result = await changeEventType(c.get("ctx"), { ...c.req.valid("param"), ...c.req.valid("json") });
      return result.ok ? c.json(done, 200) : refuse(c, result.reason, eventTypeRefusalText);
    },
  );

/** Responds with the feature's message for a refusal: 404 for missing records, otherwise 409. */
function refuse<Kind extends string>(
  c: Context,
  { kind }: { kind: Kind },
  messages: Readonly<Record<Exclude<Kind, "fresh_code_required">, string>>,
) {
  if (kind === "not_admin") return adminFirst(c);
  if (kind === "fresh_code_required") return freshCodeFirst(c);
  return refusal(c, kind === "not_found" ? 404 : 409, kind, messages[kind as Exclude<Kind, "fresh_code_required">]);
}
